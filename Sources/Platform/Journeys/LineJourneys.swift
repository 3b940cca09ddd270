// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Synchronization
import Transit

/// Journeys by the vehicles of lines, with the ways to the first stop and from the last one.
final class LineJourneys: Sendable {
    private let stops: StopMap
    private let strikes: [CityJourneys.Strike]
    private let searches = Mutex<[Int32: TransitSearch]>([:])

    /// Of a shared vehicle as the last leg, the stops nearest to the end are looked at, at most so many.
    private static let lastStops = 32
    /// The hour's times that ways to and from stops are judged by, before the hour at which one has to arrive; each journey that is found
    /// is timed again by its own hours.
    private static let judged = TimeSpan.minutes(30)

    init(_ stops: StopMap, strikes: [CityJourneys.Strike]) {
        (self.stops, self.strikes) = (stops, strikes)
    }

    /// Adds the best journeys of all combinations of a first leg, lines and a last leg.
    func add(to choice: inout JourneyChoice, _ ways: StreetWays) {
        let means = ways.query.means
        guard !means.isDisjoint(with: .transit) else { return }
        let others = [TravelMeans.ownBicycle, .sharedBicycle, .hired].filter(means.has)
        let accesses = Ends(.walk, self, ways, areAccesses: true)
        let egresses = Ends(.walk, self, ways, areAccesses: false)
        add(to: &choice, ways, accesses, egresses)
        // A journey with a walk at both ends comes first: it bounds the search for the others.
        for end in others {
            let first = Ends(end, self, ways, areAccesses: true, within: limit(of: end, choice, beside: egresses))
            add(to: &choice, ways, first, egresses)
            let last = Ends(end, self, ways, areAccesses: false, within: limit(of: end, choice, beside: accesses))
            add(to: &choice, ways, accesses, last)
        }
    }

    /// What the way to or from a stop must take less than, where the other end of the journey is on foot; nil for any.
    private func limit(of means: TravelMeans, _ choice: JourneyChoice, beside walks: Ends) -> TimeSpan? {
        guard let least = walks.ways.map(\.offset.seconds).min() else { return .zero }
        return bound(choice, means, .walk).map { .seconds(Int($0 - least)) }
    }

    /// The seconds that a journey with these means at its ends must take less than; nil for any.
    private func bound(_ choice: JourneyChoice, _ first: TravelMeans, _ last: TravelMeans) -> Int32? {
        let means = TravelMeansSet.transit.union([TravelMeansSet(.walk), TravelMeansSet(first), TravelMeansSet(last)])
        return choice.bound(means).map { Int32(clamping: Int64($0.inSeconds.rounded(.up))) }
    }

    /// The ways between the query's place and the stops, at one of its two ends.
    private struct Ends {
        /// By what: on foot, by a bicycle, or in a hired vehicle.
        let means: TravelMeans
        let ways: [StopWay]
        /// The vehicle that is taken from each stop, of last legs; of first legs it is the same for all.
        var vehicles: [Int: ParkedVehicle] = [:]
        var vehicle: ParkedVehicle?

        /// Those that take less than a limit.
        init(
            _ means: TravelMeans, _ lines: LineJourneys, _ streets: StreetWays, areAccesses: Bool,
            within limit: TimeSpan? = nil
        ) {
            self.means = means
            func isWithin(_ span: TimeSpan) -> Bool { limit.map { span < $0 } ?? true }
            guard isWithin(.zero) else {
                ways = []
                return
            }
            let query = streets.query
            let place = areAccesses ? query.start : query.end
            let leaving =
                switch query.time {
                case .leaving(let time): time
                case .arriving(let time): time - LineJourneys.judged
                }
            switch means {
            case .walk:
                ways = lines.walks(place, areAccesses: areAccesses, streets)
            case .hired:
                let wait = areAccesses ? streets.wait(at: place) : .zero
                guard isWithin(wait) else {
                    ways = []
                    return
                }
                ways = lines.stops
                    .ways(
                        place, areAccesses: areAccesses, leaving: leaving + wait, by: .drive,
                        TravelLimit(duration: limit.map { $0 - wait })
                    )
                    .filter { streets.allows(.hired, $0.cost.distance) }
                    .map { $0.later(by: wait) }
            case _ where areAccesses:
                vehicle = streets.vehicle(means, near: place)
                guard let vehicle, let walk = streets.walk(place, vehicle.place), isWithin(walk.duration) else {
                    ways = []
                    return
                }
                ways = lines.stops
                    .ways(
                        vehicle.place, areAccesses: true, leaving: leaving + walk.duration, by: .cycle,
                        TravelLimit(duration: limit.map { $0 - walk.duration }, distance: streets.longestCycle)
                    )
                    .map { $0.later(by: walk.duration) }
            default:
                (ways, vehicles) = lines.lastWays(means, to: place, streets, leaving: leaving, within: limit)
            }
        }

