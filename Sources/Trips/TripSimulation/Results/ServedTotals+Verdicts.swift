// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension ServedTotals {
    /// What a planner behind a gateway promises.
    var verdicts: [Verdict] { [fast, withoutErrors, alwaysThere] }

    private var fast: Verdict {
        guard answered > 0, let p95 = processing.quantile(0.95) else {
            return Verdict("PERF-06", nil, "No planner message was answered")
        }
        return Verdict(
            "PERF-06", p95 < TimeSpan.seconds(1).nanoseconds,
            "95 % of the planner messages were processed within \(Text.number(Double(p95) * 1e-9, 3)) s; under 1 s wanted"
        )
    }

    private var withoutErrors: Verdict {
        Verdict(
            "PERF-09", errors == 0,
            "\(errors == 0 ? "No" : Text.number(Double(errors), 0)) errors of the planner; \(Text.number(Double(answersLate), 0)) answers were shown later than 1 s"
        )
    }

    private var alwaysThere: Verdict {
        Verdict(
            "AVAIL-04", unplannedDown == 0,
            "The server was down for \(Text.number(Double(unplannedDown) * 1e-9, 0)) s without announcement; none wanted"
        )
    }
}
