// SPDX-License-Identifier: GPL-3.0-or-later
//
// The kernel benchmark (after PHOLD, Fujimoto 1990): N agents; each waits an exponential time of mean 1 s, counts, and
// waits again, until all together have counted EVENTS times. Prints one line of JSON.
//
//   kernel N EVENTS SEED [HEAP] [STREAMS]
//
//   HEAP     children a node of the future event list: 2 or 4 (4)
//   STREAMS  shared: one stream for all; own: one stream an agent (shared)
#include <cstdio>
#include <cstring>

#include "calendar.hpp"

namespace {

struct Outcome {
    std::uint64_t counted = 0;
    std::int64_t end = 0;
};

std::int64_t wait(Stream &stream) { return static_cast<std::int64_t>(stream.exponential(1.0) * 1e9); }

template <std::size_t Children>
Outcome run(std::uint32_t agents, std::uint64_t events, std::vector<Stream> &streams) {
    const bool isShared = streams.size() == 1;
    std::vector<std::uint32_t> counts(agents, 0);
    Calendar<Children> calendar;
    calendar.reserve(agents);
    for (std::uint32_t agent = 0; agent < agents; ++agent) {
        calendar.add(wait(streams[isShared ? 0 : agent]), agent, 0);
    }
    Outcome outcome;
    while (outcome.counted < events) {
        const Entry entry = calendar.first();
        outcome.end = entry.time;
        counts[entry.slot] += 1;
        outcome.counted += 1;
        calendar.replaceFirst(entry.time + wait(streams[isShared ? 0 : entry.slot]), entry.slot, entry.generation);
    }
    return outcome;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc < 4 || argc > 6) {
        std::fprintf(stderr, "usage: kernel N EVENTS SEED [2|4] [shared|own]\n");
        return 2;
    }
    const auto agents = static_cast<std::uint32_t>(std::strtoul(argv[1], nullptr, 10));
    const auto events = static_cast<std::uint64_t>(std::strtoull(argv[2], nullptr, 10));
    const auto seed = std::strtoul(argv[3], nullptr, 10);
    const char *heap = argc > 4 ? argv[4] : "4";
    const bool hasOwnStreams = argc > 5 && std::strcmp(argv[5], "own") == 0;
    if (agents == 0 || (std::strcmp(heap, "2") != 0 && std::strcmp(heap, "4") != 0)) {
        std::fprintf(stderr, "kernel: N must be at least 1, the heap 2 or 4\n");
        return 2;
    }

    const double start = cpuSeconds();
    std::vector<Stream> streams;
    streams.reserve(hasOwnStreams ? agents : 1);
    for (std::uint32_t index = 0; index < (hasOwnStreams ? agents : 1); ++index) streams.emplace_back(seed + index);
    const Outcome outcome =
        std::strcmp(heap, "2") == 0 ? run<2>(agents, events, streams) : run<4>(agents, events, streams);
    const double seconds = cpuSeconds() - start;

    std::printf(
        "{\"program\":\"kernel\",\"agents\":%u,\"events\":%llu,\"seed\":%lu,\"heap\":%s,\"streams\":\"%s\","
        "\"cpu_seconds\":%.6f,\"events_per_second\":%.0f,\"peak_rss_bytes\":%ld,\"end_seconds\":%.3f}\n",
        agents, static_cast<unsigned long long>(outcome.counted), seed, heap, hasOwnStreams ? "own" : "shared", seconds,
        static_cast<double>(outcome.counted) / seconds, peakBytes(), static_cast<double>(outcome.end) * 1e-9);
    return 0;
}