        func vehicle(_ stop: Int) -> ParkedVehicle? { vehicle ?? vehicles[stop] }

        /// The walk to or from a stop, which takes the same at all times; nil where it is no walk.
        func walk(_ stop: Int) -> TravelCost? { means == .walk ? ways.first { $0.stop == stop }?.cost : nil }
    }

    /// The ways on foot from a place to the stops around it, or from them to it.
    private func walks(_ place: Place, areAccesses: Bool, _ streets: StreetWays) -> [StopWay] {
        stops.walks(place, areAccesses: areAccesses, upTo: min(streets.longestWalk, StopMap.longestWalk))
    }

    /// The ways from stops to the end of a journey by a vehicle that stands near them.
    private func lastWays(
        _ means: TravelMeans, to end: Place, _ streets: StreetWays, leaving: CityTime, within limit: TimeSpan?
    ) -> ([StopWay], [Int: ParkedVehicle]) {
        var (found, vehicles): ([StopWay], [Int: ParkedVehicle]) = ([], [:])
        // One vehicle is the nearest of many stops: its way to the end is looked up once.
        var cycles: [Int32: JourneyLeg?] = [:]
        func cycle(by vehicle: ParkedVehicle) -> JourneyLeg? {
            if let known = cycles[vehicle.number] { return known }
            let part = StreetPart(means: means, start: vehicle.place, end: end)
            let leg = streets.legs([part], leaving: leaving)?.first
            cycles[vehicle.number] = leg
            return leg
        }
        for stop in stops.nearest(Self.lastStops, to: end, within: streets.longestCycle + streets.longestWalk) {
            let place = stops.places[stop]
            guard let vehicle = streets.vehicle(means, near: place),
                place.distance(to: vehicle.place) <= streets.longestWalk,
                let walk = walks(vehicle.place, areAccesses: false, streets).first(where: { $0.stop == stop })?.cost,
                limit.map({ walk.duration < $0 }) ?? true,
                let cycle = cycle(by: vehicle)
            else { continue }
            found.append(
                StopWay(
                    stop: stop,
                    cost: TravelCost(walk.duration + (cycle.arrives - cycle.departs), cycle.distance + walk.distance)))
            vehicles[stop] = vehicle
        }
        return (found, vehicles)
    }

    // MARK: - Searching

