// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <stdint.h>

/* The functions of zlib that Cabrank calls, by the names it calls them, with declarations of its own: nothing of zlib is needed to
   build. The library is loaded when recorded trips are imported, and by nothing else. Source: https://zlib.net/manual.html */
struct zlib_file;

#define ZLIB_FUNCTIONS(EACH) \
    EACH(openFile, gzopen, struct zlib_file *, (const char *path, const char *mode)) \
    EACH(read, gzread, int, (struct zlib_file * file, void *bytes, unsigned count)) \
    EACH(faultText, gzerror, const char *, (struct zlib_file * file, int *code)) \
    EACH(closeFile, gzclose, int, (struct zlib_file * file))

#define ZLIB_FIELD(name, symbol, result, arguments) result(*name) arguments;
struct zlib_functions {
    ZLIB_FUNCTIONS(ZLIB_FIELD)
};
#undef ZLIB_FIELD

/* What gzerror gives: Z_BUF_ERROR, of a file that ends too soon. */
enum { czlib_ends_early = -5 };

/* The functions, loaded at the first call; NULL when there is no zlib. May be called from any thread. */
const struct zlib_functions *czlib_functions(void);
