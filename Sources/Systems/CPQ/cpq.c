// SPDX-License-Identifier: GPL-3.0-or-later
#include "CPQ.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static struct pq_functions functions;
static int is_loaded;
static pthread_once_t once = PTHREAD_ONCE_INIT;

#define FIND(name, symbol) &&(functions.name = (__typeof__(functions.name))dlsym(library, #symbol)) != NULL

static void load(void) {
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_loaded = 1 PQ_FUNCTIONS(FIND);
}

const struct pq_functions *cpq_functions(void) {
    pthread_once(&once, load);
    return is_loaded ? &functions : NULL;
}

void cpq_drop_notice(void *unused, const char *message) {
    (void)unused;
    (void)message;
}
