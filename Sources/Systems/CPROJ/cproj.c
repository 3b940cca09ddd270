// SPDX-License-Identifier: GPL-3.0-or-later
#include "CPROJ.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct proj_functions functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define FIND(name) ((functions.name = (__typeof__(functions.name))dlsym(library, "proj_" #name)) != NULL)

static void load(void) {
    /* The number is the one of the interface that the header describes; the plain name comes with the header. */
    void *library = dlopen("libproj.so.25", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) library = dlopen("libproj.so", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_loaded = FIND(context_create) && FIND(context_destroy) && FIND(context_set_search_paths) && FIND(log_func) &&
        FIND(create) && FIND(destroy) && FIND(coord) && FIND(torad) && FIND(todeg) && FIND(trans) && FIND(lp_dist);
}

const struct proj_functions *cproj_functions(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
