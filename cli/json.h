/* json.h - writes JSON, one value a line. Layer: cli.
 *
 * Keys are null inside arrays and for the outermost value. The writer keeps the commas; the caller
 * opens and closes in pairs. Text that is no UTF-8 is repaired with U+FFFD, so that every line is
 * valid JSON. */
#ifndef MAD_CLI_JSON_H
#define MAD_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct cli_json {
    FILE *stream;
    bool needs_comma;
};

struct cli_json cli_json_start(FILE *stream);
void cli_json_end(struct cli_json *json); /* the newline */
void cli_json_open(struct cli_json *json, const char *key, char bracket);
void cli_json_close(struct cli_json *json, char bracket);
void cli_json_text(struct cli_json *json, const char *key, const char *text); /* null: null */
void cli_json_count(struct cli_json *json, const char *key, int64_t number);
void cli_json_real(struct cli_json *json, const char *key, double number);   /* microseconds kept */
void cli_json_raw(struct cli_json *json, const char *key, const char *text); /* is JSON already */
void cli_json_truth(struct cli_json *json, const char *key, bool truth);

#endif