    private func add(to choice: inout JourneyChoice, _ ways: StreetWays, _ accesses: Ends, _ egresses: Ends) {
        guard !accesses.ways.isEmpty, !egresses.ways.isEmpty else { return }
        var query = TransitQuery(
            accesses: accesses.ways.map(\.offset), egresses: egresses.ways.map(\.offset),
            walk: bound(choice, accesses.means, egresses.means))
        query.mostChanges = ways.query.limits.changes
        query.longestWalk = Int32(clamping: Int64(ways.longestWalk.inMetres))
        query.window = ways.query.limits.window.map {
            Int32($0.lowerBound.inSeconds.rounded(.up))...Int32($0.upperBound.inSeconds.rounded(.down))
        }
        query.closedLines = closed(ways.query.means)
        switch ways.query.time {
        case .leaving(let time):
            // Late in the day the first vehicles of the next one may be the next ones.
            for day in time.hourOfDay >= 20 ? [0, 1] : [0] {
                let search = search(on: time, daysLater: day)
                let start = seconds(time, search.day, .up)
                for journey in search.earliest(query, leaving: start) where !journey.legs.isEmpty {
                    if let timed = legs(journey, search, ways, accesses, egresses) {
                        choice.add(timed.legs, callAhead: timed.callAhead)
                    }
                }
            }
        case .arriving(let time):
            for day in time.hourOfDay < 4 ? [0, -1] : [0] {
                let search = search(on: time, daysLater: day)
                let deadline = seconds(time, search.day, .down)
                for journey in inTime(search, query, deadline, time, ways, accesses, egresses) {
                    choice.add(journey.legs, callAhead: journey.callAhead)
                }
            }
        }
    }

    private typealias TimedLegs = (legs: [JourneyLeg], callAhead: TimeSpan)

    /// The latest departures; where a last leg takes longer by the times of its hour, once more for as much earlier an end.
    private func inTime(
        _ search: TransitSearch, _ query: TransitQuery, _ deadline: Int32, _ time: CityTime, _ ways: StreetWays,
        _ accesses: Ends, _ egresses: Ends
    ) -> [TimedLegs] {
        var (found, late): ([TimedLegs], TimeSpan) = ([], .zero)
        for _ in 0..<3 {
            let earlier = Int32(late.inSeconds.rounded(.up))
            late = .zero
            var bounded = query
            bounded.walk = query.walk.map { $0 - earlier }
            for journey in search.latest(bounded, arriving: deadline - earlier) where !journey.legs.isEmpty {
                guard let timed = legs(journey, search, ways, accesses, egresses), let end = timed.legs.last else {
                    continue
                }
                if end.arrives <= time { found.append(timed) } else { late = max(late, end.arrives - time) }
            }
            if late == .zero { break }
            late = late + .seconds(Int(earlier))
        }
        return found
    }

    /// The legs of a journey by timetable, those at its ends timed by their own hours.
    private func legs(
        _ journey: TransitJourney, _ search: TransitSearch, _ ways: StreetWays, _ accesses: Ends, _ egresses: Ends
    ) -> TimedLegs? {
        guard let first = journey.legs.first, let last = journey.legs.last else { return nil }
        let midnight = search.day.midnight
        func time(_ seconds: Int32) -> CityTime { midnight + .seconds(Int(seconds)) }
        let (board, alight) = (stops.places[first.boards], stops.places[last.alights])
        let begin = parts(accesses, ways.query.start, board, first.boards, isFirst: true)
        var legs: [JourneyLeg] = []
        if let walk = accesses.walk(first.boards) {
            legs = begin.map { $0.leg(walk, leaving: time(first.departs) - walk.duration) }
        } else {
            guard let timed = ways.legs(begin, arriving: time(first.departs)) else { return nil }
            legs = timed
        }
        let callAhead = CityJourneys.callAhead(legs, ways)
        let departs = (legs.first?.departs ?? time(first.departs)) - callAhead
        for (index, leg) in journey.legs.enumerated() {
            let (start, end) = (stops.places[leg.boards], stops.places[leg.alights])
            if index > 0, journey.legs[index - 1].alights != leg.boards {
                let before = journey.legs[index - 1]
                legs.append(
                    JourneyLeg(
                        .walk, from: stops.places[before.alights], to: start, departs: time(before.arrives),
                        arrives: time(before.arrives + leg.walked),
                        distance: .metres(Int(stops.changes.metres(from: before.alights, to: leg.boards)))))
            }
            let timetable = search.timetable
            legs.append(
                JourneyLeg(
                    TravelMeans(timetable.means(of: leg.line)), from: start, to: end, departs: time(leg.departs),
                    arrives: time(leg.arrives), distance: start.distance(to: end),
                    line: LineLeg(
                        line: Int32(leg.line), company: Int32(timetable.operatorNumber(of: leg.line)),
                        trip: Int32(leg.trip), day: search.day.number - (leg.isOfDayBefore ? 1 : 0),
                        boards: Int32(leg.boards), alights: Int32(leg.alights))))
        }
        // A hired vehicle is called in time for the last stop, at the earliest when one sets out (decision 8).
        var ready = time(last.arrives)
        if egresses.means == .hired { ready = max(ready, departs + ways.wait(at: alight)) }
        for part in parts(egresses, alight, ways.query.end, last.alights, isFirst: false) {
            let walked = egresses.walk(last.alights).map { part.leg($0, leaving: ready) }
            guard let leg = walked ?? ways.timed(part, leaving: ready) else { return nil }
            legs.append(leg)
            ready = leg.arrives
        }
        return (legs, callAhead)
    }

