/* manual.c - see manual.h. Layer: cli.
 *
 * Lines of a command's details that are laid out by hand (text.h) stay as they are, or become a list. What is true of
 * all commands stands in mad(1) alone. */
#include "manual.h"

#include <ctype.h>
#include <string.h>

#include "text.h"

/* Text as roff takes it: neither a dash that may become a hyphen, nor what looks like a request. */
static void put(const char *text, size_t bytes)
{
    if (bytes > 0 && (text[0] == '.' || text[0] == '\'')) {
        fputs("\\&", stdout);
    }
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '-') {
            fputs("\\-", stdout);
        } else if (text[i] == '\\') {
            fputs("\\e", stdout);
        } else {
            putchar(text[i]);
        }
    }
}

static void put_text(const char *text)
{
    put(text, strlen(text));
}

static void put_heading(const char *name, const char *purpose)
{
    printf(".TH MAD");
    if (name != NULL) {
        fputs("\\-", stdout);
        for (; *name != '\0'; name++) {
            putchar(toupper((unsigned char)*name));
        }
    }
    printf(" 1 \"\" \"mad %s\"\n.SH NAME\n%s\n", MAD_VERSION, purpose);
}

/* Prose, rows of words and what they mean, and examples, which open with a blank. */
static void put_lines(const char *text)
{
    enum { PROSE, ROW, EXAMPLE } is = PROSE, was = PROSE;
    for (const char *start = text; *text != '\0'; was = is) {
        size_t bytes = strcspn(text, "\n"), kept = cli_kept_column(text, bytes);
        is = kept == 0 ? PROSE : text[0] == ' ' ? EXAMPLE : ROW;
        if (was == EXAMPLE && is != EXAMPLE) {
            puts(".EE");
        }
        if (is == ROW) {
            puts(".TP");
            put(text, strcspn(text, " "));
            putchar('\n');
        } else if (is != was) {
            fputs(text != start ? ".PP\n" : "", stdout);
            fputs(is == EXAMPLE ? ".EX\n" : "", stdout);
        }
        put(text + (is == ROW ? kept : 0), bytes - (is == ROW ? kept : 0));
        putchar('\n');
        text += bytes + (text[bytes] == '\n');
    }
    if (was == EXAMPLE) {
        puts(".EE");
    }
}

static void put_options(cli_option_set options)
{
    puts(".SH OPTIONS");
    for (size_t id = 0; id < CLI_OPTION_COUNT; id++) {
        const struct cli_option *option = &cli_options[id];
        if ((options >> id & 1) == 0) {
            continue;
        }
        fputs(".TP\n\\fB\\-\\-", stdout);
        put_text(option->name);
        fputs("\\fR", stdout);
        if (option->value[0] != '\0') {
            fputs(" \\fI", stdout);
            put_text(option->value);
            fputs("\\fR", stdout);
        }
        putchar('\n');
        put_text(option->help);
        putchar('\n');
    }
}

static void print_command(const struct cli_command *command)
{
    char purpose[300];
    snprintf(purpose, sizeof purpose, "mad\\-%s \\- %s", command->name, command->purpose);
    put_heading(command->name, purpose);
    printf(".SH SYNOPSIS\n\\fBmad %s\\fR", command->name);
    if (command->usage[0] != '\0') {
        fputs(" \\fI", stdout);
        put_text(command->usage);
        fputs("\\fR", stdout);
    }
    puts(command->options != 0 ? " [\\fIOPTIONS\\fR]" : "");
    if (command->details[0] != '\0') {
        puts(".SH DESCRIPTION");
        put_lines(command->details);
    }
    if (command->options != 0) {
        put_options(command->options);
    }
    puts(".SH SEE ALSO\n\\fBmad\\fR(1), \\fBmad\\-language\\fR(5)");
}

static void print_all(void)
{
    const struct cli_command *command;
    put_heading(NULL, "mad \\- play, check and count chess variants described in rule files");
    puts(".SH SYNOPSIS\n\\fBmad\\fR \\fICOMMAND\\fR ...\n.br\n"
         "\\fBmad help\\fR \\fICOMMAND\\fR\n.br\n\\fBmad\\fR \\fB\\-\\-version\\fR\n"
         ".SH DESCRIPTION\n"
         "A rule file describes a chess variant in plain sentences, which "
         "\\fBmad\\-language\\fR(5)\n"
         "lists. \\fBmad\\fR tells what is wrong with such files, lists and counts legal moves, "
         "runs the\n"
         "tests that stand beside the rules, and plays.\n"
         ".PP\n"
         "\\fIFILE\\fR is a path, or the name of a game: \\fBmad list\\fR tells which there are.\n"
         "\\fIFILE\\fR:\\fINAME\\fR is a variant in it.\n"
         ".SH COMMANDS");
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
        printf(".TP\n\\fB%s\\fR \\fI", command->name);
        put_text(command->usage);
        puts("\\fR");
        put_text(command->purpose);
        putchar('\n');
    }
    puts(".SH EXIT STATUS\n"
         ".TP\n0\nfine\n"
         ".TP\n1\nfindings: errors in rules, failed tests, an illegal move, work that a limit cut "
         "short\n"
         ".TP\n2\nwrong usage, or a file that could not be read or written\n"
         ".TP\n3\nno memory, or a fault of this program\n"
         ".TP\n130\nCtrl-C: what there was is printed, and standard error says what there was not\n"
         ".SH ENVIRONMENT\n"
         ".TP\n\\fBNO_COLOR\\fR\nprint without colours\n"
         ".TP\n\\fBXDG_DATA_HOME\\fR, \\fBXDG_DATA_DIRS\\fR\n"
         "folders whose folder \\fImad\\fR holds rule files (~/.local/share, "
         "/usr/local/share:/usr/share)\n"
         ".SH FILES\n"
         "A bare name is looked for among the games that come with \\fBmad\\fR, in the working "
         "folder, and then\n"
         "in the folders above, in this order; so is what a rule file names with \\fBlike\\fR or "
         "\\fBuse\\fR, its\n"
         "own folder in place of the working folder.\n"
         ".SH SEE ALSO");
    for (size_t i = 0; (command = cli_command_at(i)) != NULL; i++) {
        printf("\\fBmad\\-%s\\fR(1),\n", command->name);
    }
    puts("\\fBmad\\-language\\fR(5)");
}

void cli_manual_print(const struct cli_command *command)
{
    if (command != NULL) {
        print_command(command);
    } else {
        print_all();
    }
}
