// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <stdint.h>

/* The functions of libzip that Cabrank calls, by the names it calls them, with declarations of its own: nothing of libzip is needed
   to build. The library is loaded when a timetable is imported from a zip, and by nothing else. Source: https://libzip.org/documentation/ */
struct zip_archive;
struct zip_entry;
/* libzip's zip_error_t. */
struct zip_fault {
    int code;
    int system;
    char *text;
};

#define ZIP_FUNCTIONS(EACH) \
    EACH(openArchive, zip_open, struct zip_archive *, (const char *path, int flags, int *code)) \
    EACH(discard, zip_discard, void, (struct zip_archive * archive)) \
    EACH(count, zip_get_num_entries, int64_t, (struct zip_archive * archive, uint32_t flags)) \
    EACH(name, zip_get_name, const char *, (struct zip_archive * archive, uint64_t index, uint32_t flags)) \
    EACH(openEntry, zip_fopen_index, struct zip_entry *, (struct zip_archive * archive, uint64_t index, uint32_t flags)) \
    EACH(read, zip_fread, int64_t, (struct zip_entry * entry, void *bytes, uint64_t count)) \
    EACH(closeEntry, zip_fclose, int, (struct zip_entry * entry)) \
    EACH(archiveText, zip_strerror, const char *, (struct zip_archive * archive)) \
    EACH(entryText, zip_file_strerror, const char *, (struct zip_entry * entry)) \
    EACH(faultInit, zip_error_init_with_code, void, (struct zip_fault * fault, int code)) \
    EACH(faultText, zip_error_strerror, const char *, (struct zip_fault * fault)) \
    EACH(faultEnd, zip_error_fini, void, (struct zip_fault * fault))

#define ZIP_FIELD(name, symbol, result, arguments) result(*name) arguments;
struct zip_functions {
    ZIP_FUNCTIONS(ZIP_FIELD)
};
#undef ZIP_FIELD

/* Flags of zip_open: only read. */
enum { czip_read_only = 16 };

/* The functions, loaded at the first call; NULL when there is no libzip. May be called from any thread. */
const struct zip_functions *czip_functions(void);
