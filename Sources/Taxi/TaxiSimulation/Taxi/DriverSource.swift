// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// Lets the drivers of one group come into service as a Poisson stream, each for some rides.
///
/// Every arrival takes the same number of draws, also when nobody is left to come.
actor DriverSource: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let city: PopulationCity
    private let start: ZoneChooser?
    /// Drivers off shift, the longest first.
    private var away: [Driver]
    private var arrivals: Arrivals
    private var places: RandomStream

    init(_ plan: DriverArrivals, drivers: ArraySlice<Driver>, habits: DriverHabits, city: PopulationCity) {
        loop = city.loop
        self.city = city
        start = habits.start
        away = Array(drivers)
        // No driver of the group has this number.
        let person = PersonID.driver(group: habits.index, member: (1 << 40) - 1)
        places = RandomStream(city.key, for: .startPlace, of: person)
        arrivals = Arrivals(
            .constant(perHour: plan.perDay / 24), RandomStream(city.key, for: .arrivals, of: person),
            start: city.start, end: city.end)
    }

    func begin() {
        planNext()
    }

    private func planNext() {
        if let next = arrivals.next() { loop.schedule(self, 0, at: next, as: .beginning) }
    }

    func timerFired(_ tag: TimerTag) {
        let place = start?.place(&places) ?? .origin
        if !away.isEmpty {
            let driver = away.removeFirst()
            driver.onLoop { $0.come(to: place, from: self) }
        }
        planNext()
    }

    /// A driver is off shift again.
    func takeBack(_ driver: Driver) {
        away.append(driver)
    }

    func end() {
        away = []
    }
}
