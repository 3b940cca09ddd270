// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Synchronization

/// A planner of journeys with stated times: they are the same between any two different places. Of what makes ways slower it knows what
/// has happened by the time that its version was asked for: nobody foresees a jam.
final class StatedJourneys: JourneyPlanner {
    struct Part {
        let means: TravelMeans
        let minutes: Int
        var metres = 0
    }

    /// A way by one means or several; one of a line may have its times of departure, else it leaves whenever one likes.
    struct Way {
        let parts: [Part]
        var departures: [CityTime]?
    }

    let ways: [Way]
    /// From when on every way takes so many minutes more.
    let slower: [(from: CityTime, minutes: Int)]
    /// When the lines of some means do not run.
    let strikes: [(means: TravelMeans, time: Range<CityTime>)]

    private let known = Mutex(CityTime.epoch)

    init(
        _ ways: [Way], slower: [(from: CityTime, minutes: Int)] = [],
        strikes: [(means: TravelMeans, time: Range<CityTime>)] = []
    ) {
        (self.ways, self.slower, self.strikes) = (ways, slower, strikes)
    }

    convenience init(_ ways: (TravelMeans, Int)..., slower: [(from: CityTime, minutes: Int)] = []) {
        self.init(ways.map { Way(parts: [Part(means: $0.0, minutes: $0.1)]) }, slower: slower)
    }

    func version(at time: CityTime) -> Int64 {
        known.withLock { $0 = time }
        return Int64(slower.count { $0.from <= time } + strikes.count { $0.time.lowerBound <= time })
    }

    func options(_ query: JourneyQuery) -> [JourneyOption] {
        guard query.start != query.end else {
            let instant =
                switch query.time {
                case .leaving(let time), .arriving(let time): time
                }
            return [JourneyOption(legs: [], departs: instant, arrives: instant, weighted: .zero)]
        }
        return Array(
            ways.compactMap { option($0, query) }.sorted { $0.weighted < $1.weighted }.prefix(query.limits.options))
    }

    private func option(_ way: Way, _ query: JourneyQuery) -> JourneyOption? {
        for part in way.parts {
            let length = Distance.metres(part.metres)
            guard query.means.has(part.means) else { return nil }
            if part.means == .walk, length > query.limits.walk { return nil }
            if part.means.mode == .cycle, length > query.limits.cycle { return nil }
            let isLong = part.means.isInTheOpen && length > query.weights.openBeyond
            if query.weights.excludesOpen, isLong { return nil }
        }
        let wait = way.parts[0].means == .hired ? query.waits?.recentWait(at: query.start) ?? .zero : .zero
        let legs: [JourneyLeg]
        switch query.time {
        case .leaving(let time):
            guard let first = way.departures.map({ $0.first { $0 >= time } }) ?? time + wait else { return nil }
            legs = timed(way, query, from: first)
        case .arriving(let time):
            let whole = duration(way)
            guard let first = way.departures.map({ $0.last { $0 + whole <= time } }) ?? time - whole else { return nil }
            legs = timed(way, query, from: first)
        }
        guard let first = legs.first, let last = legs.last, legs.allSatisfy({ runs($0, query) }) else { return nil }
        var weighted = wait.inSeconds
        for leg in legs {
            weighted += (leg.arrives - leg.departs).inSeconds * query.weights.factor(leg.means, over: leg.distance)
        }
        return JourneyOption(
            legs: legs, departs: first.departs - wait, arrives: last.arrives, weighted: .seconds(weighted))
    }

    private var more: Int {
        let now = known.withLock { $0 }
        return slower.last { $0.from <= now }?.minutes ?? 0
    }

    private func duration(_ way: Way) -> TimeSpan {
        .minutes(way.parts.map(\.minutes).reduce(0, +) + more)
    }

    private func timed(_ way: Way, _ query: JourneyQuery, from start: CityTime) -> [JourneyLeg] {
        var (time, added) = (start, TimeSpan.minutes(more))
        return way.parts.enumerated().map { index, part in
            let arrives = time + .minutes(part.minutes) + added
            defer { (time, added) = (arrives, .zero) }
            let vehicle = vehicle(part.means, query)
            return JourneyLeg(
                part.means, from: index == 0 ? query.start : spot(1), to: query.end, departs: time, arrives: arrives,
                distance: .metres(part.metres),
                line: TravelMeansSet.transit.has(part.means)
                    ? LineLeg(line: 1, company: 3, trip: 1, day: 0, boards: 1, alights: 2) : nil, vehicle: vehicle)
        }
    }

    private func vehicle(_ means: TravelMeans, _ query: JourneyQuery) -> ParkedVehicle? {
        switch means {
        case .sharedBicycle, .sharedCar: query.shared?.nearest(means, to: query.start, within: query.limits.walk)
        case .ownBicycle, .ownCar: query.own.first { $0.means == means }
        case .walk, .hired, .bus, .tram, .metro, .train, .ferry: nil
        }
    }

    /// Vehicles must be there, lines must run, and within the window.
    private func runs(_ leg: JourneyLeg, _ query: JourneyQuery) -> Bool {
        switch leg.means {
        case .walk, .hired: return true
        case .ownBicycle, .ownCar, .sharedBicycle, .sharedCar: return leg.vehicle != nil
        case .bus, .tram, .metro, .train, .ferry: break
        }
        if strikes.contains(where: { $0.means == leg.means && $0.time.overlaps(leg.departs..<leg.arrives) }) {
            return false
        }
        guard let window = query.limits.window else { return true }
        return window.contains(leg.departs.sinceMidnight) && window.contains(leg.arrives.sinceMidnight)
    }
}

/// The same journeys, of which another number is known for each hour, also for those to come.
final class ForeseenHours: JourneyPlanner {
    private let journeys: StatedJourneys

    init(_ journeys: StatedJourneys) { self.journeys = journeys }

    func options(_ query: JourneyQuery) -> [JourneyOption] { journeys.options(query) }

    func version(at time: CityTime) -> Int64 { Int64(time.hourOfDay) }

    func version(at now: CityTime, ofJourneysFrom departure: CityTime) -> Int64 { version(at: max(now, departure)) }
}

/// The same wait everywhere.
final class StatedWait: WaitingTimes {
    private let minutes: Int

    init(_ minutes: Int) { self.minutes = minutes }

    func recentWait(at place: Place) -> TimeSpan { .minutes(minutes) }
}
