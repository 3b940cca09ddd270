// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules
import TaxiService

/// The people who ask for taxis on the street, and how taxis find them: a thin shell around a `StreetZone` for each zone.
///
/// They have no client, no account and no other role until they call. Which taxi comes along and how long somebody stands are drawn
/// from a stream of each person's own: the same numbers, whatever happens.
final actor StreetDesk: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    private let city: PopulationCity
    private let crowd: Crowd
    private let log: EventChannel<StreetEvent>
    /// By number, from 1.
    private let drivers: [Driver]
    /// By zone; looked up only.
    private var zones: [ZoneID: StreetZone] = [:]
    private var people = OpenTable<Stander?>(blank: nil)
    /// How many stand anywhere.
    var standing: Int { people.count }

    /// Somebody who asks, with what a ride or a call needs.
    private struct Stander {
        let trip: Trip
        let habits: PassengerHabits
        let member: Int
        let zone: ZoneID
        var timer = TimerHandle.none

        var person: PersonID { .passenger(group: habits.index, member: member) }
    }

    init(drivers: [Driver], log: EventChannel<StreetEvent>, city: PopulationCity, crowd: Crowd) {
        (self.drivers, self.log, self.city, self.crowd, loop) = (drivers, log, city, crowd, city.loop)
    }

    /// Somebody asks for a taxi where the trip begins.
    func ask(_ trip: Trip, habits: PassengerHabits, member: Int) {
        guard let manner = habits.group.by.street else { return }
        // Where the service's zones leave the place out there is no queue, and no taxi is ever free.
        let zone = city.layout.zone(at: trip.origin) ?? ZoneID(0)
        let id = crowd.onLoop { $0.nextNumber() }
        city.membership?.note(id.number, of: TaxiMessage.service, group: habits.index)
        var stander = Stander(trip: trip, habits: habits, member: member, zone: zone)
        var stream = RandomStream(city.key, for: .street, of: stander.person)
        let lot = UInt32(stream.index(Int(UInt32.max)))
        let patience = habits.group.patience.map { stream.time($0) }
        log.note(
            .streetAsked(passenger: id, zone: zone, manner: manner, travelers: trip.travelers, place: trip.origin))
        let person = StreetPerson(passenger: id, manner: manner, travelers: trip.travelers)
        let free = freeTaxis(in: zone)
        if let boarding = zones[zone, default: StreetZone()].ask(person, free: free, lot: lot, at: loop.now) {
            board(boarding, stander)
            return
        }
        if let patience {
            stander.timer = loop.schedule(self, TimerTag(id.number), at: loop.now + patience, as: .arrival)
        }
        people.open(id.number, stander)
    }

    /// A driver is free in a zone.
    func freed(_ driver: DriverID, seats: Int32, in zone: ZoneID) {
        guard let boarding = zones[zone]?.freed(driver, seats: seats, at: loop.now),
            let stander = people.close(boarding.passenger.number) ?? nil
        else { return }
        loop.cancel(stander.timer)
        board(boarding, stander)
    }

    /// The free taxis of a zone's queue, top first, but for those whose drivers know better.
    private func freeTaxis(in zone: ZoneID) -> [QueuedDriver] {
        let queue = city.dispatcher.zone(zone)?.onLoop { $0.queue } ?? []
        return queue.filter { driver($0.driver)?.onLoop { $0.isFreeForStreet } ?? false }
    }

    private func driver(_ id: DriverID) -> Driver? {
        drivers.indices.contains(id.index - 1) ? drivers[id.index - 1] : nil
    }

    private func board(_ boarding: StreetBoarding, _ stander: Stander) {
        var trip = stander.trip
        if trip.duration == nil {
            // The same number that the person would draw as a caller, so that rides can be compared.
            var ride = RandomStream(city.key, for: .ride, of: stander.person)
            trip.duration = city.rideTime(&ride)
        }
        driver(boarding.driver)?.onLoop { $0.takeFromStreet(trip, boarding.passenger, in: stander.zone) }
    }

    /// Somebody's patience is over.
    func timerFired(_ tag: TimerTag) {
        let id = PassengerID(Int32(truncatingIfNeeded: tag))
        guard let stander = people.close(id.number) ?? nil else { return }
        zones[stander.zone]?.leave(id, at: loop.now)
        let calls = stander.habits.group.then == .call
        log.note(.streetLeft(passenger: id, zone: stander.zone, calls: calls))
        guard calls else { return }
        let passenger = Passenger.join(
            crowd, as: id, habits: stander.habits, member: stander.member, at: stander.trip.origin, city: city)
        passenger.onLoop { $0.want(stander.trip) }
    }

    func end() {
        people = OpenTable(blank: nil)
        zones = [:]
    }
}
