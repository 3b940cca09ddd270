// SPDX-License-Identifier: GPL-3.0-or-later
//
// Round-based search by hand, beside which `scripts/bench transit` measures Cabrank's: plain vectors, arrivals and parents by round.
// Source: D. Delling, T. Pajor, R. F. Werneck, Round-Based Public Transit Routing, ALENEX 2012.
//
//     raptor FILE    prints a line of JSON: CPU seconds a query, the sum of the arrivals
//
// FILE holds whole numbers apart by blanks: how many stops; how many trips, each with its line, its number of stops, and stop,
// arrival, departure of each; how many walks, each from, to, seconds; how many queries, each from, to, departure.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <limits>
#include <map>
#include <vector>

namespace {

constexpr int32_t never = std::numeric_limits<int32_t>::max();
constexpr int rounds = 12;

struct Trip {
    int32_t line;
    std::vector<int32_t> stops, arrivals, departures;
};

struct Pattern {
    std::vector<int32_t> stops;
    int32_t trips = 0;
    std::vector<int32_t> arrivals, departures;  // trip after trip
};

struct Walk {
    int32_t to, seconds;
};

struct Parent {
    int32_t pattern = -1, trip = 0, boarded = 0;
};

double cpuSeconds() {
    timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int32_t number(std::FILE *file) {
    int value = 0;
    if (std::fscanf(file, "%d", &value) != 1) std::exit(2);
    return value;
}

class Raptor {
public:
    explicit Raptor(std::FILE *file) {
        stopCount = number(file);
        std::vector<Trip> trips(number(file));
        for (Trip &trip : trips) {
            trip.line = number(file);
            for (int count = number(file); count > 0; count -= 1) {
                trip.stops.push_back(number(file));
                trip.arrivals.push_back(number(file));
                trip.departures.push_back(number(file));
            }
        }
        group(trips);
        walks.resize(stopCount);
        back.resize(stopCount);
        for (int count = number(file); count > 0; count -= 1) {
            int32_t from = number(file), to = number(file), seconds = number(file);
            walks[from].push_back({to, seconds});
            back[to].push_back({from, seconds});
        }
        best.assign(stopCount, never);
        ready.assign(stopCount, never);
        egress.assign(stopCount, never);
        for (auto &round : parents) round.assign(stopCount, Parent());
        begin.assign(patterns.size(), never);
        isMarked.assign(stopCount, 0);
        isFresh.assign(stopCount, 0);
    }

    int32_t arrival(int32_t from, int32_t to, int32_t time) {
        std::vector<int32_t> marked, queue, fresh, touched;
        int32_t target = from == to ? time : never;
        auto board = [&](int32_t stop, int32_t at) {
            if (at >= ready[stop]) return;
            if (ready[stop] == never) touched.push_back(stop);
            ready[stop] = at;
            if (!isMarked[stop]) {
                isMarked[stop] = 1;
                marked.push_back(stop);
            }
        };
        board(from, time);
        for (const Walk &walk : walks[from]) {
            board(walk.to, time + walk.seconds);
            if (walk.to == to) target = std::min(target, time + walk.seconds);
        }
        egress[to] = 0;
        for (const Walk &walk : back[to]) egress[walk.to] = walk.seconds;
        for (int round = 0; round < rounds && !marked.empty(); round += 1) {
            queue.clear();
            for (int32_t stop : marked) {
                isMarked[stop] = 0;
                for (auto [pattern, position] : visits[stop]) {
                    if (begin[pattern] == never) queue.push_back(pattern);
                    begin[pattern] = std::min(begin[pattern], position);
                }
            }
            marked.clear();
            for (int32_t number : queue) {
                const Pattern &pattern = patterns[number];
                const int32_t length = pattern.stops.size();
                int32_t trip = pattern.trips, boarded = 0;
                for (int32_t position = begin[number]; position < length; position += 1) {
                    const int32_t stop = pattern.stops[position];
                    if (trip < pattern.trips) {
                        const int32_t at = pattern.arrivals[trip * length + position];
                        if (at < target && at < best[stop]) {
                            if (best[stop] == never) reached.push_back(stop);
                            best[stop] = at;
                            parents[round][stop] = {number, trip, boarded};
                            if (!isFresh[stop]) {
                                isFresh[stop] = 1;
                                fresh.push_back(stop);
                            }
                            if (egress[stop] != never) target = std::min(target, at + egress[stop]);
                        }
                    }
                    const int32_t at = ready[stop];
                    if (at == never) continue;
                    if (trip == pattern.trips) {
                        int32_t low = 0, high = pattern.trips;
                        while (low < high) {
                            const int32_t middle = (low + high) / 2;
                            if (pattern.departures[middle * length + position] < at) low = middle + 1;
                            else high = middle;
                        }
                        if (low < pattern.trips) trip = low, boarded = position;
                    } else {
                        while (trip > 0 && at <= pattern.departures[(trip - 1) * length + position]) {
                            trip -= 1;
                            boarded = position;
                        }
                    }
                }
                begin[number] = never;
            }
            for (int32_t stop : fresh) {
                isFresh[stop] = 0;
                if (best[stop] >= target) continue;
                board(stop, best[stop]);
                for (const Walk &walk : walks[stop])
                    if (best[stop] + walk.seconds < target) board(walk.to, best[stop] + walk.seconds);
            }
            fresh.clear();
        }
        egress[to] = never;
        for (const Walk &walk : back[to]) egress[walk.to] = never;
        for (int32_t stop : marked) isMarked[stop] = 0;
        for (int32_t stop : touched) ready[stop] = never;
        for (int32_t stop : reached) best[stop] = never;
        reached.clear();
        return target;
    }

private:
    int32_t stopCount = 0;
    std::vector<Pattern> patterns;
    std::vector<std::vector<std::pair<int32_t, int32_t>>> visits;
    std::vector<std::vector<Walk>> walks, back;
    std::vector<int32_t> best, ready, egress, begin, reached;
    std::vector<Parent> parents[rounds];
    std::vector<char> isMarked, isFresh;

    void group(std::vector<Trip> &trips) {
        std::map<std::pair<int32_t, std::vector<int32_t>>, std::vector<Trip *>> sequences;
        for (Trip &trip : trips) sequences[{trip.line, trip.stops}].push_back(&trip);
        for (auto &[key, members] : sequences) {
            std::stable_sort(members.begin(), members.end(), [](const Trip *a, const Trip *b) {
                return a->departures[0] < b->departures[0];
            });
            std::vector<std::vector<Trip *>> chains;
            for (Trip *trip : members) {
                auto chain = std::find_if(chains.begin(), chains.end(), [&](const std::vector<Trip *> &chain) {
                    const Trip *last = chain.back();
                    for (size_t i = 0; i < trip->stops.size(); i += 1)
                        if (last->arrivals[i] > trip->arrivals[i] || last->departures[i] > trip->departures[i])
                            return false;
                    return true;
                });
                if (chain == chains.end()) chains.push_back({trip});
                else chain->push_back(trip);
            }
            for (const auto &chain : chains) {
                Pattern pattern;
                pattern.stops = key.second;
                pattern.trips = chain.size();
                for (const Trip *trip : chain) {
                    pattern.arrivals.insert(pattern.arrivals.end(), trip->arrivals.begin(), trip->arrivals.end());
                    pattern.departures.insert(
                        pattern.departures.end(), trip->departures.begin(), trip->departures.end());
                }
                patterns.push_back(std::move(pattern));
            }
        }
        visits.resize(stopCount);
        for (size_t pattern = 0; pattern < patterns.size(); pattern += 1)
            for (size_t position = 0; position + 1 < patterns[pattern].stops.size(); position += 1)
                visits[patterns[pattern].stops[position]].push_back({int32_t(pattern), int32_t(position)});
    }
};

}  // namespace

int main(int count, char **arguments) {
    std::FILE *file = count == 2 ? std::fopen(arguments[1], "r") : nullptr;
    if (file == nullptr) {
        std::fprintf(stderr, "usage: raptor FILE\n");
        return 2;
    }
    Raptor raptor(file);
    struct Query {
        int32_t from, to, time;
    };
    std::vector<Query> queries(number(file));
    for (Query &query : queries) query.from = number(file), query.to = number(file), query.time = number(file);
    // The best of ten rounds: what a busy machine adds is left out.
    double seconds = std::numeric_limits<double>::max();
    long long sum = 0;
    for (int round = 0; round < 10; round += 1) {
        const double start = cpuSeconds();
        sum = 0;
        for (const Query &query : queries) {
            const int32_t arrival = raptor.arrival(query.from, query.to, query.time);
            if (arrival != never) sum += arrival;
        }
        seconds = std::min(seconds, (cpuSeconds() - start) / std::max<size_t>(queries.size(), 1));
    }
    std::printf("{\"query_seconds\":%.9f,\"sum_of_arrivals\":%lld}\n", seconds, sum);
}
