// SPDX-License-Identifier: GPL-3.0-or-later
#include "CZLIB.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct zlib_functions functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define FIND(name, symbol, result, arguments) \
    &&(functions.name = (__typeof__(functions.name))dlsym(library, #symbol)) != NULL

static void load(void) {
    void *library = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) library = dlopen("libz.so", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_loaded = 1 ZLIB_FUNCTIONS(FIND);
}

const struct zlib_functions *czlib_functions(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
