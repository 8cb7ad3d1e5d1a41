/* The bytes of a match in fupan/1 (the page of the log format), read only as far as they are plainly in order.
 *
 * Every function that reads returns false, or FAULT, at the first byte that is anything else.  Such a match is left to
 * the engine, which says what is wrong with it, if anything is.  No function reads at or beyond the end of its text. */
#ifndef FUPAN_READER_H
#define FUPAN_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Of a function that is called from outside the library; all others are hidden, so that no other library has them. */
#if defined(__GNUC__)
#define EXPORTED __attribute__((visibility("default")))
#else
#define EXPORTED
#endif

#include "made/library.h"

struct span {
    const unsigned char *at;
    size_t size;
};

struct cursor {
    const unsigned char *at;
    const unsigned char *end;
};

enum step { FAULT, MORE, END };

static inline bool same(struct span one, const char *text) {
    size_t size = strlen(text);
    return one.size == size && memcmp(one.at, text, size) == 0;
}

static inline bool same_spans(struct span one, struct span other) {
    return one.size == other.size && one.at[0] == other.at[0] && memcmp(one.at, other.at, one.size) == 0;
}

size_t character_size(const unsigned char *at, const unsigned char *end);

static inline void skip_space(struct cursor *text) {
    while (text->at < text->end
           && (*text->at == ' ' || *text->at == '\n' || *text->at == '\r' || *text->at == '\t'))
        text->at++;
}

static inline bool next_is(struct cursor *text, unsigned char wanted) {
    skip_space(text);
    return text->at < text->end && *text->at == wanted;
}

static inline bool take(struct cursor *text, unsigned char wanted) {
    if (!next_is(text, wanted))
        return false;
    text->at++;
    return true;
}

/* "4,096 characters a text": a text of more bytes than that is left to the engine, and so is any escape. */
static inline bool read_string(struct cursor *text, struct span *string) {
    if (!take(text, '"'))
        return false;
    string->at = text->at;
    const unsigned char *at = text->at, *end = text->end;
    while (at < end && *at != '"') {
        if (*at >= 0x80) {
            size_t size = character_size(at, end);
            if (size == 0)
                return false;
            at += size;
        } else if (*at < 0x20 || *at == '\\') {
            return false;
        } else {
            at++;
        }
    }
    if (at >= end)
        return false;
    string->size = (size_t)(at - string->at);
    text->at = at + 1;
    return string->size <= MOST_TEXT;
}

static inline enum step next_item(struct cursor *text, bool *begun) {
    if (take(text, ']'))
        return END;
    if (*begun && (!take(text, ',') || next_is(text, ']')))
        return FAULT;
    *begun = true;
    return MORE;
}

static inline enum step next_key(struct cursor *text, bool *begun, struct span *key) {
    if (take(text, '}'))
        return END;
    if (*begun && !take(text, ','))
        return FAULT;
    *begun = true;
    return read_string(text, key) && take(text, ':') ? MORE : FAULT;
}

bool read_whole(struct cursor *text, int64_t *number);

/* Sets the bit of a field that has been read; false if it was set before: the field is there twice. */
bool first_time(uint32_t *seen, unsigned field);

EXPORTED enum reason fupan_read(const unsigned char *bytes, size_t size, struct match_text *match,
                                struct hand_text *hands, uint32_t room);
EXPORTED const char *fupan_sources(void);

#endif
