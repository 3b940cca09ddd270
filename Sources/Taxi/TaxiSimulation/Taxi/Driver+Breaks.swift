// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// Breaks of a shift: off shift by hand (DEC-STATUS-NAMES).
extension Driver {
    func planBreak() {
        guard let rest = habits.group.shift?.breaks, isOnShift else { return }
        loop.cancel(breakTimer)
        breakTimer = plan(.breakBegins, after: max(PopulationCity.shortestPause, shifts.time(rest.after)))
    }

    func beginBreak() {
        isBreakDue = streetPassenger != nil
        guard isOnShift, !isOnBreak, !isBreakDue else { return }
        isOnBreak = true
        if status == .offShift, let rest = habits.group.shift?.breaks {
            // Out of service already, as after leaving all zones: no change of status will begin the break.
            plan(.breakEnds, after: shifts.time(rest.length), as: .beginning)
            return
        }
        send(.setStatus(inService: false, place: reportedPlace(), odometer: totalDriven), as: .stateChange)
    }
}
