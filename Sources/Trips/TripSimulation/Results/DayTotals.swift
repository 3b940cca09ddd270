// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TripRules

/// What people's hours go on.
enum DayPart: UInt8, CaseIterable, EventWord {
    case activity, onFoot, bicycle, car, line, taxi, waiting

    /// For a reader.
    var name: String {
        switch self {
        case .activity: "at activities"
        case .onFoot: "on foot"
        case .bicycle: "by bicycle"
        case .car: "in a car"
        case .line: "in buses, trams and trains"
        case .taxi: "in a taxi"
        case .waiting: "waiting for a vehicle or service"
        }
    }

    /// In charts: colours that people tell apart who see few (Okabe and Ito, Color universal design, 2008).
    var colour: String {
        switch self {
        case .activity: "#999999"
        case .onFoot: "#009e73"
        case .bicycle: "#56b4e9"
        case .car: "#d55e00"
        case .line: "#0072b2"
        case .taxi: "#e69f00"
        case .waiting: "#cc79a7"
        }
    }

    init(_ means: TravelMeans) {
        switch means {
        case .walk: self = .onFoot
        case .ownBicycle, .sharedBicycle: self = .bicycle
        case .ownCar, .sharedCar: self = .car
        case .hired: self = .taxi
        case .bus, .tram, .metro, .train, .ferry: self = .line
        }
    }
}

/// Why an activity was late or missed, by the first thing that went wrong on the way to it.
enum DelayCause: UInt8, CaseIterable, EventWord {
    case missedLine, vehicleTaken, noTaxi, activityBefore, way, service, deadPhone

    /// For a reader.
    var name: String {
        switch self {
        case .missedLine: "a bus, tram or train had left"
        case .vehicleTaken: "a shared vehicle was taken by somebody else"
        case .noTaxi: "no taxi came"
        case .activityBefore: "the activity before it was over too late"
        case .way: "the way took longer than planned"
        case .service: "a store or race had no place or time"
        case .deadPhone: "the notice to leave came while the phone was dead"
        }
    }
}

/// What was counted of people's days, from the end of the warm-up on.
struct DayTotals {
    var journeys = 0
    /// Taxis that were reserved for later, and those that were given up again.
    var taxisReserved = 0
    var taxisGivenUp = 0
    /// Shared vehicles that were booked, given up again, and not reached within the holding time.
    var vehiclesBooked = 0
    var vehiclesGivenUp = 0
    var bookingsLapsed = 0
    /// Times that the phone of a planner's user died.
    var deadPhones = 0
    /// Notices to leave that were kept for one.
    var noticesKept = 0
    /// Legs by means, and their lengths.
    var legs = [Int](repeating: 0, count: TravelMeans.allCases.count)
    var millimetres = [Int64](repeating: 0, count: TravelMeans.allCases.count)
    /// From setting out to being there.
    var travelTime = Sample(exactLimit: 50_000)
    var replanned = [Int](repeating: 0, count: ReplanCause.allCases.count)
    var walkedAll = 0
    var taxiCalls = 0
    /// The planner behind a gateway.
    var served = ServedTotals()
    /// Nanoseconds that people spent, by what they went on.
    var spent = [Int64](repeating: 0, count: DayPart.allCases.count)
    /// Activities by kind, with the planner and without it, and the latest.
    var tally = DayTally()
    var waits = WaitTally()
    var planner = PlannerTotals()
    /// How long was measured.
    var measured = TimeSpan.zero
}
