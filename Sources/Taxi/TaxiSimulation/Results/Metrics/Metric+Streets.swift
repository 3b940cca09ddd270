// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// What the metrics of the street are read from.
@dynamicMemberLookup
struct StreetFacts {
    let fold: StreetTally
    /// The time of all drivers, in nanoseconds.
    let driverTime: Double

    /// What the fold counted itself.
    subscript<Value>(dynamicMember path: KeyPath<StreetTally, Value>) -> Value { fold[keyPath: path] }
}

/// The metrics of the street. A run has them when somebody asked there.
extension Metric where Source == StreetFacts {
    static let all = (people.by(.demand) + rides).map(\.tidied)

    @MetricList private static var people: [Metric] {
        count("streets.asked", sum: \.asked)
        each("streets.asked", \.asked)
        count("streets.boarded", \.boarded)
        count("streets.left", \.left)
        count("streets.calling", \.calling)
        count("streets.openAtEnd", \.open)
        ratio("streets.leftShare", \.left, of: { $0.boarded + $0.left })
        number("streets.leftMaxZone", .share) { $0.zones.compactMap(\.leftShare).max() }.by(.person)
        number("streets.leftMaxHour", .share) { $0.hours.compactMap(\.leftShare).max() }
        sample("streets.wait", \.wait)
        sample("streets.stood", \.stood)
    }

    @MetricList private static var rides: [Metric] {
        count("streets.rides", \.rides)
        number("streets.timeShare", .share, over: { $0.driverTime / 3.6e12 }) {
            $0.driverTime > 0 ? Double($0.riding) / $0.driverTime : nil
        }
    }
}
