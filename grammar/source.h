/* source.h - places in rule texts.
 *
 * Layer: grammar. A span is a byte range in one source; length 0 points between two bytes. The texts
 * and their names are kept by struct mad_sources (sources.h), indexed by span.source. */
#ifndef MAD_GRAMMAR_SOURCE_H
#define MAD_GRAMMAR_SOURCE_H

#include <stdint.h>

struct mad_span {
    uint32_t begin;  /* byte offset of the first byte */
    uint16_t length; /* bytes; longer things are cut, a message shows one line anyway */
    uint16_t source; /* index in struct mad_sources */
};

#endif
