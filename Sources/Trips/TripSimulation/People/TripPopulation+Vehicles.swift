// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import Journeys
import TripRules
import TripService

/// Shared vehicles: booked by who sets out to one, held for a while, and left where the leg ends (TRIP-VEHICLE; issue 33, decision 10).
/// The planner hears from their providers which ones stand free.
extension TripPopulation {
    /// Books the vehicle that the journey comes to next, as soon as it is reached within the holding time; whether that did not fail.
    func booksAhead(_ index: Int) -> Bool {
        guard let journey = travellers[index].journey, journey.vehicle == nil, journey.booking == nil,
            let leg = journey.legs[journey.next...].first(where: { $0.means.isShared }), let vehicle = leg.vehicle,
            leg.departs < loop.now + world.holding
        else { return true }
        guard world.stands.take(vehicle) else { return false }
        let until = loop.now + world.holding
        travellers[index].journey?.booking = VehicleBooking(vehicle: vehicle, until: until)
        let (person, place) = (travellers[index].person.id, place(of: index))
        note(.vehicleBooked(person: person, vehicle: vehicle.number, distance: place.distance(to: vehicle.place)))
        tells(vehicle, isFree: false)
        loop.schedule(at: until, as: .deadline) { [weak self] in
            self?.onLoop { $0.lapses(vehicle.number, of: index, at: until) }
        }
        return true
    }

    /// Takes the vehicle of a leg, which is held; whether it still was.
    func takes(_ leg: JourneyLeg, _ index: Int) -> Bool {
        guard let held = travellers[index].journey?.booking?.vehicle, held.number == leg.vehicle?.number else {
            return false
        }
        travellers[index].journey?.booking = nil
        travellers[index].journey?.vehicle = held
        return true
    }

    /// Leaves the vehicle that is used where the leg ends.
    func leaves(_ vehicle: ParkedVehicle, at place: Place, _ index: Int) {
        travellers[index].journey?.vehicle = nil
        standsFree(ParkedVehicle(number: vehicle.number, means: vehicle.means, place: place))
    }

    /// Gives up what is held, unless the journey still leads to it.
    func givesVehicleUp(_ index: Int, unlessIn legs: [JourneyLeg] = []) {
        guard let held = travellers[index].journey?.booking?.vehicle,
            !legs.contains(where: { $0.means.isShared && $0.vehicle?.number == held.number })
        else { return }
        givesUp(held, index, hasLapsed: false)
    }

    /// The holding time of a booking is over.
    private func lapses(_ vehicle: Int32, of index: Int, at until: CityTime) {
        guard travellers.indices.contains(index), let booking = travellers[index].journey?.booking,
            booking.vehicle.number == vehicle, booking.until == until
        else { return }
        givesUp(booking.vehicle, index, hasLapsed: true)
    }

    private func givesUp(_ vehicle: ParkedVehicle, _ index: Int, hasLapsed: Bool) {
        travellers[index].journey?.booking = nil
        note(
            .vehicleGivenUp(
                person: travellers[index].person.id, vehicle: vehicle.number, hasLapsed: hasLapsed))
        standsFree(vehicle)
    }

    private func standsFree(_ vehicle: ParkedVehicle) {
        world.stands.leave(vehicle)
        tells(vehicle, isFree: true)
    }

    /// What a provider says to the planner.
    private func tells(_ vehicle: ParkedVehicle, isFree: Bool) {
        let stock = VehicleStock(vehicle, of: world.provider(of: vehicle.number), isFree: isFree)
        service?.onLoop { $0.take(.stock(stock)) }
    }
}

extension TravelMeans {
    /// Whether the vehicle stands free for anybody.
    var isShared: Bool { self == .sharedBicycle || self == .sharedCar }
}
