// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RandomStreams
import ScenarioFile
import TaxiRules

/// Where the taxi is, and what its phone tells the service of it (TAXI-QUEUE-01).
extension Driver {
    /// The odometer now.
    var totalDriven: Distance { odometer + motion.driven(at: loop.now) }

    func reportedPlace() -> Place {
        let place = motion.place(at: loop.now)
        guard let distribution = city.positionError else { return place }
        let east = gps.distance(distribution).millimetres * (gps.chance(0.5) ? 1 : -1)
        let north = gps.distance(distribution).millimetres * (gps.chance(0.5) ? 1 : -1)
        return Place(
            east: Int32(clamping: Int64(place.east) + east), north: Int32(clamping: Int64(place.north) + north))
    }

    /// Reports the position; `isKept` where no other report follows soon, as at a border.
    func report(isKept: Bool = false) {
        send(.position(place: reportedPlace(), odometer: totalDriven), as: .arrival, isKept: isKept)
    }

    func planReport() {
        guard let interval = habits.group.positionInterval else { return }
        loop.cancel(reportTimer)
        reportTimer = loop.schedule(self, Timer.report.rawValue, at: loop.now + interval, as: .arrival)
    }
}
