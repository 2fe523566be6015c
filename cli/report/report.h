/* report.h - what `mad report` has found out, shared by the forms in which it is shown. Layer: cli. */
#ifndef MAD_CLI_REPORT_REPORT_H
#define MAD_CLI_REPORT_REPORT_H

#include "../../interp/mad_survey.h"
#include "../game_file.h"

enum { CLI_REPORT_REMARKS = 16, CLI_REPORT_REMARK = 200 };

struct cli_idle {
    char place[200]; /* "rules/chess.mad:14" */
    char text[200];  /* the line */
};

struct cli_report {
    const struct cli_game *game;
    struct mad_game_info info;
    mad_survey *survey;
    struct mad_survey_figures figures[MAD_SURVEY_KINDS];
    struct mad_share skill;       /* points of who looks further */
    uint64_t games, random_games; /* rounds, and games at random in each */
    uint64_t seed, nodes;
    const char *cut;       /* why not all games were played; null: they were */
    struct cli_idle *idle; /* owned */
    size_t idle_count;
    size_t positions; /* that idle lines were tried on; 0: none was */
    char remarks[CLI_REPORT_REMARKS][CLI_REPORT_REMARK];
    size_t remark_count;
};

/* What stands out, made of everything else. */
void cli_report_remark(struct cli_report *report);
/* How often a piece moved, was taken and made in the games of these kinds together. */
struct mad_survey_men cli_report_men(const struct cli_report *report, size_t piece);
uint64_t cli_report_games(const struct cli_report *report);
/* How a game ends well for who looks further in it. */
enum mad_outcome cli_report_win(const struct cli_report *report, uint64_t number);
/* "100 random games, 10 between equals ..."; one line for a heading. */
void cli_report_heading(const struct cli_report *report, char *out, size_t size);
/* What looking further brings, as a sentence. */
void cli_report_skill(const struct cli_report *report, char *out, size_t size);

/* Row `index` of the table of figures: its label, what random games and what equals came to. False behind the last. */
struct cli_report_row {
    char label[60], cells[2][60];
};
bool cli_report_row(const struct cli_report *report, size_t index, struct cli_report_row *row);

void cli_report_print(FILE *stream, const struct cli_report *report);
void cli_report_json(FILE *stream, const struct cli_report *report);
/* A whole page, which begins so; false without memory. */
extern const char cli_report_page_start[];
bool cli_report_html(FILE *stream, const struct cli_report *report);

#endif
