// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the reference programs share: a future event list, random draws, and a look at the process's own cost.
// They are the yardstick of scripts/bench: a plain C++ loop without processes, with the draws of the same library.
#pragma once

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

/// One entry of the future event list: 24 bytes. At equal times the smaller order comes first.
struct Entry {
    std::int64_t time;  // nanoseconds
    std::uint64_t order;
    std::uint32_t slot;
    std::uint32_t generation;

    bool isBefore(const Entry &other) const {
        return time < other.time || (time == other.time && order < other.order);
    }
};
static_assert(sizeof(Entry) == 24);

/// A future event list: a heap with `Children` children a node, in one array.
template <std::size_t Children>
class Calendar {
public:
    bool isEmpty() const { return entries.empty(); }
    const Entry &first() const { return entries.front(); }
    void reserve(std::size_t count) { entries.reserve(count); }

    void add(std::int64_t time, std::uint32_t slot, std::uint32_t generation) {
        entries.push_back(Entry{time, nextOrder++, slot, generation});
        siftUp(entries.size() - 1);
    }

    Entry removeFirst() {
        Entry first = entries.front();
        Entry last = entries.back();
        entries.pop_back();
        if (!entries.empty()) siftDown(last);
        return first;
    }

    /// Takes the first entry out and puts another in, with one walk through the heap in place of two.
    void replaceFirst(std::int64_t time, std::uint32_t slot, std::uint32_t generation) {
        siftDown(Entry{time, nextOrder++, slot, generation});
    }

private:
    std::vector<Entry> entries;
    std::uint64_t nextOrder = 0;

    void siftUp(std::size_t hole) {
        Entry entry = entries[hole];
        while (hole > 0) {
            std::size_t parent = (hole - 1) / Children;
            if (!entry.isBefore(entries[parent])) break;
            entries[hole] = entries[parent];
            hole = parent;
        }
        entries[hole] = entry;
    }

    /// Puts an entry into the hole at the top.
    void siftDown(const Entry entry) {
        const std::size_t count = entries.size();
        Entry *heap = entries.data();
        std::size_t hole = 0;
        for (;;) {
            std::size_t child = hole * Children + 1;
            if (child >= count) break;
            std::size_t end = child + Children < count ? child + Children : count;
            std::size_t least = child;
            for (std::size_t other = child + 1; other < end; ++other) {
                if (heap[other].isBefore(heap[least])) least = other;
            }
            if (!heap[least].isBefore(entry)) break;
            heap[hole] = heap[least];
            hole = least;
        }
        heap[hole] = entry;
    }
};

/// A stream of numbers of GSL's taus2: 24 bytes of state and a pointer to its type.
class Stream {
public:
    explicit Stream(unsigned long seed) : generator(gsl_rng_alloc(gsl_rng_taus2), gsl_rng_free) {
        gsl_rng_set(generator.get(), seed);
    }
    double uniform() { return gsl_rng_uniform(generator.get()); }
    std::uint32_t below(std::uint32_t limit) {
        return static_cast<std::uint32_t>(gsl_rng_uniform_int(generator.get(), limit));
    }
    double exponential(double mean) { return gsl_ran_exponential(generator.get(), mean); }
    double gamma(double shape, double scale) { return gsl_ran_gamma(generator.get(), shape, scale); }
    double lognormal(double zeta, double sigma) { return gsl_ran_lognormal(generator.get(), zeta, sigma); }

private:
    std::unique_ptr<gsl_rng, decltype(&gsl_rng_free)> generator;
};

/// CPU time of this process so far, user and system, in seconds.
inline double cpuSeconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// The most memory this process has held, in bytes. Not from getrusage: that remembers the program which started this
/// one. Zero where /proc does not tell.
inline long peakBytes() {
    long kilobytes = 0;
    if (std::FILE *status = std::fopen("/proc/self/status", "r")) {
        char line[256];
        while (std::fgets(line, sizeof line, status) != nullptr) {
            if (std::sscanf(line, "VmHWM: %ld kB", &kilobytes) == 1) break;
        }
        std::fclose(status);
    }
    return kilobytes * 1024L;
}
