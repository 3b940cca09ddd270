// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <proj.h>

/* The functions of PROJ that Cabrank calls. The library is loaded when the first position is projected, not with the
   program: it brings some forty others with it (HTTP, TLS, TIFF), and loading them takes longer than a small city runs. */
struct proj_functions {
    __typeof__(&proj_context_create) context_create;
    __typeof__(&proj_context_destroy) context_destroy;
    __typeof__(&proj_context_set_search_paths) context_set_search_paths;
    __typeof__(&proj_log_func) log_func;
    __typeof__(&proj_create) create;
    __typeof__(&proj_destroy) destroy;
    __typeof__(&proj_coord) coord;
    __typeof__(&proj_torad) torad;
    __typeof__(&proj_todeg) todeg;
    __typeof__(&proj_trans) trans;
    __typeof__(&proj_lp_dist) lp_dist;
};

/* The functions, loaded at the first call; NULL when there is no PROJ. May be called from any thread. */
const struct proj_functions *cproj_functions(void);
