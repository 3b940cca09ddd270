// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import CitySlices
import Reporting
import TaxiRules

extension ExperimentForm {
    /// How experiments tell of taxis: who was not aboard in time, who was not served and how long the others waited, the drivers' side,
    /// fairness between drivers and between zones. Unserved requests come first: a wait is that of those who were served, and can be
    /// short because few were.
    static let taxis: ExperimentForm = {
        var form = ExperimentForm()
        form.demands = "taxi.wishes"
        form.words = { words(limit: $0.dispatch.aboardLimit) }
        (form.totals.all, form.totals.served, form.totals.wait) = ("wishes.total", "calls.fulfilled", "wait.mean")
        (form.totals.sameWait, form.totals.missed) = ("wait.same", "wishes.notInTimeShare")
        form.totals.unserved = "calls.unservedShare"
        form.samples = [
            "wait", "acceptance", "queueTime", "arrivalDelay", "etaError", "noticeDelay", "reservations.lateness",
            "sharing.detour", "sharing.delay", "sharing.fee", "streets.wait", "streets.stood",
        ]
        form.figures = [
            "wishes.total", "wishes.notInTimeShare", "calls.stored", "calls.fulfilled", "calls.unserved",
            "calls.unservedShare", "calls.aborted", "calls.abandoned", "calls.released", "calls.openAtEnd",
            "calls.refused", "offers.perRequest", "drivers.inService", "drivers.utilisation", "rides.perServiceHour",
            "fairness.gini", "fairness.jain", "fairness.overtakes", "fairness.zoneWaitSd", "distance.emptyShare",
            "openRequests.mean", "streets.asked", "streets.boarded", "streets.left", "streets.leftShare",
            "streets.timeShare", "money.net", "money.driverHour.p25", "money.belowMinimum",
        ]
        let side = [
            "rides.ended", "rides.perServiceHour", "drivers.utilisation", "queueTime.mean", "queueTime.p95",
            "distance.empty", "distance.emptyShare", "fairness.gini",
        ]
        form.measures =
            ["wishes.notInTimeShare", "calls.unservedShare", "wait.mean"].map { Measure($0) }
            + [Measure("wait.same", .samePeople)]
            + [
                "wait.p95", "calls.abortRate", "calls.fulfilled", "calls.refused", "streets.asked", "streets.left",
                "streets.leftShare", "streets.wait.mean", "money.net", "money.driverHour.p25", "money.belowMinimum",
            ].map { Measure($0) }
            + side.map { name in
                Measure(name, name == "distance.empty" ? .sum(["distance.toPickUp", "distance.other"]) : .metric)
            }
            + ["fairness.jain", "fairness.overtakes"].map { Measure($0) } + [
                Measure("fairness.placeNotInTimeMax", .worstMissed),
                Measure("fairness.placeUnservedMax", .worstUnserved), Measure("fairness.placeWaitMax", .worstWait),
                Measure("fairness.placeWaitSd", .spreadOfWaits),
            ]
        form.side = .drivers(side)
        form.setting = ("taxis", { "\($0.taxi.policy), \($0.taxi.drivers) drivers" })
        form.sweep = .taxis
        (form.scarce.name, form.scarce.busy) = ("drivers", "drivers.utilisation")
        form.scarce.givenUp = "calls.abortRate"
        form.largerZones =
            "More taxis wait in a larger zone, so fewer calls find none; but they come from further away."
        return form
    }()

