// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import TaxiRules

extension Passenger {
    /// What a passenger's timers are for.
    enum Timer: TimerTag {
        case wish, confirm, poll, patience, callAgain, callWhileWaiting, callAboard, logOut, logIn, leave, sendAgain
        case choose, viewReservations
        /// With the reservation's number in the upper half of the tag.
        case cancelReservation, withdraw
    }

    /// Begins to fetch what the city keeps of this person.
    func prefetch(_ tag: TimerTag) { city.prefetch(id, request, crowd) }
}
