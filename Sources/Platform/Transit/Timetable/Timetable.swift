// SPDX-License-Identifier: GPL-3.0-or-later

/// The timetable of a city: lines, stops, trips with their times, the days on which they run.
///
/// Lists side by side, one entry for each thing. Trips are grouped by sequence: the line and the stops that they call at, in order.
/// All times are whole seconds from the midnight of the service day, and may be past 24:00.
package struct Timetable: Hashable, Sendable {
    /// No shape, no station.
    static let none = UInt32.max
    /// In `changeSeconds`: one may not change there.
    static let never = UInt32.max

    /// The feeds that it was made of.
    package internal(set) var feeds: [String] = []

    /// The stops: all rows of the feeds, stations and entrances among them, which no trip calls at.
    package internal(set) var stopIDs: [String] = []
    package internal(set) var stopNames: [String] = []
    /// Ten-millionths of a degree; both are 0 for a part of a station without a position.
    package internal(set) var longitudes: [Int32] = []
    package internal(set) var latitudes: [Int32] = []
    /// The stop that is the station of a stop.
    var stations: [UInt32] = []

    package internal(set) var operators: [String] = []
    package internal(set) var lineIDs: [String] = []
    /// The short name, or the long one where there is no short one.
    package internal(set) var lineNames: [String] = []
    /// Numbers of `LineMeans`.
    var lineMeans: [UInt8] = []
    var lineOperators: [UInt32] = []

    /// The first day of the bit sets of the services.
    package internal(set) var firstDay = ServiceDay(number: 0)
    package internal(set) var dayCount = 0
    /// A bit for each day, of each service in turn, in whole words.
    var serviceDays: [UInt32] = []

    var sequenceLines: [UInt32] = []
    /// Where the stops of each sequence begin in `sequenceStops`; one more for the end.
    var sequenceFirst: [UInt32] = [0]
    var sequenceStops: [UInt32] = []
    /// For each of them whether one may get on and off: `StopRules`.
    var sequenceRules: [UInt8] = []

    /// Where the trips of each sequence begin, by their first departure; one more for the end.
    var sequenceTrips: [UInt32] = [0]
    /// Their ids and headsigns, by number. Trips that a table of frequencies repeats share an id.
    var tripIDs: [String] = []
    var headsigns: [String] = []
    var tripNames: [UInt32] = []
    var tripHeadsigns: [UInt32] = []
    var tripServices: [UInt32] = []
    var tripShapes: [UInt32] = []
    /// When each trip arrives at and departs from each of its stops, trip after trip.
    var arrivals: [Int32] = []
    var departures: [Int32] = []

    /// The pairs of stops for which a feed says what a change takes, with seconds or `never`; by pair, rising.
    var changeFrom: [UInt32] = []
    var changeTo: [UInt32] = []
    var changeSeconds: [UInt32] = []

    /// The shapes of trips on the map; where the points of each begin, and one more for the end.
    var shapeFirst: [UInt32] = [0]
    var shapeLongitudes: [Int32] = []
    var shapeLatitudes: [Int32] = []

    package var stopCount: Int { stopIDs.count }
    package var lineCount: Int { lineIDs.count }
    package var tripCount: Int { tripNames.count }
    var sequenceCount: Int { sequenceLines.count }
    var serviceCount: Int { wordsOfService == 0 ? 0 : serviceDays.count / wordsOfService }
    var wordsOfService: Int { (dayCount + 31) / 32 }

    /// The last day of a service.
    package var lastDay: ServiceDay { ServiceDay(number: firstDay.number + Int32(max(dayCount, 1)) - 1) }

    /// Whether any service can run on a day.
    package func covers(_ day: ServiceDay) -> Bool { dayCount > 0 && day >= firstDay && day <= lastDay }

    /// Whether a service runs on a day.
    func runs(_ service: UInt32, on day: ServiceDay) -> Bool {
        guard covers(day) else { return false }
        let bit = Int(day.number - firstDay.number)
        return serviceDays[Int(service) * wordsOfService + bit / 32] >> UInt32(bit % 32) & 1 == 1
    }

    /// The stops of a sequence, as positions in `sequenceStops`.
    func stops(of sequence: Int) -> Range<Int> { Int(sequenceFirst[sequence])..<Int(sequenceFirst[sequence + 1]) }

    /// The trips of a sequence.
    func trips(of sequence: Int) -> Range<Int> { Int(sequenceTrips[sequence])..<Int(sequenceTrips[sequence + 1]) }

    /// Where the times of each sequence's first trip begin; one more for the end.
    func timesOfSequences() -> [Int] {
        (0..<sequenceCount).reduce(into: [0]) { firsts, sequence in
            firsts.append((firsts.last ?? 0) + trips(of: sequence).count * stops(of: sequence).count)
        }
    }

    /// The stops that some trip calls at, rising.
    package var servedStops: [Int] { Set(sequenceStops).map { Int($0) }.sorted() }

    /// What runs on a line.
    package func means(of line: Int) -> LineMeans { LineMeans(rawValue: lineMeans[line]) ?? .bus }

    /// The company that runs a line, by its number.
    package func operatorNumber(of line: Int) -> Int { Int(lineOperators[line]) }

    /// The company that runs a line.
    package func operatorName(of line: Int) -> String { operators[Int(lineOperators[line])] }

    /// The id of a trip, as its feed has it.
    package func tripID(_ trip: Int) -> String { tripIDs[Int(tripNames[trip])] }

    /// The headsign of a trip; empty where there is none.
    package func headsign(_ trip: Int) -> String { headsigns[Int(tripHeadsigns[trip])] }

    /// The points of a trip's shape on the map, in ten-millionths of a degree; none where the feed has no shape.
    package func shape(of trip: Int) -> [(longitude: Int32, latitude: Int32)] {
        let shape = tripShapes[trip]
        guard shape != Self.none else { return [] }
        return (Int(shapeFirst[Int(shape)])..<Int(shapeFirst[Int(shape) + 1])).map {
            (shapeLongitudes[$0], shapeLatitudes[$0])
        }
    }
}

/// What one may not do at a stop of a trip.
struct StopRules: OptionSet {
    let rawValue: UInt8

    static let noBoarding = StopRules(rawValue: 1)
    static let noAlighting = StopRules(rawValue: 2)
}
