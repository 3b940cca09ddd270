// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules
import TaxiService

/// How a driver takes people from the street: off shift by hand for the ride (DEC-STATUS-NAMES).
extension Driver {
    /// Whether somebody on the street can get in. The driver knows better than the service, which learns of a ride, a break or an
    /// accepted offer later over a slow network.
    var isFreeForStreet: Bool {
        status == .available && isOnShift && !isOnBreak && streetPassenger == nil && accepted == nil
    }

    /// Somebody gets in, at once and where that person stands: there is no approach, so the taxi is taken to be there. An offer that
    /// the driver thinks about lapses (DEC-OFFSHIFT-PENDING).
    func takeFromStreet(_ trip: Trip, _ passenger: PassengerID, in zone: ZoneID) {
        dropOffer()
        stop()
        loop.cancel(reportTimer)
        motion = Motion(at: trip.origin, since: loop.now)
        lastInside = trip.origin
        streetPassenger = passenger
        status = .offShift
        send(.streetRide(place: reportedPlace(), odometer: totalDriven), as: .stateChange)
        city.streetLog.note(.streetBoarded(passenger: passenger, driver: id, zone: zone, odometer: totalDriven))
        drive(to: trip.destination, duration: trip.duration, distance: trip.distance, isRide: true)
        // A ride that begins where it ends still takes a moment (INV-RideTimes).
        motion.arrives = max(motion.arrives, loop.now + PopulationCity.shortestPause)
        planMotion(.streetEnds, at: motion.arrives, as: .stateChange)
        countRide()
    }

    /// The ride from the street is over: in service again, unless the end of the shift or a break has come meanwhile.
    func endStreetRide() {
        guard let passenger = streetPassenger else { return }
        stop()
        city.streetLog.note(
            .streetRideEnded(passenger: passenger, driver: id, place: motion.to, odometer: totalDriven))
        streetPassenger = nil
        if isOnShift, !isBreakDue {
            // Off shift for so much longer: nobody can get in, and nobody is offered the taxi.
            if let turnaround = habits.group.turnaround {
                plan(.turnedRound, after: turnarounds.time(turnaround))
            } else {
                isBackFromStreet = true
                goInService()
            }
            return
        }
        send(.setStatus(inService: false, place: reportedPlace(), odometer: totalDriven), as: .stateChange)
        guard !isOnShift else { return beginBreak() }
        source?.onLoop { $0.takeBack(self) }
        goesHome()
    }

    /// The last ones have got out: in service again, unless a break or the end of the shift has come meanwhile.
    func turnedRound() {
        guard isOnShift, !isOnBreak, status == .offShift, streetPassenger == nil else { return }
        isBackFromStreet = true
        goInService()
    }

    /// Where people stand on the street, looks around as soon as this turn is over.
    func looksAround() {
        guard isFreeForStreet, let streets = crowd.onLoop({ $0.streets }), streets.onLoop({ $0.standing }) > 0 else {
            return
        }
        plan(.lookAround, after: .zero)
    }

    /// Stops for who stands in the zone of the taxi.
    func lookAround() {
        guard isFreeForStreet, let (zone, seats) = taxi?.onLoop({ ($0.zone, $0.registration.seats) }), let zone else {
            return
        }
        crowd.onLoop { $0.streets }?.onLoop { $0.freed(id, seats: seats, in: zone) }
    }
}
