// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

/// What a comparison says of one kind of demands.
struct DemandWords: Sendable {
    /// The name in results: `taxi.wishes` or `ambulances.calls`.
    let name: String
    /// What stands above its parts of the page, where there are several kinds of demands.
    let title: String
    /// Several of them, such as `calls`.
    let many: String
    /// Zones as the page calls them: those of who asks.
    let zone: String
    /// The three measures: not met in time, not met at all, and the mean wait of those that were met.
    let missed, unserved, wait: String
    /// One of those that were met, and nobody was: `served`.
    let served: String
    /// What is said of a part without any.
    let none: String
    /// The rows of the table of the same people.
    let gained, lost, neither, sooner, later: String
    /// The words of the finding.
    let finding: Finding
    /// From how many milliseconds on a wait counts as longer or shorter.
    let notable: Int32

    /// The words of the sentences: see `ServiceFinding`.
    struct Finding: Sendable {
        /// `people`, who `get a taxi`.
        let who, get: String
        /// `who got none before` and `get one`, `who got one before` and `get none`.
        let gainedWho, gainedNow, lostWho, lostNow: String
        /// Whose wait is told: of the same people, and where they are not the same.
        let same, others: String
        /// `those who want a taxi`, who are `not aboard within 20 min`.
        let all, missed: String
    }

    /// The name of those of taxis.
    static let taxi = "taxi.wishes"

    /// The callers of taxis.
    static func taxis(limit: TimeSpan) -> DemandWords {
        DemandWords(
            name: taxi, title: "Taxis", many: "wishes for a ride", zone: "zone of origin", missed: "not aboard in time",
            unserved: "unserved", wait: "mean wait of those who are served", served: "served", none: "no wish",
            gained: "get a taxi who got none", lost: "get none who got a taxi", neither: "get none in either",
            sooner: "are aboard at least 1 min sooner", later: "are aboard at least 1 min later",
            finding: Finding(
                who: "people", get: "get a taxi", gainedWho: "who got none before", gainedNow: "get one",
                lostWho: "who got one before", lostNow: "get none", same: "those who were served already",
                others: "those who are served (not the same people in both)", all: "those who want a taxi",
                missed: "not aboard within \(ReplicationText.number(limit.inSeconds / 60)) min"), notable: 60_000)
    }

    /// The demands of another service.
    init(_ demand: ReplicationDemand) {
        let form = demand.form
        let isQuick = (form.limit ?? .minutes(10)) < .minutes(2)
        let least = isQuick ? "1 s" : "1 min"
        self.init(
            name: demand.name, title: "\(demand.title), \(form.many)", many: form.many, zone: "zone",
            missed: form.missed, unserved: "lost", wait: "mean wait of those \(form.served), \(form.wait)",
            served: form.served, none: "no \(form.one)", gained: "are \(form.served) that were not",
            lost: "are not \(form.served) that were", neither: "are not \(form.served) in either",
            sooner: "are \(form.served) at least \(least) sooner", later: "are \(form.served) at least \(least) later",
            finding: Finding(
                who: form.many, get: "are \(form.served)", gainedWho: "that were not before", gainedNow: "are now",
                lostWho: "that were before", lostNow: "are not any more",
                same: "those that were \(form.served) already",
                others: "those that are \(form.served) (not the same ones in both)", all: "the \(form.many)",
                missed: form.missed), notable: isQuick ? 1000 : 60_000)
    }

    private init(
        name: String, title: String, many: String, zone: String, missed: String, unserved: String, wait: String,
        served: String, none: String, gained: String, lost: String, neither: String, sooner: String, later: String,
        finding: Finding, notable: Int32
    ) {
        (self.name, self.title, self.many, self.zone) = (name, title, many, zone)
        (self.missed, self.unserved, self.wait, self.served, self.none) = (missed, unserved, wait, served, none)
        (self.gained, self.lost, self.neither, self.sooner, self.later) = (gained, lost, neither, sooner, later)
        (self.finding, self.notable) = (finding, notable)
    }
}
