/* The bytes of a match, read only as far as they are plainly in order: see reader.h. */
#include "reader.h"

#ifndef FUPAN_SOURCES
#define FUPAN_SOURCES ""
#endif

/* The number of bytes of the character that begins here in UTF-8; 0 if none does.  The first byte is above 127. */
size_t character_size(const unsigned char *at, const unsigned char *end) {
    unsigned char first = at[0];
    size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || (size_t)(end - at) < size)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    if ((first == 0xE0 && at[1] < 0xA0) || (first == 0xED && at[1] > 0x9F) || (first == 0xF0 && at[1] < 0x90)
        || (first == 0xF4 && at[1] > 0x8F))
        return 0;
    return size;
}

/* A whole number within the bound on points, written without a fraction or an exponent. */
bool read_whole(struct cursor *text, int64_t *number) {
    skip_space(text);
    bool negative = text->at < text->end && *text->at == '-';
    if (negative)
        text->at++;
    const unsigned char *begin = text->at;
    int64_t value = 0;
    while (text->at < text->end && *text->at >= '0' && *text->at <= '9') {
        value = value * 10 + (*text->at - '0');
        text->at++;
        if (value > MOST_POINTS)
            return false;
    }
    size_t digits = (size_t)(text->at - begin);
    if (digits == 0 || (digits > 1 && *begin == '0') || (negative && value == 0))
        return false;
    if (text->at < text->end && (*text->at == '.' || *text->at == 'e' || *text->at == 'E'))
        return false;
    *number = negative ? -value : value;
    return true;
}

bool first_time(uint32_t *seen, unsigned field) {
    uint32_t bit = (uint32_t)1 << field;
    if (*seen & bit)
        return false;
    *seen |= bit;
    return true;
}

/* Goes beyond an object or a list, which is read later, from its beginning: only then does each byte have to be right.
 * Of an object or a list that is then read without a fault, this finds the same end. */
static bool skip_nested(struct cursor *text) {
    if (!next_is(text, '{') && !next_is(text, '['))
        return false;
    unsigned depth = 0;
    while (text->at < text->end) {
        unsigned char c = *text->at++;
        if (c == '"') {
            const unsigned char *close = memchr(text->at, '"', (size_t)(text->end - text->at));
            if (close == NULL)
                return false;
            text->at = close + 1;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return true;
        }
    }
    return false;
}

static bool digits(const unsigned char *at, size_t count, unsigned *number) {
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        if (at[i] < '0' || at[i] > '9')
            return false;
        *number = *number * 10 + (unsigned)(at[i] - '0');
    }
    return true;
}

/* "`played_at` is RFC 3339": a day that every month has, no fraction, no leap second, zone Z or hours and minutes. */
static bool is_moment(struct span text) {
    static const char form[] = "0000-00-00T00:00:00";
    unsigned year, month, day, hour, minute, second, hours = 0, minutes = 0;
    const unsigned char *at = text.at;
    if (text.size != 20 && text.size != 25)
        return false;
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (form[i] != '0' && at[i] != (unsigned char)form[i])
            return false;
    if (!digits(at, 4, &year) || !digits(at + 5, 2, &month) || !digits(at + 8, 2, &day) || !digits(at + 11, 2, &hour)
        || !digits(at + 14, 2, &minute) || !digits(at + 17, 2, &second))
        return false;
    if (text.size == 20) {
        if (at[19] != 'Z')
            return false;
    } else if ((at[19] != '+' && at[19] != '-') || at[22] != ':' || !digits(at + 20, 2, &hours)
               || !digits(at + 23, 2, &minutes)) {
        return false;
    }
    bool long_month = month == 1 || month == 3 || month == 5 || month == 7 || month == 8 || month == 10 || month == 12;
    unsigned days = month == 2 ? 28 : long_month ? 31 : 30;
    return month >= 1 && month <= 12 && day >= 1 && day <= days && hour <= 23 && minute <= 59 && second <= 59
           && hours <= 23 && minutes <= 59;
}

