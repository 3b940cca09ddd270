// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension HealthFold {
    /// From a dangerous value to its SOS: people are counted, not SOS, as one danger has dozens of them. Then from danger to ambulance.
    var waits: [WaitRow] {
        let inVain = dangers.inVain
        return [
            WaitRow(
                "people in danger, the longest time of each from a value to its SOS", WaitRow.Waits(dangers.waits),
                unserved: inVain.reduce(0, +),
                open: WaitRow.Open(dangers.openPeople, tooYoung: dangers.youngPeople),
                reasons: DangerBook.Silence.allCases.map { (text: $0.words, count: inVain[$0.rawValue]) } + [
                    (text: "the phone had no link, and the SOS came late", count: dangers.latePeople)
                ])
        ] + (totals.rescues?.cases.map { [$0.waitRow()] } ?? [])
    }
}
