// SPDX-License-Identifier: GPL-3.0-or-later
#include "CICAL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct ical_functions functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define FIND(name, symbol, result, arguments) \
    &&(functions.name = (__typeof__(functions.name))dlsym(library, #symbol)) != NULL

static void load(void) {
    /* 3 is Debian 12's. */
    void *library = dlopen("libical.so.3", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) library = dlopen("libical.so", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_loaded = 1 ICAL_FUNCTIONS(FIND);
}

const struct ical_functions *cical_functions(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
