// SPDX-License-Identifier: GPL-3.0-or-later

package import TaxiReservations
import TaxiRules

extension ReservationParameters {
    /// These with what the module has in common with the taxi rules.
    package func with(_ dispatch: DispatchSection) -> ReservationParameters {
        var whole = self
        whole.gpsLimit = dispatch.rules.gpsLimit
        whole.webPosition = dispatch.rules.webPosition
        return whole
    }
}
