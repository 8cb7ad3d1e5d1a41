/* The bytes of a match in fupan/1 (the page of the log format), read only as far as they are plainly in order.
 *
 * Every function that reads returns false, or FAULT, at the first byte that is anything else.  Such a match is left to
 * the engine, which says what is wrong with it, if anything is.  No function reads at or beyond the end of its text.
 *
 * Sentences in quotes, here and in the other files, are those of the pages of the rules of the game, of the log, of the
 * report and of statistics. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Of a function that is called from outside the library; all others are hidden, so that no other library has them. */
#define EXPORTED __attribute__((visibility("default")))

#include "made/library.h"

struct span {
    const unsigned char *at;
    size_t size;
};

struct cursor {
    const unsigned char *at;
    const unsigned char *end;
};

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

static inline void skip_spaces(struct cursor *text) {
    while (text->at < text->end && *text->at == ' ')
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

/* Goes beyond the escape that begins here in a text, half of a surrogate pair only with the other half. */
bool skip_escape(const unsigned char **at, const unsigned char *end);

/* "4,096 characters a text": a text of more bytes than that is left to the engine.  A text whose words mean something has
 * no escape; in a `free` one, such as a name, it is any that JSON has. */
static inline bool read_text(struct cursor *text, struct span *string, bool free) {
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
        } else if (*at == '\\' && free) {
            if (!skip_escape(&at, end))
                return false;
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

static inline bool read_string(struct cursor *text, struct span *string) { return read_text(text, string, false); }

/* The number of something that is not there. */
enum { NONE = -1 };

/* A bit for each of the first numbers, and that of one number. */
#define FIRST(count) ((1u << (count)) - 1)
#define BIT(number) (1u << (number))

/* The entries of a list or of an object, one after another. */
struct entries {
    bool begun;
    enum reason reason; /* why the match is left to the engine, or CLEAN */
    unsigned seen;      /* a bit for each key that was there */
    unsigned field;     /* the key whose value comes next */
    /* of an object whose fields have names */
    const char *const *names; /* by number */
    unsigned fields;          /* a bit for each that may be there */
    struct match_text *match; /* where unknown fields are noted; NULL: a match that has them is left to the engine */
    enum field_place place;   /* of the object */
    unsigned noted;           /* a bit for each unknown field of the match that is in the object */
};

/* Goes to the next item of a list, or where `key` is given, to the value of the next key of an object.  False at the end,
 * and at a fault; then `reason` says which. */
static inline bool next_entry(struct cursor *text, struct entries *entries, struct span *key) {
    const char *marks = key == NULL ? "[]" : "{}";
    bool first = !entries->begun;
    if (entries->reason != CLEAN)
        return false;
    entries->begun = true;
    bool good = !first || take(text, (unsigned char)marks[0]);
    if (good && take(text, (unsigned char)marks[1]))
        return false;
    good = good && (first || (take(text, ',') && !next_is(text, (unsigned char)marks[1])))
           && (key == NULL || (read_string(text, key) && take(text, ':')));
    entries->reason = good ? CLEAN : NOT_PLAIN;
    return good;
}

/* Sets the bit of what has been read; false if it was set before: it is there twice. */
static inline bool first_time(unsigned *seen, unsigned field) {
    bool first = !(*seen & BIT(field));
    *seen |= BIT(field);
    return first;
}

/* Notes an unknown field of an object and goes beyond its value. */
enum reason skip_unknown(struct cursor *text, const unsigned char *bytes, struct entries *object, struct span key);

/* Goes to the value of the next field of an object.  A field that is there twice is a fault.  One without a known name is
 * one too, or is noted where `match` says so: "fields not named here: kept and reported once as a notice". */
static inline bool next_field(struct cursor *text, const unsigned char *bytes, struct entries *object) {
    struct span key;
    while (next_entry(text, object, &key)) {
        object->field = 0;
        while (object->fields >> object->field
               && !(object->fields & BIT(object->field) && same(key, object->names[object->field])))
            object->field++;
        if (object->fields >> object->field) {
            object->reason = first_time(&object->seen, object->field) ? CLEAN : UNKNOWN_FIELD;
            return object->reason == CLEAN;
        }
        object->reason = skip_unknown(text, bytes, object, key);
    }
    return false;
}

/* A match whose parts have been found. */
struct match {
    const unsigned char *bytes;
    size_t size;
    struct match_text *text;
    int players;
    struct span seats[MOST_PLAYERS];
};

/* Finds the names of the seats; false where they are not so many. */
bool find_seats(struct match *match, int least, int most);

/* Goes to the value of the next seat of an object whose keys are seats. */
bool next_seat(struct cursor *text, const struct match *match, struct entries *object);

static inline int seat_named(const struct match *match, struct span name) {
    for (int seat = 0; seat < match->players; seat++)
        if (same_spans(match->seats[seat], name))
            return seat;
    return NONE;
}

static inline bool read_seat(struct cursor *text, const struct match *match, int *seat) {
    struct span name;
    return read_string(text, &name) && (*seat = seat_named(match, name)) != NONE;
}

/* The text of a match from a place on. */
static inline struct cursor from(const struct match *match, uint32_t place) {
    return (struct cursor){match->bytes + (place < match->size ? place : match->size), match->bytes + match->size};
}

bool read_whole(struct cursor *text, int64_t *number);
bool read_truth(struct cursor *text, bool *truth);

EXPORTED enum reason fupan_read(const unsigned char *bytes, size_t size, struct match_text *match,
                                struct hand_text *hands, uint32_t room);
EXPORTED const char *fupan_sources(void);
