// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// How a driver comes on duty and goes: one whose group has a number on duty over the day, and one whose licence is valid again.
extension Driver {
    /// Comes on duty, where the taxi is, for as long as the driver stays.
    func comeOnDuty(_ desk: DutyDesk) {
        self.desk = desk
        shiftEnd = .never
        if let stint = habits.group.stint { shiftEnd = loop.now + max(.seconds(1), shifts.time(stint)) }
        beginShift()
    }

    /// A valid licence is stored again.
    func licenceRenewed() {
        if status == .offShift { plan(.comeBack, after: .zero) }
    }

    /// Goes off duty, a busy driver after the ride.
    func leaveDuty() {
        loop.cancel(endTimer)
        endShift()
    }
}
