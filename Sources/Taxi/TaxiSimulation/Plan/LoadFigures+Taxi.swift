// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices

// What the parts of a taxi service cost: events, memory in bytes, and time of one core in seconds. How they were measured is said with those of the city.
extension LoadFigures {
    /// A driver: the agent, its rules, its row of the report.
    static let driver = 2_200.0
    /// A person of a closed population, or one of a number of callers.
    static let person = 600.0
    /// What the report keeps of a request: its times, for exact quantiles.
    static let call = 90.0
    /// A caller who is here now, and one whose request waits.
    static let caller = 600.0
    static let waiting = 1_500.0
    /// A call that becomes a ride: session, form, request, one offer, approach, boarding, end. `taxi-x1` makes 18.8.
    static let ride = 19.0
    static let abortedCall = 8.0
    /// An offer that is refused or lapses.
    static let refusedOffer = 3.0
    /// A reservation for which no driver is found, asked again in rounds.
    static let heldReservation = 200.0
    /// A poll of the arrival time, with its answer.
    static let poll = 2.0
    /// A drive without a passenger: what is reported at its begin and end.
    static let idleDrive = 4.0
    /// A shift or a break: status, session and queue.
    static let duty = 6.0
    /// Messages of a ride, its offer and session included.
    static let rideMessages = 10.0
    /// Reading a row of a trace, in seconds.
    static let traceRow = 4e-6
}
