// SPDX-License-Identifier: GPL-3.0-or-later

package import Reporting

extension Verdict {
    /// The judgement on the invariants that were watched.
    package static func invariants(violations: Int, checked: Bool) -> Verdict {
        checked
            ? Verdict("SIM-07", violations == 0, "Violations of the invariants: \(violations)")
            : Verdict("SIM-07", nil, "Invariants: not checked in this run (--invariants checks them)")
    }
}
