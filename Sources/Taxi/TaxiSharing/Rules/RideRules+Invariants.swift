// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

extension RideRules {
    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        var listed = 0
        for number in rides.openNumbers {
            guard let ride = rides.value(of: number) else { continue }
            precondition(ride.id.number == number, "ride \(number) is kept as \(ride.id)")
            precondition(
                (1...BoardCounts.most).contains(ride.members.count),
                "ride \(number) has \(ride.members.count) passengers")
            precondition(
                Set(ride.riders.map(\.passenger)).count == ride.members.count, "somebody is on ride \(number) twice")
            precondition(ride.riders.allSatisfy { $0.travelers >= 1 }, "somebody on ride \(number) has no travelers")
            precondition(
                ride.distances == DistanceTable(from: ride.place, to: ride.members.map(\.destination), travel),
                "ride \(number) has distances of other members")
            precondition(trips.index(of: number) == nil, "ride \(number) is pending and under way")
            precondition(
                ride.request.map { self.ride(of: $0) == ride.id } ?? true, "the request of ride \(number) is not found")
            precondition(
                ride.reservation.map { self.ride(of: $0)?.id == ride.id } ?? true,
                "the reservation of ride \(number) is not found")
            let zone = index[ride.zone]
            precondition(
                (zone.immediate + zone.reserved).filter { $0.ride == ride.id } == [entry(of: ride)],
                "ride \(number) is not in the index as it is")
        }
        for number in Set(rides.openNumbers.compactMap { rides.value(of: $0)?.zone.number }).sorted() {
            listed += index[ZoneID(number)].count
        }
        precondition(listed == rides.count, "the index has \(listed) rides, there are \(rides.count)")
        for number in trips.openNumbers {
            guard let trip = trips.value(of: number) else { continue }
            precondition(
                trip.route.sorted() == Array(trip.passengers.indices), "ride \(number) does not stop once for each")
            precondition(ride(of: trip.request)?.number == number, "the request of ride \(number) is not found")
        }
    }
}
