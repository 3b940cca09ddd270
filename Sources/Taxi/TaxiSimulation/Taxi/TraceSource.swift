// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiReservations
import TaxiRules

/// Makes calls arise from the rows of a trace: every row is a new person.
final actor TraceSource: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let habits: PassengerHabits
    private let city: PopulationCity
    private let crowd: Crowd
    private let rows: [TraceRow]
    private let midnight: CityTime
    /// When each row is sent, in order of time; equal times keep the order of the file.
    private let order: [(time: CityTime, row: Int, isReserved: Bool)]
    private var next = 0

    init(_ rows: [TraceRow], habits: PassengerHabits, city: PopulationCity, crowd: Crowd) {
        // Equal times keep the order of the file.
        let sorted = rows.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
        self.rows = sorted
        self.habits = habits
        self.city = city
        self.crowd = crowd
        loop = city.loop
        let midnight = city.start.midnight
        self.midnight = midnight
        order = sorted.indices.map { Self.sending(of: sorted[$0], $0, midnight, habits, city) }
            .enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// When a row is sent: at its time, or as a reservation: one of its own pick-up time, or one of the group's habit,
    /// sent before by its lead time.
    private static func sending(
        of row: TraceRow, _ index: Int, _ midnight: CityTime, _ habits: PassengerHabits, _ city: PopulationCity
    ) -> (time: CityTime, row: Int, isReserved: Bool) {
        let time = midnight + row.time
        guard row.pickUp == nil else { return (time, index, true) }
        let habit = habits.group.reserving
        guard habit.share > 0 else { return (time, index, false) }
        let person = PersonID.passenger(group: habits.index, member: index)
        var stream = RandomStream(city.key, for: .reserving, of: person)
        let isReserved = stream.chance(habit.share)
        let limits = city.reservations
        let lead = max(limits.shortestLead, min(stream.time(habit.lead), limits.longestLead))
        guard isReserved, time - city.start >= limits.shortestLead else { return (time, index, false) }
        return (max(city.start, time.roundedUpToSecond - lead), index, true)
    }

    func begin() {
        while next < order.count, order[next].time < city.start { next += 1 }
        planNext()
    }

    private func planNext() {
        // Who would call when the run ends is outside it.
        guard next < order.count, order[next].time < city.end else { return }
        loop.schedule(self, 0, at: order[next].time, as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        let (_, index, isReserved) = order[next]
        let row = rows[index]
        let person = PersonID.passenger(group: habits.index, member: index)
        var origin = RandomStream(city.key, for: .origin, of: person)
        var destination = RandomStream(city.key, for: .destination, of: person)
        var trip = Trip(
            origin: ZoneChooser.place(in: row.origin, layout: city.peopleLayout, &origin),
            destination: ZoneChooser.place(in: row.destination, layout: city.peopleLayout, &destination),
            travelers: row.travelers, duration: row.duration, distance: row.distance)
        next += 1
        guard habits.group.by == .call else {
            crowd.onLoop { $0.streets }?.onLoop { $0.ask(trip, habits: habits, member: index) }
            return planNext()
        }
        let passenger = Passenger.join(crowd, habits: habits, member: index, at: trip.origin, city: city)
        if isReserved {
            trip.pickUp = (midnight + (row.pickUp ?? row.time)).roundedUpToSecond
            passenger.onLoop { $0.reserve(trip) }
        } else {
            passenger.onLoop { $0.want(trip) }
        }
        planNext()
    }
}
