// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RandomStreams
import ScenarioFile

/// Makes calls arise from the rows of a trace: every row is a new person.
final actor TraceSource: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let habits: PassengerHabits
    private let city: PopulationCity
    private let crowd: Crowd
    private let rows: [TraceRow]
    private let midnight: CityTime
    private var next = 0

    init(_ rows: [TraceRow], habits: PassengerHabits, city: PopulationCity, crowd: Crowd) {
        // Equal times keep the order of the file.
        self.rows = rows.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        self.habits = habits
        self.city = city
        self.crowd = crowd
        loop = city.loop
        midnight = city.start.midnight
    }

    func begin() {
        while next < rows.count, midnight + rows[next].time < city.start { next += 1 }
        planNext()
    }

    private func planNext() {
        guard next < rows.count, midnight + rows[next].time <= city.end else { return }
        loop.schedule(self, 0, at: midnight + rows[next].time, as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        let row = rows[next]
        let owner = PopulationCity.owner(isDriver: false, group: habits.index, member: next)
        var origin = RandomStream(city.key, for: .origin, of: owner)
        var destination = RandomStream(city.key, for: .destination, of: owner)
        let trip = Trip(
            origin: ZoneChooser.place(in: row.origin, layout: city.layout, &origin),
            destination: ZoneChooser.place(in: row.destination, layout: city.layout, &destination),
            travelers: row.travelers, duration: row.duration, distance: row.distance)
        let passenger = Passenger.join(crowd, habits: habits, member: next, at: trip.origin, city: city)
        next += 1
        passenger.entered { $0.want(trip) }
        planNext()
    }
}
