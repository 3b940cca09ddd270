// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import TaxiRules

/// What becomes of an available taxi that leaves all zones.
package enum GapRule: String, Sendable, CaseIterable {
    /// It is out of service at once, until its driver says otherwise inside a zone (TAXI-QUEUE-12).
    case offShift = "off-shift"
    /// It keeps its position in the queue of the last zone until it enters another.
    case keepZone = "keep-zone"
}

/// How taxis are dispatched: the parameters of the rules, and what clients and results do by them.
package struct DispatchSection: Sendable {
    /// The numbers of the rules.
    package var rules = TaxiParameters()
    /// Which driver is asked first.
    package var policy = NamedPolicy.fifo
    /// Interval of a client's polls for the arrival (TAXI-CALL-14).
    package var arrivalPoll: TimeSpan = .seconds(90)
    /// Share of aborted calls above which a zone is flagged (DEC-SUPPLY).
    package var undersupplyLimit = 0.05
    /// How long after the first call a passenger is aboard in time; for the results only. Default 10 min.
    package var aboardLimit: TimeSpan = .minutes(10)
    /// How long after an abort a call of the same passenger is one for the same wish; for the results only. Default 15 min.
    package var sameWish: TimeSpan = .minutes(15)

    package init() {}

    /// How often free taxis are sent to short zones; nil where nobody sends them.
    var sendFree: SendFree?

    /// How free taxis are sent.
    struct SendFree: Sendable { var every = TimeSpan.minutes(5) }

    /// How calls are put to other zones than their own.
    struct Neighbours: Sendable {
        var rings = 1
        var after = TimeSpan.zero
    }

    /// Nil where only a call's own zone is asked.
    var neighbours: Neighbours? {
        get { rules.neighbourRings > 0 ? Neighbours(rings: rules.neighbourRings, after: rules.neighboursAfter) : nil }
        set { (rules.neighbourRings, rules.neighboursAfter) = (newValue?.rings ?? 0, newValue?.after ?? .zero) }
    }

    /// What becomes of an available taxi that leaves all zones (TAXI-QUEUE-12).
    package var outsideZones: GapRule {
        get { rules.keepsLastZone ? .keepZone : .offShift }
        set { rules.keepsLastZone = newValue == .keepZone }
    }
}
