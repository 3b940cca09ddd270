// SPDX-License-Identifier: GPL-3.0-or-later

import Reporting

extension HealthFold {
    /// From a dangerous value to its SOS, where the phone had a link.
    var waits: [WaitRow] {
        [
            WaitRow(
                "people in danger, from the value to the SOS", WaitRow.Waits(totals.prompt.measurement),
                unserved: totals.missed,
                reasons: [
                    ("the service was down", totals.missed),
                    ("the phone had no link, and the SOS came late", totals.late.evaluation.count),
                ])
        ]
    }
}
