// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// What the metrics of ride sharing are read from.
struct SharingFacts {
    let fold: SharingFold
    /// All rides that ended, shared or not.
    let rides: Int

    /// A choice without a search is refused before it counts as one.
    var answered: Int {
        fold.chosen + fold.declined + fold.joinRefused[Int(JoinRefusal.notSearched.rawValue)]
    }
    var saved: Int64 { fold.sum.alone - fold.sum.driven }
}

/// The metrics of the sharing module. A run has them when the module is on or its events occur.
extension Metric where Source == SharingFacts {
    static let all = (wishes + rides + ways + fees).map(\.tidied)

    @MetricList private static var wishes: [Metric] {
        count(
            "sharing.searches", "searches for a shared ride", "Searches of the pending shared rides (TAXI-SHARE-13)."
        ) { $0.fold.searches }
        count(
            "sharing.withoutDestination", "shared calls without a destination",
            "Shared calls without a destination (TAXI-SHARE-12)."
        ) { $0.fold.withoutDestination }
        count(
            "sharing.candidates", "rides looked at", "Pending rides that were looked at, all searches together."
        ) { $0.fold.candidates }
        count("sharing.feasible", "rides feasible", "Of these, feasible (DEC-SHARE-MATCH).") { $0.fold.feasible }
        ratio(
            "sharing.successShare", "searches with a feasible ride",
            "Searches that found at least one feasible ride.", { $0.fold.successes }, of: { $0.fold.searches })
        count("sharing.proposed", "rides proposed", "Rides proposed to passengers (TAXI-SHARE-09).") {
            $0.fold.proposed
        }
        count("sharing.chosen", "rides chosen", "Times a passenger chose a proposed ride (TAXI-SHARE-03).") {
            $0.fold.chosen
        }
        count(
            "sharing.declined", "answers that declined all rides",
            "Times a passenger declined all of them (TAXI-SHARE-17)."
        ) { $0.fold.declined }
        count(
            "sharing.answered", "answers to proposed rides",
            "Answers to proposed rides: a ride chosen, or all declined."
        ) { $0.answered }
        ratio(
            "sharing.chosenShare", "answers that chose a ride", "Rides chosen, as a share of these answers.",
            { $0.fold.chosen }, of: { $0.fold.chosen + $0.fold.declined })
        count("sharing.joined", "passengers joined", "Passengers who joined a ride (TAXI-SHARE-22).") {
            $0.fold.joined
        }
        count(
            "sharing.joinedTravelers", "travelers joined", "Travelers who came with them, themselves included."
        ) { $0.fold.joinedTravelers }
        count(
            "sharing.joinRefused", "joins refused",
            "Joins refused: choices that could not be kept (DEC-SHARE-RACE)."
        ) { $0.fold.joinRefused.reduce(0, +) }
        counts("sharing.joinRefused", "joins refused", "Joins refused for the reason %.", JoinRefusal.allCases) {
            $0.fold.joinRefused
        }
    }