/* "`match`: identification; `id` is free text; `played_at` is RFC 3339". */
static enum reason read_info(struct cursor *text, const unsigned char *bytes, struct match_text *match) {
    static const char *const fields[] = {"id", "played_at", "event", "table", "note"};
    uint32_t seen = 0;
    bool begun = false;
    struct span key, value;
    enum step step;
    if (!take(text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        unsigned field = 0;
        while (field < 5 && !same(key, fields[field]))
            field++;
        if (field == 5 || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        if (!read_string(text, &value))
            return NOT_PLAIN;
        if (field == 1 && !is_moment(value))
            return MATCH_FIELDS;
        if (field == 0) {
            match->has_id = 1;
            match->id = (uint32_t)(value.at - bytes);
            match->id_size = (uint32_t)value.size;
        }
    }
    return step == END ? CLEAN : NOT_PLAIN;
}

static bool skip_options(struct cursor *text, unsigned depth);

/* The value of an option that needs no judgement: a text, a whole number, true or false, or a table of such values. */
static bool skip_option(struct cursor *text, unsigned depth) {
    struct span string;
    int64_t number;
    if (next_is(text, '"'))
        return read_string(text, &string);
    if (next_is(text, '{'))
        return depth > 0 && skip_options(text, depth - 1);
    size_t left = (size_t)(text->end - text->at);
    if (left >= 4 && memcmp(text->at, "true", 4) == 0) {
        text->at += 4;
        return true;
    }
    if (left >= 5 && memcmp(text->at, "false", 5) == 0) {
        text->at += 5;
        return true;
    }
    return read_whole(text, &number);
}

/* Options, or the cells of a table, each named once; `depth` is that of the tables in them. */
static bool skip_options(struct cursor *text, unsigned depth) {
    enum { MOST_OPTIONS = 32 };
    struct span key, names[MOST_OPTIONS];
    bool begun = false;
    unsigned count = 0;
    enum step step;
    if (!take(text, '{'))
        return false;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        for (unsigned i = 0; i < count; i++)
            if (same_spans(names[i], key))
                return false;
        if (count == MOST_OPTIONS || !skip_option(text, depth))
            return false;
        names[count++] = key;
    }
    return step == END;
}

/* "`rules`: a preset's name and options that differ from it". */
static enum reason read_claim(struct cursor *text) {
    enum { DEPTH_OF_TABLES = 2 };
    struct span key, value;
    uint32_t seen = 0;
    bool begun = false;
    enum step step;
    if (!take(text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        bool good = same(key, "preset")    ? first_time(&seen, 0) && read_string(text, &value)
                    : same(key, "options") ? first_time(&seen, 1) && skip_options(text, DEPTH_OF_TABLES)
                                           : false;
        if (!good)
            return RULES_FIELD;
    }
    return step == END ? CLEAN : NOT_PLAIN;
}

/* "`seat` is 1-8 of `A-Za-z0-9_`, unique". */
static bool is_seat(struct span name) {
    if (name.size < 1 || name.size > 8)
        return false;
    for (size_t i = 0; i < name.size; i++) {
        unsigned char c = name.at[i];
        if (!((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'))
            return false;
    }
    return true;
}

static enum reason read_players(struct cursor *text, const unsigned char *bytes, struct match_text *match) {
    static const char *const fields[] = {"seat", "name", "id"};
    bool begun = false;
    enum step step;
    if (!take(text, '['))
        return NOT_PLAIN;
    while ((step = next_item(text, &begun)) == MORE) {
        uint32_t seen = 0;
        bool inner = false;
        struct span key, value;
        if (match->players == MOST_PLAYERS || !take(text, '{'))
            return PLAYERS_FIELD;
        while ((step = next_key(text, &inner, &key)) == MORE) {
            unsigned field = 0;
            while (field < 3 && !same(key, fields[field]))
                field++;
            if (field == 3 || !first_time(&seen, field) || !read_string(text, &value))
                return PLAYERS_FIELD;
            if (field != 0)
                continue;
            if (!is_seat(value))
                return PLAYERS_FIELD;
            for (unsigned i = 0; i < match->players; i++)
                if (same_spans((struct span){bytes + match->seat[i], match->seat_size[i]}, value))
                    return PLAYERS_FIELD;
            match->seat[match->players] = (uint32_t)(value.at - bytes);
            match->seat_size[match->players] = (uint32_t)value.size;
        }
        if (step != END || !(seen & 1))
            return PLAYERS_FIELD;
        match->players++;
    }
    return step == END ? CLEAN : NOT_PLAIN;
}

/* "Of a hand": finds where its parts begin; the game reads them. */
static enum reason find_hand(struct cursor *text, const unsigned char *bytes, struct hand_text *hand) {
    static const char *const fields[] = {"setup", "deal", "actions", "result"};
    uint32_t *const places[] = {&hand->setup, &hand->deal, &hand->actions, &hand->result};
    bool begun = false;
    struct span key;
    enum step step;
    *hand = (struct hand_text){0, 0, 0, 0};
    if (!take(text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(text, &begun, &key)) == MORE) {
        unsigned field = 0;
        while (field < 4 && !same(key, fields[field]))
            field++;
        if (field == 4 || *places[field] != 0)
            return UNKNOWN_FIELD;
        *places[field] = (uint32_t)(text->at - bytes);
        if (!skip_nested(text))
            return NOT_PLAIN;
    }
    return step == END && hand->actions != 0 ? CLEAN : NOT_PLAIN;
}

/* Finds the parts of a match, and reads those that are the same in every game.  `hands` has room for some hands. */
enum reason fupan_read(const unsigned char *bytes, size_t size, struct match_text *match, struct hand_text *hands,
                       uint32_t room) {
    static const char *const fields[] = {"format", "game", "rules", "match", "players", "hands", "result"};
    uint32_t seen = 0;
    bool begun = false;
    struct cursor text = {bytes, bytes + size};
    struct span key, value;
    enum step step;
    *match = (struct match_text){0};
    if (size > MOST_BYTES || !take(&text, '{'))
        return NOT_PLAIN;
    while ((step = next_key(&text, &begun, &key)) == MORE) {
        enum reason reason = CLEAN;
        unsigned field = 0;
        while (field < 7 && !same(key, fields[field]))
            field++;
        if (field == 7 || !first_time(&seen, field))
            return UNKNOWN_FIELD;
        switch (field) {
        case 0:
            if (!read_string(&text, &value) || !same(value, "fupan/1"))
                return NOT_PLAIN;
            break;
        case 1:
            if (!read_string(&text, &value))
                return NOT_PLAIN;
            match->game = (uint32_t)(value.at - bytes);
            match->game_size = (uint32_t)value.size;
            break;
        case 2:
            match->claim = (uint32_t)(text.at - bytes);
            reason = read_claim(&text);
            match->claim_size = (uint32_t)(text.at - bytes) - match->claim;
            break;
        case 3:
            reason = read_info(&text, bytes, match);
            break;
        case 4:
            reason = read_players(&text, bytes, match);
            break;
        case 5:
            if (!take(&text, '['))
                return NOT_PLAIN;
            bool inner = false;
            while ((step = next_item(&text, &inner)) == MORE) {
                if (match->hands == room || match->hands == MOST_HANDS)
                    return ROOM;
                reason = find_hand(&text, bytes, &hands[match->hands++]);
                if (reason != CLEAN)
                    return reason;
            }
            if (step != END)
                return NOT_PLAIN;
            break;
        default:
            match->result = (uint32_t)(text.at - bytes);
            if (!skip_nested(&text))
                return NOT_PLAIN;
        }
        if (reason != CLEAN)
            return reason;
    }
    const uint32_t needed = 1u << 0 | 1u << 1 | 1u << 4 | 1u << 5;
    if (step != END || (seen & needed) != needed)
        return NOT_PLAIN;
    skip_space(&text);
    return text.at == text.end ? CLEAN : NOT_PLAIN;
}

const char *fupan_sources(void) { return FUPAN_SOURCES; }
