// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

extension WordWriter {
    /// Writes a timetable.
    mutating func add(_ timetable: Timetable) {
        for texts in [timetable.feeds, timetable.stopIDs, timetable.stopNames] { add(texts: texts) }
        add(timetable.longitudes)
        add(timetable.latitudes)
        add(timetable.stations)
        for texts in [timetable.operators, timetable.lineIDs, timetable.lineNames] { add(texts: texts) }
        add(packed: timetable.lineMeans)
        add(timetable.lineOperators)
        add(UInt32(bitPattern: timetable.firstDay.number))
        add(UInt32(timetable.dayCount))
        for list in [
            timetable.serviceDays, timetable.sequenceLines, timetable.sequenceFirst, timetable.sequenceStops,
        ] {
            add(list)
        }
        add(packed: timetable.sequenceRules)
        add(timetable.sequenceTrips)
        for texts in [timetable.tripIDs, timetable.headsigns] { add(texts: texts) }
        for list in [
            timetable.tripNames, timetable.tripHeadsigns, timetable.tripServices, timetable.tripShapes,
        ] {
            add(list)
        }
        add(timetable.arrivals)
        add(timetable.departures)
        for list in [timetable.changeFrom, timetable.changeTo, timetable.changeSeconds, timetable.shapeFirst] {
            add(list)
        }
        add(timetable.shapeLongitudes)
        add(timetable.shapeLatitudes)
    }
}

extension WordReader {
    /// Reads a timetable; nil too when its lists do not fit together.
    mutating func timetable() -> Timetable? {
        var made = Timetable()
        func take<Value>(_ value: Value?, _ path: WritableKeyPath<Timetable, Value>) -> Bool {
            guard let value else { return false }
            made[keyPath: path] = value
            return true
        }
        guard take(texts(), \.feeds), take(texts(), \.stopIDs), take(texts(), \.stopNames),
            take(signed(), \.longitudes), take(signed(), \.latitudes), take(list(), \.stations),
            take(texts(), \.operators), take(texts(), \.lineIDs), take(texts(), \.lineNames),
            take(packed(), \.lineMeans), take(list(), \.lineOperators),
            take(word().map { ServiceDay(number: Int32(bitPattern: $0)) }, \.firstDay),
            take(word().map { Int($0) }, \.dayCount), take(list(), \.serviceDays),
            take(list(), \.sequenceLines), take(list(), \.sequenceFirst), take(list(), \.sequenceStops),
            take(packed(), \.sequenceRules), take(list(), \.sequenceTrips),
            take(texts(), \.tripIDs), take(texts(), \.headsigns), take(list(), \.tripNames),
            take(list(), \.tripHeadsigns), take(list(), \.tripServices), take(list(), \.tripShapes),
            take(signed(), \.arrivals), take(signed(), \.departures), take(list(), \.changeFrom),
            take(list(), \.changeTo), take(list(), \.changeSeconds), take(list(), \.shapeFirst),
            take(signed(), \.shapeLongitudes), take(signed(), \.shapeLatitudes)
        else { return nil }
        return made.isSound ? made : nil
    }
}

extension Timetable {
    /// No time of a trip is later, nor a change or a calendar longer, so that sums of them have room in 32 bits.
    static let latestTime: Int32 = 48 * 3600 - 1
    static let longestChange = 86_400
    static let mostDays = 36_600

    /// Whether its lists fit together and every number in them is one of what it names, which a file of another hand may not keep.
    fileprivate var isSound: Bool {
        let (stops, lines, services, trips) = (stopIDs.count, lineIDs.count, serviceCount, tripNames.count)
        func isBelow(_ list: [UInt32], _ count: Int) -> Bool { list.allSatisfy { $0 < count } }
        func isOptional(_ list: [UInt32], _ count: Int) -> Bool {
            list.allSatisfy { $0 < count || $0 == Self.none }
        }
        func isRising(_ firsts: [UInt32], groups: Int, end: Int) -> Bool {
            firsts.count == groups + 1 && firsts[0] == 0 && firsts[groups] == end
                && zip(firsts, firsts.dropFirst()).allSatisfy { $0 <= $1 }
        }
        let shapes = shapeFirst.count - 1
        guard stopNames.count == stops, longitudes.count == stops, latitudes.count == stops, stations.count == stops,
            isOptional(stations, stops), lineNames.count == lines, lineMeans.count == lines,
            lineMeans.allSatisfy({ LineMeans(rawValue: $0) != nil }), lineOperators.count == lines,
            isBelow(lineOperators, operators.count), dayCount <= Self.mostDays,
            firstDay.number.magnitude < 1_000_000,
            dayCount == 0 ? serviceDays.isEmpty : serviceDays.count % wordsOfService == 0,
            isBelow(sequenceLines, lines),
            isRising(sequenceFirst, groups: sequenceCount, end: sequenceStops.count),
            sequenceRules.count == sequenceStops.count, isBelow(sequenceStops, stops),
            isRising(sequenceTrips, groups: sequenceCount, end: trips)
        else { return false }
        guard tripHeadsigns.count == trips, tripServices.count == trips, tripShapes.count == trips,
            isBelow(tripNames, tripIDs.count), isBelow(tripHeadsigns, headsigns.count),
            isBelow(tripServices, services), shapes >= 0,
            isRising(shapeFirst, groups: shapes, end: shapeLongitudes.count),
            shapeLatitudes.count == shapeLongitudes.count, isOptional(tripShapes, shapes),
            arrivals.count == departures.count, timesOfSequences().last == arrivals.count,
            changeTo.count == changeFrom.count, changeSeconds.count == changeFrom.count,
            isBelow(changeFrom, stops), isBelow(changeTo, stops),
            changeSeconds.allSatisfy({ $0 == Self.never || $0 <= Self.longestChange })
        else { return false }
        return hasForwardTimes
    }

    /// Whether each trip goes forward in time and has two stops at least.
    private var hasForwardTimes: Bool {
        var at = 0
        for sequence in 0..<sequenceCount {
            let length = stops(of: sequence).count
            guard length >= 2 else { return false }
            for _ in trips(of: sequence) {
                var last: Int32 = 0
                for index in at..<(at + length) {
                    guard arrivals[index] >= last, departures[index] >= arrivals[index] else { return false }
                    last = departures[index]
                }
                guard last <= Self.latestTime else { return false }
                at += length
            }
        }
        return true
    }
}
