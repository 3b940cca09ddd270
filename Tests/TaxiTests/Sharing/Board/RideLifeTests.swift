// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import TaxiService
import TaxiSharing
import Testing

/// A shared ride from boarding to its end, and who may see what, through the real actors.
@Suite struct RideLifeTests {
    /// A with 3 travelers to 5 km, B with 1 to 7 km, from 1 km; the taxi with 4 seats is there at 100 s.
    private func boarding() throws -> BoardCity {
        let city = try BoardCity(seats: [4])
        city.drivers[0].always(.accept(after: .zero))
        city.search(2, 1, travelers: 3, from: east(1), to: east(5))
        city.search(3, 2, from: east(1), to: east(7))
        city.join(3.5, 2, 1)
        city.send(100, as: .stateChange, .driver(DriverID(1), .position(place: east(1), odometer: .km(50))))
        return city
    }

    private func counts(_ entered: [(Int32, Int32)]) -> BoardCounts {
        BoardCounts(entered.map { Rider(passenger: PassengerID($0.0), travelers: $0.1) })
    }

    @Test("TAXI-SHARE-06, TAXI-SHARE-11: the whole ride: closed, (4, D1), dropped, (1, D2), ended, one table for all")
    func whole() throws {
        let city = try boarding()
        let (driver, request) = (DriverID(1), RequestID(1))
        city.send(
            300, as: .stateChange,
            .driver(driver, .boardedEach(request: request, counts: counts([(1, 3), (2, 1)]), odometer: .km(50))))
        city.search(301, 3, from: east(1), to: east(5))
        city.send(310, .driver(driver, .viewRide(request: request)))
        city.send(
            700, as: .stateChange,
            .driver(driver, .droppedOff(request: request, passenger: PassengerID(1), place: east(5), odometer: .km(54)))
        )
        city.send(710, .driver(driver, .viewRide(request: request)))
        city.send(
            900, as: .stateChange,
            .driver(driver, .rideComplete(request: request, place: east(7), odometer: .km(56), badCustomer: false)))
        try city.run(until: 900)
        #expect(city.proposed(to: 3).isEmpty)
        let states = city.drivers[0].reported.compactMap {
            if case .rideState(_, let aboard, let next) = $0.notice { (aboard, next?.number ?? 0) } else { nil }
        }
        #expect(states.map(\.0) == [4, 1] && states.map(\.1) == [1, 2])
        #expect(city.board?.onLoop { $0.rides.state(of: SharedRideID(1)).aboard } == 0)
        // 3 travelers for 4 km and 1 for 6 km: 12/18 and 6/18.
        let table = try #require(city.drivers[0].feeShares)
        #expect(table.map(\.hundredths) == [6667, 3333])
        #expect(city.people.reported(1).contains(.sharing(.feeShares(SharedRideID(1), table))))
        #expect(city.people.reported(2).contains(.sharing(.feeShares(SharedRideID(1), table))))
        #expect(
            city.shared.filter { $0.time == 700 }.map(\.fact) == [
                .travelersDropped(
                    ride: SharedRideID(1), passenger: PassengerID(1), travelers: 3, distance: .km(4),
                    direct: .km(4), delay: .zero)
            ])
        #expect(
            city.shared.filter { $0.time == 900 }.map(\.fact).contains(
                .rideRemoved(ride: SharedRideID(1), reason: .ended)))
        #expect(
            city.shared.contains {
                $0.fact
                    == .routePlanned(
                        ride: SharedRideID(1), pickUpStops: 1, destinations: 2, first: PassengerID(1),
                        second: PassengerID(2), third: nil, fourth: nil, length: .km(6))
            })
        city.close()
        #expect(city.violations.isEmpty)
    }

    @Test(
        "TAXI-SHARE-08: 5 travelers are more than the seats and refused; A 3 and B 0 board, and B has missed the ride")
    func entered() throws {
        let city = try boarding()
        let (driver, request) = (DriverID(1), RequestID(1))
        city.send(
            200, as: .stateChange,
            .driver(driver, .boardedEach(request: request, counts: counts([(1, 3), (2, 2)]), odometer: .km(50))))
        city.send(
            300, as: .stateChange,
            .driver(driver, .boardedEach(request: request, counts: counts([(1, 3), (2, 0)]), odometer: .km(50))))
        city.send(
            900, as: .stateChange,
            .driver(driver, .rideComplete(request: request, place: east(5), odometer: .km(54), badCustomer: false)))
        try city.run(until: 900)
        #expect(city.names(at: 200) == ["requestRefused"])
        #expect(
            city.shared.contains {
                $0.fact == .boardCount(ride: SharedRideID(1), driver: driver, entered: 3, expected: 4)
            })
        #expect(city.shared.contains { $0.fact == .boardMismatch(ride: SharedRideID(1), entered: 3, expected: 4) })
        #expect(city.shared.contains { $0.fact == .sharedRideMissed(ride: SharedRideID(1), passenger: PassengerID(2)) })
        let shares = city.shared.compactMap {
            if case .feeShare(_, let passenger, _, _, _, _, let hundredths, _) = $0.fact {
                [passenger.number, hundredths]
            } else {
                nil
            }
        }
        #expect(shares == [[1, 10_000]])
        #expect(city.people.reported(2).contains(.sharing(.missed(SharedRideID(1)))))
        #expect(city.violations.isEmpty)
    }

    @Test(
        "DEC-SHARE-LATE: without the owner, boarding is refused until the driver has waited 5 min; then the joiner owns the ride"
    )
    func absentOwner() throws {
        let city = try boarding()
        let (driver, request) = (DriverID(1), RequestID(1))
        // Left out, and entered with nobody: both say that the owner is not there.
        city.send(
            200, as: .stateChange,
            .driver(driver, .boardedEach(request: request, counts: counts([(2, 1)]), odometer: .km(50))))
        city.send(
            399.999, as: .stateChange,
            .driver(driver, .boardedEach(request: request, counts: counts([(1, 0), (2, 1)]), odometer: .km(50))))
        city.send(
            400, as: .stateChange,
            .driver(driver, .boardedEach(request: request, counts: counts([(1, 0), (2, 1)]), odometer: .km(50))))
        try city.run(until: 400)
        let refusals = city.core.filter { $0.fact == .requestRefused(driver: driver, reason: .tooEarly) }
        #expect(refusals.map(\.time) == [200, 399.999])
        #expect(
            city.shared.filter { $0.time == 400 }.map(\.fact).contains(
                .ownerChanged(ride: SharedRideID(1), owner: PassengerID(2))))
        #expect(city.people.reported(1).contains(.sharing(.missed(SharedRideID(1)))))
        #expect(city.violations.isEmpty)
    }

    @Test("SEC-05: the sharing module asks for passwords, which it did not declare: denied, and noted")
    func passwords() throws {
        let city = try BoardCity(sharing: false)
        var denied: ModuleAccessDenied?
        try city.dispatcher.onLoop { core in
            try core.install(RideBoard.manifest) { context throws(ModuleAccessDenied) in
                do throws(ModuleAccessDenied) {
                    _ = try context.passwords()
                } catch {
                    denied = error
                }
                return try RideBoard(context: context, parameters: SharingParameters())
            }
        }
        #expect(denied?.module == .sharing && denied?.data == .passwords)
        #expect(city.core.last?.fact == .moduleAccessDenied(module: .sharing, data: .passwords))
        #expect(!RideBoard.manifest.reads.contains(.passwords) && !RideBoard.manifest.writes.contains(.passwords))
        // Nor can the board be opened with less than it declares.
        let less = ModuleManifest(name: .sharing, reads: [.map], writes: [.requests, .notices, .events])
        #expect {
            try BoardCity(sharing: false).dispatcher.onLoop { core in
                try core.install(less) { context throws(ModuleAccessDenied) in
                    try RideBoard(context: context, parameters: SharingParameters())
                }
            }
        } throws: { ($0 as? ModuleAccessDenied)?.data == .taxis }
    }

    @Test("with the sharing module off a search is refused, with reservations off a search for later is")
    func off() throws {
        let without = try BoardCity(sharing: false)
        without.search(10, 1, from: east(1), to: east(5))
        try without.run(until: 10)
        #expect(without.people.reported(1).last == .moduleOff(.sharing))
        let city = try BoardCity()
        city.search(10, 1, from: east(1), to: east(5), pickUp: CivilTime(.seconds(5 * 3600)))
        try city.run(until: 10)
        #expect(city.people.reported(1).last == .moduleOff(.reservations))
        #expect(city.core.last?.fact == .moduleRefused(passenger: PassengerID(1), module: .reservations))
    }

    @Test("TAXI-SHARE-23: in 1,000 mixed rides nobody is told a place of somebody who does not share")
    func privacy() throws {
        let city = try BoardCity(seats: [Int32](repeating: 4, count: 40))
        for driver in city.drivers { driver.always(.drive) }
        city.people.chooseAlone()
        var chance = SplitMix64(seed: 23)
        // Every place is used once, so that a place tells who was meant.
        var sharing: Set<Place> = []
        var alone: Set<Place> = []
        for number in 1...1000 as ClosedRange<Int32> {
            let start = Place(
                metresEast: 1000 + Double(number) / 1000 + Double(chance.number(0...300)), north: 5000)
            let end = Place(
                metresEast: 6000 + Double(number) / 1000 + Double(chance.number(0...300)), north: 5000)
            let seconds = 10 + Double(number) * 7
            if chance.once(in: 2) {
                city.search(seconds, number, from: start, to: end)
                sharing.insert(start)
            } else {
                let id = PassengerID(number)
                city.send(
                    seconds, .passenger(id, .login(client: .mobile)), .passenger(id, .prepareCall),
                    .passenger(
                        id,
                        .call(
                            form: CallForm(client: .mobile, source: .address, radius: .zero, place: start, travelers: 1)
                        )))
                alone.formUnion([start, end])
            }
        }
        try city.run(until: 10_000)
        var (meetings, joined) = (0, 0)
        for number in 1...1000 as ClosedRange<Int32> {
            for notice in city.people.reported(number) {
                var places: [Place] = []
                switch notice {
                case .sharing(.proposals(let list)): places = list.map(\.meeting)
                case .sharing(.joined(_, let meeting, _, _)):
                    places = [meeting]
                    joined += 1
                // Where the own taxi comes from (TAXI-RESV-12).
                case .call(.accepted): continue
                case .call(.arrival): Issue.record("nobody asked for the taxi's place")
                default: break
                }
                #expect(places.allSatisfy { sharing.contains($0) && !alone.contains($0) })
                meetings += places.count
                // No place hides in a notice of another kind.
                if places.isEmpty { #expect(!"\(notice)".contains("Place(")) }
            }
        }
        let rides = city.core.count { if case .rideEnded = $0.fact { true } else { false } }
        #expect(rides > 600 && meetings > 80 && joined > 20, "\(rides) rides, \(meetings) places, \(joined) joins")
        city.close()
        #expect(city.violations.isEmpty)
    }
}
