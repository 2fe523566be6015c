/* writer.h - text into a buffer of the caller, with the length it would have had (like snprintf).
 *
 * Layer: game. What does not fit is counted and dropped; the text in the buffer always ends with a
 * NUL when size > 0. The buffer belongs to the caller. */
#ifndef MAD_GAME_WRITER_H
#define MAD_GAME_WRITER_H

#include <stddef.h>
#include <stdint.h>

struct mad_writer {
    char *buffer;
    size_t size;
    size_t length; /* of the whole text, fitting or not */
};

static inline struct mad_writer mad_writer_on(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (struct mad_writer){buffer, size, 0};
}

static inline void mad_writer_char(struct mad_writer *writer, char character)
{
    if (writer->length + 1 < writer->size) {
        writer->buffer[writer->length] = character;
        writer->buffer[writer->length + 1] = '\0';
    }
    writer->length++;
}

static inline void mad_writer_bytes(struct mad_writer *writer, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mad_writer_char(writer, bytes[i]);
}

static inline void mad_writer_text(struct mad_writer *writer, const char *text)
{
    while (*text)
        mad_writer_char(writer, *text++);
}

static inline void mad_writer_number(struct mad_writer *writer, uint32_t number)
{
    char digits[10];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    while (count > 0)
        mad_writer_char(writer, digits[--count]);
}

#endif
