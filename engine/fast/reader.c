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

/* The value of four hexadecimal digits; NONE if they are none. */
static int read_hexadecimal(const unsigned char *at, const unsigned char *end) {
    int value = 0;
    if (end - at < 4)
        return NONE;
    for (int i = 0; i < 4; i++) {
        unsigned char c = at[i], letter = c | 0x20;
        bool digit = c >= '0' && c <= '9';
        if (!digit && (letter < 'a' || letter > 'f'))
            return NONE;
        value = value * 16 + (digit ? c - '0' : letter - 'a' + 10);
    }
    return value;
}

bool skip_escape(const unsigned char **at, const unsigned char *end) {
    const unsigned char *mark = *at + 1;
    if (mark >= end)
        return false;
    if (*mark != 'u') {
        *at = mark + 1;
        return memchr("\"\\/bfnrt", *mark, 8) != NULL;
    }
    int unit = read_hexadecimal(mark + 1, end);
    *at = mark + 5;
    if (unit < 0xD800 || unit > 0xDFFF)
        return unit != NONE;
    if (unit > 0xDBFF || end - *at < 2 || (*at)[0] != '\\' || (*at)[1] != 'u')
        return false;
    unit = read_hexadecimal(*at + 2, end);
    *at += 6;
    return unit >= 0xDC00 && unit <= 0xDFFF;
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

bool read_truth(struct cursor *text, bool *truth) {
    *truth = next_is(text, 't');
    const char *word = *truth ? "true" : "false";
    size_t size = strlen(word);
    if ((size_t)(text->end - text->at) < size || memcmp(text->at, word, size) != 0)
        return false;
    text->at += size;
    return true;
}

bool next_seat(struct cursor *text, const struct match *match, struct entries *object) {
    struct span key;
    if (!next_entry(text, object, &key))
        return false;
    int seat = seat_named(match, key);
    object->field = (unsigned)seat;
    if (seat == NONE || !first_time(&object->seen, object->field))
        object->reason = NOT_PLAIN;
    return object->reason == CLEAN;
}

bool find_seats(struct match *match, int least, int most) {
    match->players = (int)match->text->players;
    if (match->players < least || match->players > most)
        return false;
    for (int seat = 0; seat < match->players; seat++) {
        struct cursor name = from(match, match->text->seat[seat]);
        match->seats[seat] = (struct span){name.at, match->text->seat_size[seat]};
        if ((size_t)(name.end - name.at) < match->seats[seat].size)
            return false;
    }
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
            const unsigned char *begin = text->at, *close, *mark;
            do {
                close = memchr(text->at, '"', (size_t)(text->end - text->at));
                if (close == NULL)
                    return false;
                text->at = mark = close + 1;
                while (mark - 1 > begin && mark[-2] == '\\')
                    mark--;
            } while ((close + 1 - mark) % 2 != 0);
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return true;
        }
    }
    return false;
}

/* Goes beyond a number without an exponent, and with so few digits that it is within the bound on numbers. */
static bool skip_number(struct cursor *text) {
    enum { MOST_DIGITS = 12 };
    const unsigned char *at = text->at, *end = text->end;
    at += at < end && *at == '-';
    const unsigned char *digits = at;
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    if (at == digits || at - digits > MOST_DIGITS || (*digits == '0' && at - digits > 1))
        return false;
    if (at < end && *at == '.') {
        const unsigned char *decimals = ++at;
        while (at < end && *at >= '0' && *at <= '9')
            at++;
        if (at == decimals || at - decimals > MOST_DIGITS)
            return false;
    }
    text->at = at;
    return at == end || (*at != 'e' && *at != 'E');
}

static bool skip_word(struct cursor *text, const char *word) {
    size_t size = strlen(word);
    if ((size_t)(text->end - text->at) < size || memcmp(text->at, word, size) != 0)
        return false;
    text->at += size;
    return true;
}

/* Goes beyond any value; an object has each field once.  `depth` is that of the objects and lists in it. */
static bool skip_value(struct cursor *text, unsigned depth) {
    enum { MOST_KEYS = 32 };
    struct entries items = {.begun = false};
    struct span key, value, names[MOST_KEYS];
    bool object = next_is(text, '{');
    unsigned count = 0;
    if (next_is(text, '"'))
        return read_text(text, &value, true);
    if (!object && !next_is(text, '['))
        return skip_word(text, "true") || skip_word(text, "false") || skip_word(text, "null") || skip_number(text);
    if (depth == 0)
        return false;
    while (next_entry(text, &items, object ? &key : NULL)) {
        for (unsigned i = 0; object && i < count; i++)
            if (same_spans(names[i], key))
                return false;
        if ((object && count == MOST_KEYS) || !skip_value(text, depth - 1))
            return false;
        if (object)
            names[count++] = key;
    }
    return items.reason == CLEAN;
}

