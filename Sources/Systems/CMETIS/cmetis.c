// SPDX-License-Identifier: GPL-3.0-or-later
#include "CMETIS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct metis_functions functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define FIND(name, symbol) &&(functions.name = (__typeof__(functions.name))dlsym(library, #symbol)) != NULL

static void load(void) {
    /* The number is the one of the interface that the header describes; the plain name comes with the header. */
    void *library = dlopen("libmetis.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) library = dlopen("libmetis.so", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_loaded = 1 METIS_FUNCTIONS(FIND);
}

const struct metis_functions *cmetis_functions(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
