/* A hand of a game in which seats play cards in turn, each to beat the play before, until a side has none left: what
 * Guandan, Big A and Bao Huang do alike.  The header of a game's table includes made/<game>.h before
 * this file, which takes SEATS and the counts from it. */
#pragma once

#include "actions.h"
#include "known.h"
#include "made/climbing.h"
#include "records.h"

struct hand {
    const struct match *match;
    struct clock clock;
    struct notes *notes;
    struct note note;           /* of the action that is done now, but for its kind and its seat */
    struct seat_counts *counts; /* by seat; NULL where nothing is counted */
    uint8_t *bomb;              /* the fates of the kind of the bomb that lies on the table, or NULL */
    int turn;                   /* NONE before the first play */
    int owner, closer;          /* the seat of the last play, and the one after whose pass its round is won */
    int following[SEATS], preceding[SEATS];
    int top;                    /* the form of the last play; 0: nothing on the table */
    unsigned out;               /* a bit for each seat without cards */
    int finish[SEATS], places;  /* the seats that are out, in order; at the end of the hand, then those that are left */
    bool ended, void_deal;
};

/* A hand of a match before its first action. */
static inline struct hand open_hand(const struct match *match, uint32_t index, struct notes *notes,
                                    struct hand_counts *counts) {
    struct hand hand = {.match = match, .notes = notes, .turn = NONE, .owner = NONE, .closer = NONE};
    hand.clock.before = NONE;
    hand.note.hand = (int32_t)index;
    hand.counts = counts == NULL ? NULL : counts[index].seats;
    for (int seat = 0; seat < SEATS; seat++) {
        hand.following[seat] = (seat + 1) % SEATS;
        hand.preceding[seat] = (seat + SEATS - 1) % SEATS;
    }
    return hand;
}

/* Finds out who took the first card, where it is not stated: the cards are taken one at a time from that seat on, so
 * that the first seats have one card more.  False where the seats have other numbers of cards. */
static inline bool find_first(int *first, const int left[SEATS], int all) {
    for (int taker = 0; taker < SEATS; taker++) {
        bool fits = *first == NONE || *first == taker;
        for (int seat = 0; seat < SEATS; seat++)
            fits = fits && left[seat] == all / SEATS + ((seat - taker + SEATS) % SEATS < all % SEATS);
        if (fits) {
            *first = taker;
            return true;
        }
    }
    return false;
}

/* What comes before each action; false once the hand has ended.  "the time of an action is its own less that of the action
 * right before it in the log, if both have one and it is not less; it is the acting seat's, whatever the verb". */
static inline bool begin_action(struct hand *hand, const struct action *action) {
    int64_t before = hand->clock.before, now = hand->clock.now;
    hand->note.action = action->number;
    hand->note.at = (uint32_t)(action->text.at - hand->match->bytes);
    hand->note.size = (uint32_t)action->text.size;
    hand->clock.before = action->timed ? now : NONE;
    if (hand->counts != NULL && !hand->ended && action->timed && before != NONE) {
        hand->counts[action->seat].seconds += now - before;
        hand->counts[action->seat].timed++;
    }
    return !hand->ended;
}

/* A note of the action that is done now. */
static inline struct note note_of(const struct hand *hand, int kind, int seat, int count) {
    struct note note = hand->note;
    note.kind = kind;
    note.seat = seat;
    note.count = count;
    return note;
}

/* False where there are too many notes. */
static inline bool add_note(struct notes *notes, struct note note) {
    if (notes->count == notes->room)
        return false;
    notes->list[notes->count++] = note;
    return true;
}

/* "a bomb has won if the next play is a lead, or there is none". */
static inline void end_bomb(struct hand *hand, int fate) {
    if (hand->bomb != NULL)
        hand->bomb[fate]++;
    hand->bomb = NULL;
}

static inline void lay_bomb(struct hand *hand, uint8_t fates[FATES], bool last) {
    fates[PLAYED]++;
    fates[LAST] = (uint8_t)(fates[LAST] + last);
    hand->bomb = fates;
}

/* Counts a play before it lies on the table.  `form` is the number of what is played among all forms; NONE: nobody asks
 * for it. */
static inline void count_play(struct hand *hand, int seat, int form, int cards) {
    struct seat_counts *own = &hand->counts[seat];
    bool leads = hand->top == 0;
    end_bomb(hand, leads ? WON : BEATEN);
    own->plays++;
    own->leads += leads;
    own->lead_cards += leads ? cards : 0;
    if (form != NONE)
        own->forms[form / 8] |= (uint8_t)(1 << form % 8);
}

/* "a pass with nothing on the table is none"; "`passes_able`: passes when some legal play of cards that the seat is known
 * to hold would have beaten what lay on the table". */
static inline void count_pass(struct hand *hand, int seat, bool able) {
    hand->counts[seat].passes++;
    hand->counts[seat].passes_able += able;
}

/* "A player without cards is passed over."  "The hand ends when" all seats of a side, given as a bit for each, "are both
 * out, or all their opponents are"; "shared places are those left". */
static inline void go_out(struct hand *hand, int seat, unsigned side) {
    unsigned others = FIRST(SEATS) & ~side;
    int before = hand->preceding[seat], after = hand->following[seat];
    hand->following[before] = after;
    hand->preceding[after] = before;
    hand->out |= BIT(seat);
    hand->finish[hand->places++] = seat;
    hand->ended = (hand->out & side) == side || (hand->out & others) == others;
    for (int left = 0, place = hand->places; left < SEATS && hand->ended; left++)
        if (!(hand->out & BIT(left)))
            hand->finish[place++] = left;
}

/* Lays a play on the table.  `left` is the number of cards that its seat still has, `side` a side of the hand. */
static inline void put_on_table(struct hand *hand, int seat, int form, int left, unsigned side) {
    hand->top = form;
    hand->owner = seat;
    hand->closer = hand->preceding[seat];
    hand->turn = hand->following[seat];
    if (left == 0)
        go_out(hand, seat, side);
}

/* Passes for the seat in turn.  The seat that has won the round, which says who leads; NONE while the round goes on. */
static inline int pass_turn(struct hand *hand) {
    bool won = hand->turn == hand->closer;
    hand->turn = won ? NONE : hand->following[hand->turn];
    if (won)
        hand->top = 0;
    return won ? hand->owner : NONE;
}

/* The order of finish, none of a void deal.  How many of the last seats share their places. */
static inline int order_of(const struct hand *hand, int32_t finish[SEATS]) {
    for (int place = 0; place < SEATS; place++)
        finish[place] = hand->void_deal ? NONE : hand->finish[place];
    return hand->void_deal ? 0 : SEATS - hand->places;
}

/* The place of a seat; of a chief and its helper that share the last places, the helper has the last one. */
static inline int place_beside(const int32_t finish[SEATS], int sharing, int chief, int helper) {
    int place = place_of(finish, SEATS, sharing, helper);
    return place + (chief != helper && place == place_of(finish, SEATS, sharing, chief));
}

/* What the places of a chief and its helper, who may be one seat, come to: `each` is by the two places. */
static inline void score_places(const int32_t each[SEATS][SEATS][ROLE_SCORES], const int32_t finish[SEATS], int sharing,
                                int chief, int helper, int64_t scores[SEATS]) {
    int one = place_of(finish, SEATS, sharing, chief), other = place_beside(finish, sharing, chief, helper);
    for (int seat = 0; seat < SEATS; seat++)
        scores[seat] = each[one][other][seat == chief ? OF_CHIEF : seat == helper ? OF_HELPER : OF_OTHERS];
}
