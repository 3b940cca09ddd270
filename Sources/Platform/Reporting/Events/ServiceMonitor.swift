// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Checks the invariants of one service (SIM-07).
package protocol ServiceMonitor: EventObserver {
    /// What was broken, in order.
    var violations: [Violation] { get }
}
