// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import TaxiRules

/// Whom a violation concerns, in words such as `driver 7`, which are made only when there is one.
package protocol Concerned {
    var concerned: String { get }
}

extension ID: Concerned {
    package var concerned: String {
        Thing.self == Tag.SharedRide.self ? "ride \(self)" : "\(Thing.self) \(self)".lowercased()
    }
}

extension String: Concerned {
    package var concerned: String { self }
}
