// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TaxiRules
import TaxiService

/// How a driver serves a ride that several passengers share: one pick-up, and a stop for each passenger.
extension Driver {
    /// Confirms boarding when the owner is there, or the wait for the owner is over; never before the agreed time
    /// (DEC-SHARE-LATE). Who is not there then is left behind (TAXI-SHARE-16).
    func boardShared(_ ride: TaxiRide) {
        let now = loop.now
        if let pickUp = ride.pickUp, now < pickUp {
            planMotion(.board, at: pickUp, as: .stateChange)
            return
        }
        let owner = riders.first.flatMap { presence(of: $0.passenger, ride.request) }
        if owner.map({ $0 > now }) ?? true, now < givesUpAt {
            planMotion(.board, at: min(owner ?? givesUpAt, givesUpAt), as: .stateChange)
            return
        }
        let counts = riders.map { rider in
            let isThere = presence(of: rider.passenger, ride.request).map { $0 <= now } ?? false
            return Rider(passenger: rider.passenger, travelers: isThere ? rider.travelers : 0)
        }
        guard counts.contains(where: { $0.travelers > 0 }) else {
            planMotion(.giveUp, at: max(now, givesUpAt), as: .stateChange)
            return
        }
        for rider in counts where rider.travelers > 0 {
            crowd.onLoop { $0.person(rider.passenger) }?.onLoop { $0.comesAboard() }
        }
        stop()
        // The route comes as the answer; on a slow network the taxi waits for it.
        send(.boardedEach(request: ride.request, counts: BoardCounts(counts), odometer: totalDriven), as: .stateChange)
    }

    private func presence(of passenger: PassengerID, _ request: RequestID) -> CityTime? {
        crowd.onLoop { $0.person(passenger) }?.onLoop { $0.presence(for: request) }
    }

    /// Takes the planned stops and sets out (TAXI-SHARE-21).
    func follow(_ stops: [RideStop]) {
        self.stops = stops
        countRide(inNotice: true)
        driveToNextStop()
    }

    private func driveToNextStop() {
        guard let next = stops.first else { return }
        // By the router also where a trace knows the ride alone: a shared way has no record, and the two are compared.
        drive(to: next.place, isRide: true)
        // A ride that begins where it ends still takes a moment (INV-RideTimes).
        motion.arrives = max(motion.arrives, loop.now + PopulationCity.shortestPause)
        planMotion(stops.count == 1 ? .rideEnds : .stopReached, at: motion.arrives, as: .stateChange)
    }

    /// One of several passengers leaves.
    func dropOff() {
        guard let ride, let here = stops.first else { return }
        stop()
        stops.removeFirst()
        let driven = totalDriven
        send(
            .droppedOff(request: ride.request, passenger: here.rider.passenger, place: motion.to, odometer: driven),
            as: .stateChange)
        send(.viewRide(request: ride.request), as: .stateChange)
        driveToNextStop()
    }
}
