// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting

extension DemandWords {
    /// Words for the demands of a service that are made of its form.
    init(_ demand: ReplicationDemand) {
        self.init()
        let form = demand.form
        let isQuick = (form.limit ?? .minutes(10)) < .minutes(2)
        let least = isQuick ? "1 s" : "1 min"
        (name, title, many, same) = (demand.name, "\(demand.title), \(form.many)", form.many, form.many)
        (missed, wait) = (form.missed, "mean wait of those \(form.served), \(form.wait)")
        (served, none) = (form.served, "no \(form.one)")
        (gained, lost) = ("are \(form.served) that were not", "are not \(form.served) that were")
        neither = "are not \(form.served) in either"
        sooner = "are \(form.served) at least \(least) sooner"
        later = "are \(form.served) at least \(least) later"
        notable = isQuick ? 1000 : 60_000
        (finding.who, finding.get) = (form.many, "are \(form.served)")
        (finding.gainedWho, finding.gainedNow) = ("that were not before", "are now")
        (finding.lostWho, finding.lostNow) = ("that were before", "are not any more")
        finding.same = "those that were \(form.served) already"
        finding.others = "those that are \(form.served) (not the same ones in both)"
        (finding.all, finding.missed) = ("the \(form.many)", form.missed)
    }
}
