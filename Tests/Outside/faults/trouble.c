// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trouble for a program whose files and clock a test wants to spoil: loaded before the C library (LD_PRELOAD), and told what to do
// through a file that both have mapped (TROUBLE_FILE). Built and used by Tests/Outside/test_server_faults.py.
//
// - a slow disk: `fsync` and `fdatasync` wait;
// - a full disk: what would make a file longer, or change it, fails with ENOSPC;
// - a journal (TROUBLE_JOURNAL) of what was written to the files of one folder (TROUBLE_FOLDER) and of when it was synced, from which
//   the test makes the folder as a power cut could have left it;
// - another time of day. As with the kernel's clock, who waits for an instant waits until the clock shows it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct orders {
    volatile int64_t clock_shift;  // nanoseconds that the time of day is set on
    volatile int32_t sync_delay;   // milliseconds
    volatile int32_t is_full;
};

static struct orders none;
static struct orders *orders = &none;
static const char *folder;
static size_t folder_length;
static int journal = -1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void report(const char *text) { (void)!syscall(SYS_write, 2, text, strlen(text)); }

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("TROUBLE_FILE");
    if (path) {
        int file = open(path, O_RDWR | O_CLOEXEC);
        void *mapped = file < 0 ? MAP_FAILED : mmap(0, sizeof *orders, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        if (mapped == MAP_FAILED) report("trouble: no orders\n"); else orders = mapped;
    }
    folder = getenv("TROUBLE_FOLDER");
    folder_length = folder ? strlen(folder) : 0;
    path = getenv("TROUBLE_JOURNAL");
    if (path) journal = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

// --- The journal: one record for each change of a file, in the order in which they came.

// What happened: w written, t cut to a length, s synced (everything before this record that was written to it is on the disk),
// r renamed, u unlinked.
struct record {
    int64_t time;  // of the clock that never jumps, in nanoseconds
    int64_t offset;
    int64_t length;
    int32_t path_length;
    char kind;
    char padding[3];
};

static int64_t steady(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

// The path of an open file in the folder that is watched; 0 for others.
static int is_watched(int file, char *path, size_t size) {
    if (!folder) return 0;
    char link[64] = "/proc/self/fd/", digits[12];
    int count = 0, number = file;
    if (file < 0) return 0;
    do digits[count++] = '0' + number % 10; while (number /= 10);
    size_t at = strlen(link);
    while (count) link[at++] = digits[--count];
    ssize_t length = readlink(link, path, size - 1);
    if (length < (ssize_t)folder_length) return 0;
    path[length] = 0;
    // The folder itself, and its parent, count too: their entries are synced by themselves.
    return strncmp(path, folder, folder_length) == 0;
}

static void note(char kind, const char *path, int64_t offset, int64_t length, const void *bytes) {
    if (journal < 0) return;
    struct record record = {steady(), offset, length, (int32_t)strlen(path), kind, {0}};
    struct iovec parts[3] = {
        {&record, sizeof record}, {(void *)path, (size_t)record.path_length}, {(void *)bytes, bytes ? (size_t)length : 0}};
    (void)!writev(journal, parts, bytes ? 3 : 2);
}

// --- Writing

static int is_full(int file) {
    char path[4096];
    return orders->is_full && is_watched(file, path, sizeof path);
}

#define WRITES(name, offset_type) \
    ssize_t name(int file, const void *bytes, size_t length, offset_type offset) { \
        char path[4096]; \
        if (is_full(file)) { errno = ENOSPC; return -1; } \
        if (journal < 0 || !is_watched(file, path, sizeof path)) return NEXT(name)(file, bytes, length, offset); \
        pthread_mutex_lock(&lock); \
        ssize_t written = NEXT(name)(file, bytes, length, offset); \
        if (written > 0) note('w', path, offset, written, bytes); \
        pthread_mutex_unlock(&lock); \
        return written; \
    }
WRITES(pwrite, off_t)
WRITES(pwrite64, off64_t)

ssize_t write(int file, const void *bytes, size_t length) {
    char path[4096];
    if (is_full(file)) { errno = ENOSPC; return -1; }
    if (journal < 0 || !is_watched(file, path, sizeof path)) return NEXT(write)(file, bytes, length);
    pthread_mutex_lock(&lock);
    off_t offset = lseek(file, 0, SEEK_CUR);
    ssize_t written = NEXT(write)(file, bytes, length);
    if (written > 0) note('w', path, offset, written, bytes);
    pthread_mutex_unlock(&lock);
    return written;
}

#define CUTS(name, length_type) \
    int name(int file, length_type length) { \
        char path[4096]; \
        if (journal < 0 || !is_watched(file, path, sizeof path)) return NEXT(name)(file, length); \
        pthread_mutex_lock(&lock); \
        int result = NEXT(name)(file, length); \
        if (result == 0) note('t', path, 0, length, 0); \
        pthread_mutex_unlock(&lock); \
        return result; \
    }
CUTS(ftruncate, off_t)
CUTS(ftruncate64, off64_t)

int unlink(const char *path) {
    if (journal < 0 || !folder || strncmp(path, folder, folder_length) != 0) return NEXT(unlink)(path);
    pthread_mutex_lock(&lock);
    int result = NEXT(unlink)(path);
    if (result == 0) note('u', path, 0, 0, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

// --- Syncing

static int sync_slowly(int file, int (*sync)(int)) {
    char path[4096];
    int is_ours = is_watched(file, path, sizeof path);
    if (is_ours && orders->sync_delay > 0) {
        struct timespec delay = {orders->sync_delay / 1000, orders->sync_delay % 1000 * 1000000L};
        nanosleep(&delay, 0);
    }
    if (is_ours && orders->is_full) { errno = ENOSPC; return -1; }
    if (!is_ours || journal < 0) return sync(file);
    // What another thread writes meanwhile is not known to be on the disk.
    pthread_mutex_lock(&lock);
    int result = sync(file);
    if (result == 0) note('s', path, 0, 0, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int file) { return sync_slowly(file, NEXT(fsync)); }
int fdatasync(int file) { return sync_slowly(file, NEXT(fdatasync)); }

// --- The time of day

static void shift(struct timespec *time) {
    int64_t shifted = time->tv_nsec + orders->clock_shift;
    int64_t seconds = shifted / 1000000000;
    if (shifted % 1000000000 < 0) seconds -= 1;
    time->tv_sec += seconds;
    time->tv_nsec = shifted - seconds * 1000000000;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) shift(time);
    return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *where) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (where) *where = now.tv_sec;
    return now.tv_sec;
}

// Until an instant of the time of day: in short pieces, each of which looks at the clock anew.
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict end) {
    static int (*wait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
    if (!wait) {
        void *found = dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
        if (!found) found = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
        wait = (__typeof__(wait))found;
    }
    // An instant of the clock that never jumps, for a condition that was made with it.
    if (end->tv_sec < 1000000000) return wait(condition, mutex, end);
    for (;;) {
        struct timespec now, piece;
        clock_gettime(CLOCK_REALTIME, &now);
        int64_t left = (end->tv_sec - now.tv_sec) * 1000000000LL + end->tv_nsec - now.tv_nsec;
        if (left <= 0) return ETIMEDOUT;
        if (left > 50000000) left = 50000000;
        syscall(SYS_clock_gettime, CLOCK_REALTIME, &piece);
        piece.tv_nsec += left;
        if (piece.tv_nsec >= 1000000000) { piece.tv_sec += 1; piece.tv_nsec -= 1000000000; }
        int result = wait(condition, mutex, &piece);
        if (result != ETIMEDOUT) return result;
    }
}