    /// The parts between a place and a stop.
    private func parts(_ ends: Ends, _ start: Place, _ end: Place, _ stop: Int, isFirst: Bool) -> [StreetPart] {
        guard let vehicle = ends.vehicle(stop) else {
            return StreetWays.parts([StreetPart(means: ends.means, start: start, end: end)])
        }
        return StreetWays.parts([
            StreetPart(means: .walk, start: start, end: vehicle.place),
            StreetPart(means: ends.means, start: vehicle.place, end: end, vehicle: vehicle),
        ])
    }

    // MARK: - Days and lines

    private func search(on time: CityTime, daysLater: Int) -> TransitSearch {
        let day = ServiceDay(number: ServiceDay(of: time).number + Int32(daysLater))
        if let known = searches.withLock({ $0[day.number] }) { return known }
        func span(_ time: CityTime) -> Int32 {
            Int32(clamping: (time - day.midnight).nanoseconds / 1_000_000_000)
        }
        let lines = 0..<stops.timetable.lineCount
        let made = TransitSearch(
            stops.timetable, on: day, changes: stops.changes,
            strikes: strikes.compactMap { strike in
                let (from, until) = (span(strike.from), span(strike.until))
                guard from < until, until > -86_400, from < 3 * 86_400 else { return nil }
                let struck = lines.map { strike.means.has(TravelMeans(stops.timetable.means(of: $0))) }
                return LineStrike(lines: struck, seconds: from..<until)
            })
        searches.withLock { $0[day.number] = made }
        return made
    }

    private func seconds(_ time: CityTime, _ day: ServiceDay, _ rule: FloatingPointRoundingRule) -> Int32 {
        Int32(clamping: Int64((time - day.midnight).inSeconds.rounded(rule)))
    }

    /// The lines of means that are not wanted; empty when all are.
    private func closed(_ means: TravelMeansSet) -> [Bool] {
        guard !means.isSuperset(of: .transit) else { return [] }
        return (0..<stops.timetable.lineCount).map { !means.has(TravelMeans(stops.timetable.means(of: $0))) }
    }
}

extension StopWay {
    /// The same way with a wait or a walk before it.
    fileprivate func later(by span: TimeSpan) -> StopWay {
        StopWay(stop: stop, cost: TravelCost(cost.duration + span, cost.distance))
    }

    fileprivate var offset: StopOffset {
        StopOffset(stop: stop, seconds: Int32(clamping: Int64(cost.duration.inSeconds.rounded(.up))))
    }
}

extension StreetWays {
    /// The walk between two places, within its limit.
    fileprivate func walk(_ start: Place, _ end: Place) -> TravelCost? {
        let part = StreetPart(means: .walk, start: start, end: end)
        return timed(part, leaving: .epoch).map { TravelCost($0.arrives - $0.departs, $0.distance) }
    }
}

extension TravelMeans {
    /// What runs on a line.
    init(_ means: LineMeans) {
        switch means {
        case .tram: self = .tram
        case .metro: self = .metro
        case .train: self = .train
        case .bus: self = .bus
        case .ferry: self = .ferry
        }
    }
}