enum reason skip_unknown(struct cursor *text, const unsigned char *bytes, struct entries *object, struct span key) {
    enum { DEPTH_OF_VALUES = 8 };
    struct match_text *match = object->match;
    uint32_t number = 0;
    if (match == NULL)
        return UNKNOWN_FIELD;
    while (number < match->unknown_fields
           && !(match->unknown[number].place == (uint32_t)object->place
                && same_spans((struct span){bytes + match->unknown[number].at, match->unknown[number].size}, key)))
        number++;
    if (number == MOST_UNKNOWN || !first_time(&object->noted, number))
        return UNKNOWN_FIELD;
    if (number == match->unknown_fields) {
        match->unknown[number] = (struct field_text){object->place, (uint32_t)(key.at - bytes), (uint32_t)key.size};
        match->unknown_fields++;
    }
    return skip_value(text, DEPTH_OF_VALUES) ? CLEAN : UNKNOWN_FIELD;
}

/* "`played_at` is RFC 3339": a day that every month has, no fraction, no leap second, zone Z or hours and minutes. */
static bool is_moment(struct span text) {
    enum { YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, ZONE_HOUR, ZONE_MINUTE, NUMBERS };
    static const char form[] = "0000-00-00T00:00:00+00:00";
    unsigned numbers[NUMBERS] = {0}, number = YEAR;
    bool at_zero = text.size == sizeof "0000-00-00T00:00:00Z" - 1 && text.at[text.size - 1] == 'Z';
    size_t size = at_zero ? text.size - 1 : text.size;
    if (!at_zero && size != sizeof form - 1)
        return false;
    for (size_t i = 0; i < size; i++) {
        unsigned char c = text.at[i];
        if (form[i] != '0') {
            if (c != (unsigned char)form[i] && !(form[i] == '+' && c == '-'))
                return false;
            number++;
        } else {
            if (c < '0' || c > '9')
                return false;
            numbers[number] = numbers[number] * 10 + (c - '0');
        }
    }
    static const unsigned char days[] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return numbers[MONTH] >= 1 && numbers[MONTH] <= 12 && numbers[DAY] >= 1 && numbers[DAY] <= days[numbers[MONTH]]
           && numbers[HOUR] <= 23 && numbers[MINUTE] <= 59 && numbers[SECOND] <= 59 && numbers[ZONE_HOUR] <= 23
           && numbers[ZONE_MINUTE] <= 59;
}

/* "`match`: identification; `id` is free text; `played_at` is RFC 3339". */
static enum reason read_info(struct cursor *text, const unsigned char *bytes, struct match_text *match) {
    enum { ID, PLAYED_AT, EVENT, TABLE, NOTE, FIELDS };
    static const char *const names[] = {
        [ID] = "id", [PLAYED_AT] = "played_at", [EVENT] = "event", [TABLE] = "table", [NOTE] = "note",
    };
    struct entries info = {.names = names, .fields = FIRST(FIELDS), .match = match, .place = IN_INFO};
    struct span value;
    while (next_field(text, bytes, &info)) {
        if (!read_text(text, &value, info.field != PLAYED_AT))
            return NOT_PLAIN;
        if (info.field == PLAYED_AT && !is_moment(value))
            return MATCH_FIELDS;
        if (info.field == ID) {
            match->has_id = 1;
            match->id = (uint32_t)(value.at - bytes);
            match->id_size = (uint32_t)value.size;
        }
    }
    return info.reason;
}

static bool skip_options(struct cursor *text, unsigned depth);

/* The value of an option that needs no judgement: a text, a whole number, true or false, or a table of such values. */
static bool skip_option(struct cursor *text, unsigned depth) {
    struct span string;
    bool truth;
    int64_t number;
    if (next_is(text, '"'))
        return read_string(text, &string);
    if (next_is(text, '{'))
        return depth > 0 && skip_options(text, depth - 1);
    return read_truth(text, &truth) || read_whole(text, &number);
}

/* Options, or the cells of a table, each named once; `depth` is that of the tables in them. */
static bool skip_options(struct cursor *text, unsigned depth) {
    enum { MOST_OPTIONS = 32 };
    struct entries options = {.begun = false};
    struct span key, names[MOST_OPTIONS];
    unsigned count = 0;
    while (next_entry(text, &options, &key)) {
        for (unsigned i = 0; i < count; i++)
            if (same_spans(names[i], key))
                return false;
        if (count == MOST_OPTIONS || !skip_option(text, depth))
            return false;
        names[count++] = key;
    }
    return options.reason == CLEAN;
}

/* "`rules`: a preset's name and options that differ from it". */
static enum reason read_claim(struct cursor *text, const unsigned char *bytes, struct match_text *match) {
    enum { PRESET, CHANGED, FIELDS, DEPTH_OF_TABLES = 2 };
    static const char *const names[] = {[PRESET] = "preset", [CHANGED] = "options"};
    struct entries claim = {.names = names, .fields = FIRST(FIELDS), .match = match, .place = IN_CLAIM};
    struct span value;
    while (next_field(text, bytes, &claim))
        if (!(claim.field == PRESET ? read_string(text, &value) : skip_options(text, DEPTH_OF_TABLES)))
            return RULES_FIELD;
    return claim.reason == UNKNOWN_FIELD ? RULES_FIELD : claim.reason;
}