    @MetricList private static var rides: [Metric] {
        count("sharing.created", "shared rides made", "Shared rides made by their owners (TAXI-SHARE-14).") {
            $0.fold.created
        }
        count("sharing.created.reserved", "shared rides made, reserved", "Of these, reserved (TAXI-RESV-14).") {
            $0.fold.reserved
        }
        count(
            "sharing.left", "passengers who left",
            "Passengers who left a shared ride before boarding (DEC-SHARE-OWNER-LEAVES)."
        ) { $0.fold.left.reduce(0, +) }
        count("sharing.ownerChanges", "changes of owner", "Times a ride got a new owner (TAXI-SHARE-24).") {
            $0.fold.ownerChanges
        }
        count(
            "sharing.missed", "passengers who missed the taxi",
            "Passengers whom the taxi left behind (TAXI-SHARE-16, DEC-SHARE-LATE)."
        ) { $0.fold.missed }
        count(
            "sharing.mismatches", "boardings with fewer than expected",
            "Boardings with fewer travelers than expected (DEC-BOARD-COUNT)."
        ) { $0.fold.mismatches }
        counts(
            "sharing.removed", "shared rides", "Of the created rides, those that ended for the reason %.",
            RideRemoval.allCases
        ) { $0.fold.removed }
        count(
            "sharing.openAtEnd", "shared rides not settled",
            "Created rides not settled when the run ended; must be 0."
        ) { $0.fold.openCounted }
        count("sharing.rides", "shared rides ended", "Shared rides that ended at their last stop.") {
            $0.fold.sum.rides
        }
        count("sharing.together", "rides together", "Of these, with more than one passenger aboard.") {
            $0.fold.sum.together
        }
        ratio(
            "sharing.togetherShare", "share of shared rides together",
            "Rides with more than one passenger aboard, as a share of the ended shared rides.",
            { $0.fold.sum.together }, of: { $0.fold.sum.rides })
        ratio(
            "sharing.togetherOfAll", "share of all rides together",
            "Rides with more than one passenger aboard, as a share of all ended rides.",
            { $0.fold.sum.together }, of: { $0.rides })
        ratio(
            "sharing.passengersPerRide", in: .ratio(), "passengers a shared ride",
            "Passengers aboard of an ended shared ride, mean.", { $0.fold.passengers }, of: { $0.fold.sum.rides })
        ratio(
            "sharing.travelersPerRide", in: .ratio(), "travelers a shared ride",
            "Travelers aboard of an ended shared ride, mean.", { $0.fold.travelers }, of: { $0.fold.sum.rides })
    }

    @MetricList private static var ways: [Metric] {
        sample(
            "sharing.detour", in: .kilometres, "detour",
            "Driven minus direct way of a passenger of a ride with several aboard (TAXI-SHARE-20)", scale: 1e-6
        ) { $0.fold.detour }
        sample(
            "sharing.detourRatio", in: .ratio(), "detour ratio",
            "Driven way divided by the direct way of the same passengers (TAXI-SHARE-20)", scale: 1e-6
        ) { $0.fold.detourRatio }
        sample(
            "sharing.delay", "delay by sharing",
            "How much longer the planned way of the same passengers takes than the way alone, as expected at boarding "
                + "(TAXI-SHARE-20)"
        ) { $0.fold.delay }
        kilometres("sharing.driven", "way driven on shared rides", "Way driven on ended shared rides.") {
            $0.fold.sum.driven
        }
        kilometres("sharing.alone", "way alone of their passengers", "Sum of the direct ways of their passengers.") {
            $0.fold.sum.alone
        }
        kilometres("sharing.saved", "way saved by sharing", "Direct ways minus driven way: what sharing saved.") {
            $0.saved
        }
        number(
            "sharing.savedShare", .share, "saved share of the way alone",
            "What sharing saved, as a share of the direct ways.", over: { tidy(Double($0.fold.sum.alone) * 1e-6) }
        ) { $0.fold.sum.alone > 0 ? Double($0.saved) / Double($0.fold.sum.alone) : nil }
    }

    private static func kilometres(
        _ name: String, _ label: String, _ text: String, _ millimetres: @escaping @Sendable (SharingFacts) -> Int64
    ) -> [Metric] {
        number(name, .kilometres, label, text) { Double(millimetres($0)) * 1e-6 }
    }

    @MetricList private static var fees: [Metric] {
        sample(
            "sharing.fee", in: .share, "fee share",
            "Fee share of a passenger of a ride with several aboard, by driven distance (TAXI-SHARE-10)", scale: 1e-4
        ) { $0.fold.fee }
        sample(
            "sharing.feeDirect", in: .share, "fee share by direct way",
            "Fee share of the same passengers by direct distance (DEC-FEE-DISTANCE)", scale: 1e-4
        ) { $0.fold.feeDirect }
        sample(
            "sharing.feeDifference", in: .share, "difference of the fee shares",
            "How far the two fee shares differ (DEC-FEE-DISTANCE)", scale: 1e-4
        ) { $0.fold.feeDifference }
    }
}
