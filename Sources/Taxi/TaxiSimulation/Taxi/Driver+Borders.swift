// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// What a driver does at the border of the city.
extension Driver {
    /// Put out of service at the border of the city: drives on to where it was going, which lies in a zone, and asks to be
    /// in service there. A taxi that stands outside after a ride asks at once, and is sent back by the refusal.
    func leftAllZones() {
        crossings = []
        if motion.arrives > loop.now {
            planMotion(.arrived, at: motion.arrives, as: .arrival)
        } else {
            plan(.comeBack, after: max(.seconds(1), idling.time(habits.group.returnToService)))
        }
    }

    func refusedService(_ reason: StatusRefusal) {
        // Who reaches the limit on a ride comes back with the next shift, after one from the street too (OPS-05).
        if reason == .shiftLimit, isBackFromStreet {
            isBackFromStreet = false
            return stop()
        }
        guard reason == .outsideZones, motion.to != lastInside else {
            plan(.comeBack, after: max(.seconds(1), idling.time(habits.group.returnToService)))
            return
        }
        drive(to: lastInside)
        planMotion(.arrived, at: motion.arrives, as: .arrival)
    }
}
