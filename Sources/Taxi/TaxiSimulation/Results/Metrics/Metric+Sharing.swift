// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// What the metrics of ride sharing are read from.
@dynamicMemberLookup
struct SharingFacts {
    let fold: SharingFold
    /// All rides that ended, shared or not.
    let rides: Int

    /// What the fold counted itself.
    subscript<Value>(dynamicMember path: KeyPath<SharingFold, Value>) -> Value { fold[keyPath: path] }

    /// A choice without a search is refused before it counts as one.
    var answered: Int {
        fold.chosen + fold.declined + fold.joinRefused[.notSearched]
    }
    var saved: Int64 { fold.sum.alone - fold.sum.driven }
}

/// The metrics of the sharing module. A run has them when the module is on or its events occur.
extension Metric where Source == SharingFacts {
    static let all = (wishes + rides + ways + fees).map(\.tidied)

    @MetricList private static var wishes: [Metric] {
        count("sharing.searches", \.searches)
        count("sharing.withoutDestination", \.withoutDestination)
        count("sharing.candidates", \.candidates)
        count("sharing.feasible", \.feasible)
        ratio("sharing.successShare", \.successes, of: \.searches)
        count("sharing.proposed", \.proposed)
        count("sharing.chosen", \.chosen)
        count("sharing.declined", \.declined)
        count("sharing.answered", \.answered)
        ratio("sharing.chosenShare", \.chosen, of: { $0.chosen + $0.declined })
        count("sharing.joined", \.joined)
        count("sharing.joinedTravelers", \.joinedTravelers)
        counts("sharing.joinRefused", \.joinRefused)
    }

    @MetricList private static var rides: [Metric] {
        count("sharing.created", \.created)
        count("sharing.created.reserved", \.reserved)
        count("sharing.left", sum: \.left)
        count("sharing.ownerChanges", \.ownerChanges)
        count("sharing.missed", \.missed)
        count("sharing.mismatches", \.mismatches)
        each("sharing.removed", \.removed)
        count("sharing.openAtEnd", \.openCounted)
        count("sharing.rides", \.sum.rides)
        count("sharing.together", \.sum.together)
        ratio("sharing.togetherShare", \.sum.together, of: \.sum.rides)
        ratio("sharing.togetherOfAll", \.sum.together, of: \.rides)
        ratio("sharing.passengersPerRide", in: .ratio(), \.passengers, of: \.sum.rides)
        ratio("sharing.travelersPerRide", in: .ratio(), \.travelers, of: \.sum.rides)
    }

    @MetricList private static var ways: [Metric] {
        sample("sharing.detour", in: .kilometres, scale: 1e-6, \.detour)
        sample("sharing.detourRatio", in: .ratio(), scale: 1e-6, \.detourRatio)
        sample("sharing.delay", \.delay)
        kilometres("sharing.driven", \.sum.driven)
        kilometres("sharing.alone", \.sum.alone)
        kilometres("sharing.saved", \.saved)
        number("sharing.savedShare", .share, over: { tidy(Double($0.sum.alone) * 1e-6) }) {
            $0.sum.alone > 0 ? Double($0.saved) / Double($0.sum.alone) : nil
        }
    }

    @MetricList private static var fees: [Metric] {
        sample("sharing.fee", in: .share, scale: 1e-4, \.fee)
        sample("sharing.feeDirect", in: .share, scale: 1e-4, \.feeDirect)
        sample("sharing.feeDifference", in: .share, scale: 1e-4, \.feeDifference)
    }
}
