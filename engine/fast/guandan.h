/* A match of Guandan that is plainly clean: see guandan.c. */
#ifndef FUPAN_GUANDAN_H
#define FUPAN_GUANDAN_H

#include "actions.h"
#include "guandan_cards.h"

/* guandan_known.c */
enum reason guandan_unknown(const struct rules *rules, bool counting);

EXPORTED enum reason fupan_guandan(const unsigned char *bytes, size_t size, const struct match_text *match,
                          const struct hand_text *hands, const struct rules *rules, struct guandan_hand_facts *facts,
                          struct notes *notes, struct hand_counts *counts, struct guandan_match_facts *whole);

#endif