    /// What comparisons say of wishes for a ride with this limit.
    package static func words(limit: TimeSpan) -> DemandWords {
        var words = DemandWords()
        let whole = limit.inSeconds / 60
        let minutes = whole == whole.rounded() ? "\(Int(whole))" : "\(whole)"
        (words.name, words.title, words.many, words.ask) = ("taxi.wishes", "Taxis", "wishes for a ride", "call")
        (words.zone, words.areLeading) = ("zone of origin", true)
        (words.missed, words.unserved) = ("not aboard in time", "unserved")
        (words.wait, words.served, words.none) = ("mean wait of those who are served", "served", "no wish")
        words.remark = " A person who calls again for the same ride counts once."
        (words.gained, words.lost) = ("get a taxi who got none", "get none who got a taxi")
        (words.neither, words.same) = ("get none in either", "people")
        (words.sooner, words.later) = ("are aboard at least 1 min sooner", "are aboard at least 1 min later")
        (words.finding.who, words.finding.get) = ("people", "get a taxi")
        (words.finding.gainedWho, words.finding.gainedNow) = ("who got none before", "get one")
        (words.finding.lostWho, words.finding.lostNow) = ("who got one before", "get none")
        words.finding.same = "those who were served already"
        words.finding.others = "those who are served (not the same people in both)"
        words.finding.all = "those who want a taxi"
        words.finding.missed = "not aboard within \(minutes) min"
        var headings = DemandWords.Headings()
        headings.missedMap = "Wishes not aboard in time, by zone of origin"
        headings.unservedMap = "Unserved requests by zone of origin"
        headings.waitMap = "Mean wait of those who were served, by zone of origin"
        (headings.unservedColumn, headings.waitColumn) = ("unserved share", "mean wait of the served")
        (headings.missedInShort, headings.zones) = ("not in time", "Zones of origin")
        words.headings = headings
        return words
    }
}

extension ExperimentForm.Side {
    fileprivate static func drivers(_ measures: [String]) -> Self {
        var side = Self()
        (side.id, side.title, side.caption, side.measures) = ("drivers", "The drivers' side", "Drivers", measures)
        side.lead =
            "Rides and distances are those of all drivers in a run. Income is told where the scenarios have `fares`."
        return side
    }
}

extension ExperimentForm.Sweep {
    fileprivate static let taxis: Self = {
        var sweep = Self()
        sweep.usual = [
            "calls.stored", "calls.fulfilled", "wishes.notInTimeShare", "calls.unservedShare", "calls.abortRate",
            "wait.mean", "wait.p90", "wait.p95", "offers.perRequest", "queueTime.mean", "drivers.utilisation",
            "rides.perServiceHour", "distance.emptyShare", "fairness.gini",
        ]
        sweep.few = ["wishes.notInTimeShare", "calls.unservedShare", "wait.mean", "wait.p95"]
        sweep.drawn = ["wishes.notInTimeShare", "calls.unservedShare", "wait.mean", "drivers.utilisation"]
        sweep.modules = [
            (
                .sharing,
                [
                    "sharing.joined", "sharing.togetherOfAll", "sharing.passengersPerRide", "sharing.delay.mean",
                    "sharing.savedShare",
                ]
            ),
            (
                .reservations,
                [
                    "reservations.stored", "reservations.fulfilledShare", "reservations.lateness.p95",
                    "reservations.within10",
                ]
            ),
        ]
        (sweep.effort, sweep.effortInWords) = ("drivers.serviceHours", "drivers' time")
        (sweep.path, sweep.span, sweep.value) = ("fleet.drivers", "300..700/50", "400")
        return sweep
    }()
}

extension ShareMeaning {
    /// What the shares of the taxi service and its modules are of.
    static let taxis: ShareMeaning = {
        var shares = ShareMeaning()
        let offers = Parts(["offers.sent"], less: ["offers.openAtEnd"])
        shares.parts = [
            "calls.abortRate": Parts(["calls.stored"]),
            "calls.unservedShare": Parts(["calls.stored"], less: ["calls.openAtEnd"]),
            "wishes.notInTimeShare": Parts(["wishes.total"]),
            "arrivalDelay.shareInTime": Parts(["arrivalDelay.judged"]), "offers.timeoutShare": offers,
            "offers.refuseShare": offers, "fairness.overtakingOffers": Parts(["queueTime.count"]),
            "reservations.fulfilledShare": Parts(["reservations.stored"], less: ["reservations.open"]),
            "reservations.within10": Parts(["reservations.judged10"]),
            "reservations.within20": Parts(["reservations.judged20"]),
            "sharing.successShare": Parts(["sharing.searches"]),
            "sharing.chosenShare": Parts(["sharing.chosen", "sharing.declined"]),
            "streets.leftShare": Parts(["streets.boarded", "streets.left"]),
            "sharing.togetherShare": Parts(["sharing.rides"]), "sharing.togetherOfAll": Parts(["rides.ended"]),
        ]
        shares.measured = ["drivers.", "streets.timeShare", "distance.", "sharing.fee", "sharing.saved"]
        return shares
    }()
}
