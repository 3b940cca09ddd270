// SPDX-License-Identifier: GPL-3.0-or-later
//
// The taxi reference model as a plain event loop: 24 hours of a city of S x 20 zones, S x 500 drivers and S x 1000
// passengers, all idle at first. Prints one line of JSON.
//
//   taxi SCALE SEED
//
// A passenger thinks (exponential, mean 4800 s), then calls with 1 to 6 travelers (.60 .20 .10 .06 .02 .02). The first
// driver of the zone's queue with enough seats (4; a fifth of them 6) who was not yet asked for this call and has no
// other offer open is asked. He reacts after a lognormal time (median 8 s, sigma .8) and accepts with probability .85.
// After a refusal, or 60 s without an answer, he goes to the bottom of the queue and the next is asked; when none is
// left the call is aborted and the passenger thinks again. Then the way to the passenger (gamma, shape 4, mean 300 s)
// and the ride (gamma, shape 4, mean 900 s) to a zone drawn uniformly, whose queue the driver joins at the bottom.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "calendar.hpp"

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t end = 24 * 3600 * second;
constexpr std::uint32_t nobody = UINT32_MAX;

enum class Stage : std::uint8_t { thinking, asking, awaiting, riding };

struct Passenger {
    Stage stage = Stage::thinking;
    std::uint8_t travelers = 0;
    std::uint32_t zone = 0;
    std::uint32_t driver = nobody;
    std::int64_t called = 0;
    std::vector<std::uint32_t> asked;
};

/// A driver is a link of the queue of one zone while he is idle.
struct Driver {
    std::uint32_t previous = nobody;
    std::uint32_t next = nobody;
    std::uint8_t seats = 4;
    bool hasOffer = false;
    bool willAccept = false;
    std::int64_t accepted = 0;
};

struct ZoneQueue {
    std::uint32_t first = nobody;
    std::uint32_t last = nobody;
};

class City {
public:
    City(std::uint32_t scale, unsigned long seed)
        : stream(seed), zones(20 * scale), drivers(500 * scale), passengers(1000 * scale) {
        const auto zoneCount = static_cast<std::uint32_t>(zones.size());
        for (std::uint32_t driver = 0; driver < drivers.size(); ++driver) {
            drivers[driver].seats = (driver / zoneCount) % 5 == 0 ? 6 : 4;
            join(driver % zoneCount, driver);
        }
        calendar.reserve(passengers.size());
        for (std::uint32_t passenger = 0; passenger < passengers.size(); ++passenger) {
            passengers[passenger].zone = passenger % zoneCount;
            calendar.add(seconds(stream.exponential(4800)), passenger, 0);
        }
    }

    /// Every passenger has exactly one entry in the future event list: his next step.
    void run() {
        while (calendar.first().time < end) {
            const Entry entry = calendar.first();
            events += 1;
            const std::int64_t next = step(passengers[entry.slot], entry.time);
            calendar.replaceFirst(next, entry.slot, entry.generation);
        }
        // Who is under way at the end was busy until then.
        for (const Passenger &passenger : passengers) {
            if (passenger.stage == Stage::awaiting || passenger.stage == Stage::riding) {
                busy += static_cast<double>(end - drivers[passenger.driver].accepted);
            }
        }
    }

    void print(std::uint32_t scale, unsigned long seed, double cpu) const {
        std::printf(
            "{\"program\":\"taxi\",\"scale\":%u,\"seed\":%lu,\"cpu_seconds\":%.6f,\"events\":%llu,\"requests\":%llu,"
            "\"aborted_share\":%.6f,\"mean_wait_seconds\":%.3f,\"rides\":%llu,\"busy_share\":%.4f,"
            "\"peak_rss_bytes\":%ld}\n",
            scale, seed, cpu, static_cast<unsigned long long>(events), static_cast<unsigned long long>(requests),
            static_cast<double>(aborted) / static_cast<double>(requests),
            waits / static_cast<double>(boarded) / static_cast<double>(second), static_cast<unsigned long long>(rides),
            busy / static_cast<double>(end) / static_cast<double>(drivers.size()), peakBytes());
    }

private:
    Stream stream;
    Calendar<4> calendar;
    std::vector<ZoneQueue> zones;
    std::vector<Driver> drivers;
    std::vector<Passenger> passengers;
    std::uint64_t events = 0, requests = 0, aborted = 0, boarded = 0, rides = 0;
    double waits = 0, busy = 0;

