// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension HealthFold {
    /// From a dangerous value to its SOS. People are counted, not SOS: one danger has dozens of them.
    var waits: [WaitRow] {
        let inVain = dangers.inVain
        func count(_ silence: DangerBook.Silence) -> Int { inVain[silence.rawValue] }
        return [
            WaitRow(
                "people in danger, the longest time of each from a value to its SOS", WaitRow.Waits(dangers.waits),
                unserved: inVain.reduce(0, +),
                open: WaitRow.Open(dangers.openPeople, tooYoung: dangers.youngPeople),
                reasons: [
                    ("the service was down", count(.down)),
                    ("the danger was told too late", count(.tooOld)),
                    ("the SOS service was off", count(.switchedOff)),
                    ("nothing of the episode was told", count(.unseen)),
                    ("no SOS had gone out when the run ended", count(.unsent)),
                    ("the phone had no link, and the SOS came late", dangers.latePeople),
                ])
        ]
    }
}
