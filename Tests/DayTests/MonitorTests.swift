// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import Testing

@testable import TripSimulation

/// Each rule of journeys, broken once.
@Suite("What the monitor of journeys finds")
struct MonitorTests {
    private let ann = PersonID(part: 3, group: 0, member: 0)
    private let bob = PersonID(part: 3, group: 0, member: 1)
    private let home = Place(metresEast: 0, north: 0)
    private let work = Place(metresEast: 4600, north: 0)

    /// Hours of a day, and what happens in them; the rules that are broken by the end of the day.
    private func broken(_ events: (Double, TravellingEvent)..., until end: Double = 24) -> [String] {
        let monitor = JourneyMonitor()
        func time(_ hours: Double) -> CityTime { .epoch + .seconds(hours * 3600).roundedToMilliseconds }
        for (number, entry) in events.enumerated() { monitor.take(entry.1, Int64(number), at: time(entry.0)) }
        monitor.finish(at: time(end))
        return monitor.violations.map(\.id)
    }

    private func begins(
        _ means: TravelMeans, from place: Place, of person: PersonID? = nil, waits: Bool = false
    ) -> TravellingEvent {
        .legBegun(person: person ?? ann, means: means, from: place, isWait: waits)
    }

    private func ends(_ place: Place, of person: PersonID? = nil) -> TravellingEvent {
        .legEnded(person: person ?? ann, at: place, length: .metres(1))
    }

    @Test("a journey that holds together breaks none")
    func whole() {
        let found = broken(
            (8, .setOut(person: ann, activity: 1, from: home)), (8, begins(.bus, from: home, waits: true)),
            (8.5, begins(.bus, from: home)), (9, ends(work)), (9, .arrived(person: ann, activity: 1, late: .zero)),
            (9, .vehicleBooked(person: bob, vehicle: 1, distance: .zero)),
            (9, begins(.sharedBicycle, from: home, of: bob)), (10, ends(work, of: bob)),
            (10, .vehicleBooked(person: ann, vehicle: 1, distance: .zero)),
            (10.2, .vehicleGivenUp(person: ann, vehicle: 1, hasLapsed: true)),
            (10.2, .vehicleBooked(person: bob, vehicle: 1, distance: .zero)))
        #expect(found.isEmpty)
    }

    @Test("nobody is at two places, and nobody is on two legs")
    func places() {
        let set = TravellingEvent.setOut(person: ann, activity: 1, from: home)
        #expect(broken((8, set), (8, begins(.walk, from: work))) == ["twoPlaces"])
        #expect(
            broken((8, set), (8, begins(.walk, from: home)), (9, ends(work)), (9, begins(.walk, from: home)))
                == ["twoPlaces"])
        #expect(broken((8, set), (8, begins(.walk, from: home)), (9, begins(.walk, from: home))) == ["oneLeg"])
        let waits = begins(.bus, from: home, waits: true)
        #expect(broken((8, set), (8, waits), (9, begins(.tram, from: home))) == ["oneLeg"])
    }

    @Test("nobody waits for what does not come (issue 33, decision 9)")
    func waiting() {
        let waits = begins(.bus, from: home, waits: true)
        #expect(broken((8, waits), (11.1, begins(.bus, from: home))) == ["waitsForever"])
        #expect(broken((8, waits), until: 11.1) == ["waitsForever"])
        #expect(broken((8, waits), until: 10.9).isEmpty)
        #expect(broken((8, waits), (9, .replanned(person: ann, cause: .missed))).isEmpty)
    }

    @Test("TRIP-VEHICLE: a shared vehicle is with one person, who has one, and nobody uses one that is not held")
    func vehicles() {
        func books(_ person: PersonID, _ vehicle: Int32) -> TravellingEvent {
            .vehicleBooked(person: person, vehicle: vehicle, distance: .zero)
        }
        #expect(broken((8, books(ann, 1)), (8, books(bob, 1))) == ["oneVehicle"])
        #expect(broken((8, books(ann, 1)), (8, books(ann, 2))) == ["oneVehicle"])
        #expect(broken((8, begins(.sharedCar, from: home))) == ["oneVehicle"])
        #expect(
            broken((8, books(ann, 1)), (8, begins(.walk, from: home)), (9, ends(work)), (9, books(bob, 1))) == [
                "oneVehicle"
            ])
    }
}