    static std::int64_t seconds(double value) { return static_cast<std::int64_t>(std::llround(value * 1e9)); }

    /// What happens to this passenger now; returns when his next step is.
    std::int64_t step(Passenger &passenger, std::int64_t now) {
        switch (passenger.stage) {
            case Stage::thinking:
                requests += 1;
                passenger.called = now;
                passenger.travelers = travelers();
                passenger.asked.clear();
                return ask(passenger, now);
            case Stage::asking: {
                Driver &driver = drivers[passenger.driver];
                driver.hasOffer = false;
                leave(passenger.zone, passenger.driver);
                if (!driver.willAccept) {
                    join(passenger.zone, passenger.driver);
                    return ask(passenger, now);
                }
                driver.accepted = now;
                passenger.stage = Stage::awaiting;
                return now + seconds(stream.gamma(4, 75));
            }
            case Stage::awaiting:
                boarded += 1;
                waits += static_cast<double>(now - passenger.called);
                passenger.stage = Stage::riding;
                return now + seconds(stream.gamma(4, 225));
            case Stage::riding:
                rides += 1;
                busy += static_cast<double>(now - drivers[passenger.driver].accepted);
                passenger.zone = stream.below(static_cast<std::uint32_t>(zones.size()));
                join(passenger.zone, passenger.driver);
                return think(passenger, now);
        }
        std::abort();
    }

    std::int64_t think(Passenger &passenger, std::int64_t now) {
        passenger.stage = Stage::thinking;
        passenger.driver = nobody;
        return now + seconds(stream.exponential(4800));
    }

    /// Asks the next driver, or gives up.
    std::int64_t ask(Passenger &passenger, std::int64_t now) {
        std::uint32_t candidate = zones[passenger.zone].first;
        while (candidate != nobody && !suits(candidate, passenger)) candidate = drivers[candidate].next;
        if (candidate == nobody) {
            aborted += 1;
            return think(passenger, now);
        }
        Driver &driver = drivers[candidate];
        const std::int64_t reaction = seconds(stream.lognormal(std::log(8.0), 0.8));
        const bool says = stream.uniform() < 0.85;
        driver.hasOffer = true;
        driver.willAccept = says && reaction < 60 * second;
        passenger.asked.push_back(candidate);
        passenger.driver = candidate;
        passenger.stage = Stage::asking;
        return now + std::min(reaction, 60 * second);
    }

    bool suits(std::uint32_t candidate, const Passenger &passenger) const {
        const Driver &driver = drivers[candidate];
        return driver.seats >= passenger.travelers && !driver.hasOffer &&
               std::find(passenger.asked.begin(), passenger.asked.end(), candidate) == passenger.asked.end();
    }

    std::uint8_t travelers() {
        const double draw = stream.uniform();
        return draw < 0.60 ? 1 : draw < 0.80 ? 2 : draw < 0.90 ? 3 : draw < 0.96 ? 4 : draw < 0.98 ? 5 : 6;
    }

    void join(std::uint32_t zone, std::uint32_t driver) {
        ZoneQueue &queue = zones[zone];
        drivers[driver].previous = queue.last;
        drivers[driver].next = nobody;
        (queue.last == nobody ? queue.first : drivers[queue.last].next) = driver;
        queue.last = driver;
    }

    void leave(std::uint32_t zone, std::uint32_t driver) {
        ZoneQueue &queue = zones[zone];
        const Driver &link = drivers[driver];
        (link.previous == nobody ? queue.first : drivers[link.previous].next) = link.next;
        (link.next == nobody ? queue.last : drivers[link.next].previous) = link.previous;
    }
};

}  // namespace

int main(int argc, char **argv) {
    const long scale = argc == 3 ? std::strtol(argv[1], nullptr, 10) : 0;
    if (scale < 1 || scale > 10'000) {
        std::fprintf(stderr, "usage: taxi SCALE SEED (scale 1 to 10000)\n");
        return 2;
    }
    const auto seed = std::strtoul(argv[2], nullptr, 10);
    const double start = cpuSeconds();
    City city(static_cast<std::uint32_t>(scale), seed);
    city.run();
    city.print(static_cast<std::uint32_t>(scale), seed, cpuSeconds() - start);
    return 0;
}
