// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

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
        count(
            "sharing.searches", "searches for a shared ride", "Searches of the pending shared rides (TAXI-SHARE-13).",
            \.searches)
        count(
            "sharing.withoutDestination", "shared calls without a destination",
            "Shared calls without a destination (TAXI-SHARE-12).", \.withoutDestination)
        count(
            "sharing.candidates", "rides looked at", "Pending rides that were looked at, all searches together.",
            \.candidates)
        count("sharing.feasible", "rides feasible", "Of these, feasible (DEC-SHARE-MATCH).", \.feasible)
        ratio(
            "sharing.successShare", "searches with a feasible ride", "Searches that found at least one feasible ride.",
            \.successes, of: \.searches)
        count("sharing.proposed", "rides proposed", "Rides proposed to passengers (TAXI-SHARE-09).", \.proposed)
        count("sharing.chosen", "rides chosen", "Times a passenger chose a proposed ride (TAXI-SHARE-03).", \.chosen)
        count(
            "sharing.declined", "answers that declined all rides",
            "Times a passenger declined all of them (TAXI-SHARE-17).", \.declined)
        count(
            "sharing.answered", "answers to proposed rides",
            "Answers to proposed rides: a ride chosen, or all declined.", \.answered)
        ratio(
            "sharing.chosenShare", "answers that chose a ride", "Rides chosen, as a share of these answers.", \.chosen,
            of: { $0.chosen + $0.declined })
        count("sharing.joined", "passengers joined", "Passengers who joined a ride (TAXI-SHARE-22).", \.joined)
        count(
            "sharing.joinedTravelers", "travelers joined", "Travelers who came with them, themselves included.",
            \.joinedTravelers)
        counts(
            "sharing.joinRefused", "joins refused", "Joins refused: choices that could not be kept (DEC-SHARE-RACE).",
            each: "Joins refused for the reason %.", JoinRefusal.allCases, \.joinRefused)
    }

    @MetricList private static var rides: [Metric] {
        count("sharing.created", "shared rides made", "Shared rides made by their owners (TAXI-SHARE-14).", \.created)
        count(
            "sharing.created.reserved", "shared rides made, reserved", "Of these, reserved (TAXI-RESV-14).", \.reserved)
        count(
            "sharing.left", "passengers who left",
            "Passengers who left a shared ride before boarding (DEC-SHARE-OWNER-LEAVES).", sum: \.left)
        count(
            "sharing.ownerChanges", "changes of owner", "Times a ride got a new owner (TAXI-SHARE-24).", \.ownerChanges)
        count(
            "sharing.missed", "passengers who missed the taxi",
            "Passengers whom the taxi left behind (TAXI-SHARE-16, DEC-SHARE-LATE).", \.missed)
        count(
            "sharing.mismatches", "boardings with fewer than expected",
            "Boardings with fewer travelers than expected (DEC-BOARD-COUNT).", \.mismatches)
        counts(
            "sharing.removed", "shared rides", "Of the created rides, those that ended for the reason %.",
            RideRemoval.allCases, \.removed)
        count(
            "sharing.openAtEnd", "shared rides not settled", "Created rides not settled when the run ended; must be 0.",
            \.openCounted)
        count("sharing.rides", "shared rides ended", "Shared rides that ended at their last stop.", \.sum.rides)
        count("sharing.together", "rides together", "Of these, with more than one passenger aboard.", \.sum.together)
        ratio(
            "sharing.togetherShare", "share of shared rides together",
            "Rides with more than one passenger aboard, as a share of the ended shared rides.", \.sum.together,
            of: \.sum.rides)
        ratio(
            "sharing.togetherOfAll", "share of all rides together",
            "Rides with more than one passenger aboard, as a share of all ended rides.", \.sum.together, of: \.rides)
        ratio(
            "sharing.passengersPerRide", in: .ratio(), "passengers a shared ride",
            "Passengers aboard of an ended shared ride, mean.", \.passengers, of: \.sum.rides)
        ratio(
            "sharing.travelersPerRide", in: .ratio(), "travelers a shared ride",
            "Travelers aboard of an ended shared ride, mean.", \.travelers, of: \.sum.rides)
    }

    @MetricList private static var ways: [Metric] {
        sample(
            "sharing.detour", in: .kilometres, "detour",
            "Driven minus direct way of a passenger of a ride with several aboard (TAXI-SHARE-20)", scale: 1e-6,
            \.detour)
        sample(
            "sharing.detourRatio", in: .ratio(), "detour ratio",
            "Driven way divided by the direct way of the same passengers (TAXI-SHARE-20)", scale: 1e-6, \.detourRatio)
        sample(
            "sharing.delay", "delay by sharing",
            "How much longer the planned way of the same passengers takes than the way alone, as expected at boarding "
                + "(TAXI-SHARE-20)", \.delay)
        kilometres("sharing.driven", "way driven on shared rides", "Way driven on ended shared rides.", \.sum.driven)
        kilometres(
            "sharing.alone", "way alone of their passengers", "Sum of the direct ways of their passengers.", \.sum.alone
        )
        kilometres(
            "sharing.saved", "way saved by sharing", "Direct ways minus driven way: what sharing saved.", \.saved)
        number(
            "sharing.savedShare", .share, "saved share of the way alone",
            "What sharing saved, as a share of the direct ways.", over: { tidy(Double($0.sum.alone) * 1e-6) }
        ) { $0.sum.alone > 0 ? Double($0.saved) / Double($0.sum.alone) : nil }
    }

    @MetricList private static var fees: [Metric] {
        sample(
            "sharing.fee", in: .share, "fee share",
            "Fee share of a passenger of a ride with several aboard, by driven distance (TAXI-SHARE-10)", scale: 1e-4,
            \.fee)
        sample(
            "sharing.feeDirect", in: .share, "fee share by direct way",
            "Fee share of the same passengers by direct distance (DEC-FEE-DISTANCE)", scale: 1e-4, \.feeDirect)
        sample(
            "sharing.feeDifference", in: .share, "difference of the fee shares",
            "How far the two fee shares differ (DEC-FEE-DISTANCE)", scale: 1e-4, \.feeDifference)
    }
}
