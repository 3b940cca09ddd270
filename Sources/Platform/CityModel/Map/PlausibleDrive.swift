// SPDX-License-Identifier: GPL-3.0-or-later

/// What a recorded ride, or a trip of a travel table, must keep to be believed: the same for every file that states both.
package enum PlausibleDrive {
    /// The least time of a ride or trip, in seconds: a ride begins before it ends (INV-RideTimes).
    package static let shortestSeconds = 1.0
    /// The fastest drive on average from end to end, in kilometres an hour. Road limits end at 160 km/h; beyond 200 km/h a
    /// unit or a digit is wrong.
    package static let fastest = 200.0

    /// Why a drive of this length and time cannot be; nil when it can.
    package static func fault(metres: Double, seconds: Double) -> String? {
        let speed = metres / seconds * 3.6
        guard speed > fastest else { return nil }
        return
            "\(numberText(metres)) m in \(numberText(seconds)) s are \(numberText(speed.rounded())) km/h; allowed: at most "
            + "\(numberText(fastest)) km/h"
    }
}
