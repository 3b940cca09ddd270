// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <metis.h>

/* The functions of METIS that Cabrank calls, by the names it calls them. The library is loaded when streets are imported, and
   by nothing else: the order that it makes lies in the file of the network. */
#define METIS_FUNCTIONS(EACH) \
    EACH(setDefaults, METIS_SetDefaultOptions) \
    EACH(dissect, METIS_NodeND)

#define METIS_FIELD(name, symbol) __typeof__(&symbol) name;
struct metis_functions {
    METIS_FUNCTIONS(METIS_FIELD)
};
#undef METIS_FIELD

/* What a vertex is numbered by: Debian's METIS has 32 bits. */
_Static_assert(sizeof(idx_t) == 4, "this METIS numbers vertices by other than 32 bits");

/* Places in the array of options, and what METIS returns when it succeeded, as Swift sees them. */
enum {
    cmetis_option_count = METIS_NOPTIONS,
    cmetis_option_seed = METIS_OPTION_SEED,
    cmetis_option_separators = METIS_OPTION_NSEPS,
    cmetis_option_numbering = METIS_OPTION_NUMBERING,
    cmetis_succeeded = METIS_OK
};

/* The functions, loaded at the first call; NULL when there is no METIS. May be called from any thread. */
const struct metis_functions *cmetis_functions(void);