/* "`seat` is 1-8 of `A-Za-z0-9_`, unique". */
static bool is_seat(struct span name) {
    bool good = name.size >= 1 && name.size <= 8;
    for (size_t i = 0; i < name.size && good; i++) {
        unsigned char c = name.at[i];
        good = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
    }
    return good;
}

static enum reason read_player(struct cursor *text, const unsigned char *bytes, struct match_text *match) {
    enum { SEAT, NAME, ID, FIELDS };
    static const char *const names[] = {[SEAT] = "seat", [NAME] = "name", [ID] = "id"};
    struct entries player = {.names = names, .fields = FIRST(FIELDS), .match = match, .place = IN_PLAYER};
    struct span value;
    if (match->players == MOST_PLAYERS)
        return PLAYERS_FIELD;
    while (next_field(text, bytes, &player)) {
        if (!read_text(text, &value, player.field != SEAT) || (player.field == SEAT && !is_seat(value)))
            return PLAYERS_FIELD;
        if (player.field != SEAT)
            continue;
        for (unsigned i = 0; i < match->players; i++)
            if (same_spans((struct span){bytes + match->seat[i], match->seat_size[i]}, value))
                return PLAYERS_FIELD;
        match->seat[match->players] = (uint32_t)(value.at - bytes);
        match->seat_size[match->players] = (uint32_t)value.size;
    }
    match->players++;
    return player.reason == CLEAN && player.seen & BIT(SEAT) ? CLEAN : PLAYERS_FIELD;
}

/* "Of a hand": finds where its parts begin; the game reads them. */
static enum reason find_hand(struct cursor *text, const unsigned char *bytes, struct match_text *match,
                             struct hand_text *hand) {
    enum { SETUP, DEALT, ACTIONS, RESULT, FIELDS };
    static const char *const names[] = {
        [SETUP] = "setup", [DEALT] = "deal", [ACTIONS] = "actions", [RESULT] = "result",
    };
    uint32_t *const places[] = {
        [SETUP] = &hand->setup, [DEALT] = &hand->deal, [ACTIONS] = &hand->actions, [RESULT] = &hand->result,
    };
    struct entries parts = {.names = names, .fields = FIRST(FIELDS), .match = match, .place = IN_HAND};
    *hand = (struct hand_text){.setup = 0};
    while (next_field(text, bytes, &parts)) {
        *places[parts.field] = (uint32_t)(text->at - bytes);
        if (!skip_nested(text))
            return NOT_PLAIN;
    }
    return parts.reason == CLEAN && hand->actions == 0 ? NOT_PLAIN : parts.reason;
}

/* Finds the parts of a match, and reads those that are the same in every game.  `hands` has room for some hands. */
enum reason fupan_read(const unsigned char *bytes, size_t size, struct match_text *match, struct hand_text *hands,
                       uint32_t room) {
    enum { FORMAT, GAME, CLAIM, INFO, PLAYERS, HANDS, RESULT, FIELDS };
    static const char *const names[] = {
        [FORMAT] = "format",   [GAME] = "game",   [CLAIM] = "rules",   [INFO] = "match",
        [PLAYERS] = "players", [HANDS] = "hands", [RESULT] = "result",
    };
    const unsigned needed = BIT(FORMAT) | BIT(GAME) | BIT(PLAYERS) | BIT(HANDS);
    struct entries parts = {.names = names, .fields = FIRST(FIELDS), .match = match, .place = IN_MATCH};
    struct cursor text = {bytes, bytes + size};
    struct span value;
    *match = (struct match_text){.claim = 0};
    if (size > MOST_BYTES)
        return NOT_PLAIN;
    while (next_field(&text, bytes, &parts)) {
        struct entries list = {.begun = false};
        uint32_t place = (uint32_t)(text.at - bytes);
        if (parts.field == FORMAT || parts.field == GAME) {
            if (!read_string(&text, &value) || (parts.field == FORMAT && !same(value, "fupan/1")))
                return NOT_PLAIN;
            if (parts.field == GAME) {
                match->game = (uint32_t)(value.at - bytes);
                match->game_size = (uint32_t)value.size;
            }
        } else if (parts.field == CLAIM) {
            list.reason = read_claim(&text, bytes, match);
            match->claim = place;
            match->claim_size = (uint32_t)(text.at - bytes) - place;
        } else if (parts.field == INFO) {
            list.reason = read_info(&text, bytes, match);
        } else if (parts.field == RESULT) {
            match->result = place;
            if (!skip_nested(&text))
                return NOT_PLAIN;
        } else {
            while (next_entry(&text, &list, NULL)) {
                if (parts.field == PLAYERS)
                    list.reason = read_player(&text, bytes, match);
                else if (match->hands == room || match->hands == MOST_HANDS)
                    return ROOM;
                else
                    list.reason = find_hand(&text, bytes, match, &hands[match->hands++]);
            }
        }
        if (list.reason != CLEAN)
            return list.reason;
    }
    if (parts.reason != CLEAN || (parts.seen & needed) != needed)
        return parts.reason == CLEAN ? NOT_PLAIN : parts.reason;
    skip_space(&text);
    return text.at == text.end ? CLEAN : NOT_PLAIN;
}

const char *fupan_sources(void) { return FUPAN_SOURCES; }
