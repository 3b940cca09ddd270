// SPDX-License-Identifier: GPL-3.0-or-later
#include "CZIP.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct zip_functions functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define FIND(name, symbol, result, arguments) \
    &&(functions.name = (__typeof__(functions.name))dlsym(library, #symbol)) != NULL

static void load(void) {
    /* 4 is Debian 12's; 5, of later ones, has the same functions. */
    void *library = dlopen("libzip.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) library = dlopen("libzip.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) library = dlopen("libzip.so", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_loaded = 1 ZIP_FUNCTIONS(FIND);
}

const struct zip_functions *czip_functions(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}
