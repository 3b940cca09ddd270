// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <time.h>

/* The one function of libical that Cabrank calls, by the name it calls it, with a declaration of its own: nothing of libical is needed
   to build. The library is loaded when a calendar with a recurrence rule is imported, and by nothing else.
   Source: https://libical.github.io/libical/ */

/* expand: the first `count` instants of a rule (RFC 5545, 3.3.10) at or after `start`, in order; zeros stand for those that there are not.
   Times are seconds after 1970-01-01 00:00 without zones: of a clock on a wall, they are that clock's. */
#define ICAL_FUNCTIONS(EACH) \
    EACH(expand, icalrecur_expand_recurrence, int, (const char *rule, time_t start, int count, time_t *instants))

#define ICAL_FIELD(name, symbol, result, arguments) result(*name) arguments;
struct ical_functions {
    ICAL_FUNCTIONS(ICAL_FIELD)
};
#undef ICAL_FIELD

/* The functions, loaded at the first call; NULL when there is no libical. May be called from any thread. */
const struct ical_functions *cical_functions(void);
