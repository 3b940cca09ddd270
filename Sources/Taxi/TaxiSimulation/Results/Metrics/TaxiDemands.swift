// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
import TaxiRules

/// Why a wish for a ride came to nothing, in the order of its words.
package enum TaxiLoss: Int, CaseIterable, Sendable {
    /// The service aborted the last request: nobody was available, all refused, or no taxi was large enough.
    case noDriver, allRefused, noTaxiLargeEnough
    /// The passenger gave up before boarding.
    case abandoned
    /// The driver found nobody at the meeting point.
    case released

    /// The reason of an abort by the service; nil for one that the passenger or the run's end made.
    init?(_ reason: AbortReason) {
        switch reason {
        case .noDriver: self = .noDriver
        case .allRefused: self = .allRefused
        case .noTaxiLargeEnough: self = .noTaxiLargeEnough
        case .abandoned, .runEnded: return nil
        }
    }

    fileprivate var words: String {
        switch self {
        case .noDriver: "no driver was available"
        case .allRefused: "all drivers refused"
        case .noTaxiLargeEnough: "no taxi was large enough"
        case .abandoned: "gave up waiting"
        case .released: "not there when the taxi came"
        }
    }
}

/// What somebody waits for who wishes for a ride, in the order of its words.
package enum TaxiPhase: Int, CaseIterable, Sendable {
    /// Until a driver accepts, calls again included.
    case search
    /// Until the taxi is at the meeting point.
    case approach
    /// Until the passenger is aboard.
    case boarding

    fileprivate var words: String {
        switch self {
        case .search: "until a driver accepted"
        case .approach: "until the taxi was there"
        case .boarding: "at the taxi"
        }
    }
}

extension CaseForm {
    /// Wishes for a ride, which are the taxi service's demands (glossary "wish").
    ///
    /// - Parameters:
    ///   - limit: how long after the first call, or the agreed time of a reservation, a passenger is aboard in time.
    ///   - groups: the names of the groups of passengers.
    package static func wishes(limit: TimeSpan, groups: [String]) -> CaseForm {
        CaseForm(
            "wishes", one: "wish for a ride", many: "wishes for a ride", who: "callers of taxis",
            wait: "from the first call to boarding", served: "aboard", limit: limit,
            groups: groups.isEmpty ? .none : Names("group", groups),
            reasons: TaxiLoss.allCases.map(\.words), phases: TaxiPhase.allCases.map(\.words))
    }
}
