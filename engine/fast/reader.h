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

/* Why a match is left to the engine.  The names are those that counts of such matches are given under. */
#define REASONS(X) \
    X(CLEAN, "clean") \
    X(NO_LANE, "no-lane") \
    X(NOT_PLAIN, "not-plain") \
    X(UNKNOWN_FIELD, "unknown-field") \
    X(MATCH_FIELDS, "match-fields") \
    X(RULES_FIELD, "rules-field") \
    X(PLAYERS_FIELD, "players-field") \
    X(ROOM, "room") \
    X(SETUP_FIELD, "setup-field") \
    X(SETUP_DIFFERS, "setup-differs") \
    X(LEVEL_UNKNOWN, "level-unknown") \
    X(TRIBUTE_UNKNOWN, "tribute-unknown") \
    X(DEAL, "deal") \
    X(ACTION_TEXT, "action-text") \
    X(ACTION_FAULT, "action-fault") \
    X(TRIBUTE_FAULT, "tribute-fault") \
    X(PLAY_FAULT, "play-fault") \
    X(CLOCK, "clock") \
    X(REPORT_FAULT, "report-fault") \
    X(NOTES, "notes") \
    X(NOT_FINISHED, "not-finished") \
    X(AFTER_MATCH, "after-match") \
    X(RESULT_FIELD, "result-field") \
    X(RESULT_DIFFERS, "result-differs") \
    X(POINTS, "points")

enum reason {
#define REASON(name, text) name,
    REASONS(REASON)
#undef REASON
    REASON_COUNT
};

enum {
    MOST_PLAYERS = 8,
    MOST_HANDS = 2000,
    MOST_ACTIONS = 10000,
    MOST_TEXT = 4096,
    MOST_BYTES = 16 * 1024 * 1024,
    MOST_POINTS = 1000000000
};

struct span {
    const unsigned char *at;
    size_t size;
};

struct cursor {
    const unsigned char *at;
    const unsigned char *end;
};

enum step { FAULT, MORE, END };

/* Where the values of a hand begin, counted in bytes from the beginning of the match; 0: there is no such value. */
struct hand_text {
    uint32_t setup, deal, actions, result;
};

/* Where the parts of a match are, counted as above.  `claim` is the whole value of `rules`. */
struct match_text {
    uint32_t claim, claim_size;
    uint32_t game, game_size;
    uint32_t has_id, id, id_size;
    uint32_t result;
    uint32_t players, hands;
    uint32_t seat[MOST_PLAYERS], seat_size[MOST_PLAYERS];
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
EXPORTED const char *fupan_reason(int reason);
EXPORTED const char *fupan_sources(void);

#endif
