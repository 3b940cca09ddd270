// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

extension TaxiInvariants {
    mutating func store(_ request: RequestID, of passenger: PassengerID, travelers: Int32) {
        var state = watched(passenger.number)
        if state.request != 0 || state.ride != 0 {
            report(
                "INV-PassengerOneRequest", [passenger, request],
                state.ride != 0
                    ? "called while ride \(state.ride) goes on" : "called while request \(state.request) is open")
        }
        state.request = request.number
        watch(passenger.number, state)
        requests.open(request.number, WatchedRequest(passenger: passenger.number, travelers: travelers))
        storedRequest = request.number
        storedNumber = number
    }

    /// A request ended without a ride.
    mutating func end(_ request: RequestID) {
        guard let open = requests.close(request.number) else { return }
        free(open.passenger, of: request)
        freeOthers(of: request.number)
    }

    /// The request or ride of a passenger is over.
    mutating func free(_ passenger: Int32, of request: RequestID) {
        var state = watched(passenger)
        if state.request == request.number { state.request = 0 }
        if state.ride == request.number { state.ride = 0 }
        watch(passenger, state)
    }

    mutating func accept(_ request: RequestID, by driver: DriverID) {
        let index = reach(driver)
        let actors: [any Concerned] = [driver, request]
        if drivers[index].ride != 0 {
            report("INV-OneConcurrentRidePerDriver", actors, "accepted while ride \(drivers[index].ride) goes on")
        }
        guard let slot = requests.index(of: request.number) else {
            report("INV-RideStatusOrder", actors, "accepted a request that is not open")
            return
        }
        if requests[slot].driver != 0 {
            report("INV-RideStatusOrder", actors, "accepted by driver \(requests[slot].driver) already")
        }
        requests[slot].driver = driver.number
        requests[slot].acceptedAt = now.nanoseconds
        let open = requests[slot]
        if drivers[index].registered && open.travelers > drivers[index].seats {
            report("INV-RideSeats", actors, "\(open.travelers) travelers, \(drivers[index].seats) seats")
        }
        var passenger = watched(open.passenger)
        if passenger.ride != 0 {
            report(
                "INV-OneConcurrentRidePerPassenger", ["passenger \(open.passenger)"] + actors,
                "ride \(passenger.ride) goes on")
        }
        // The open request has become a ride: one flag, not two.
        if passenger.request == request.number { passenger.request = 0 }
        passenger.ride = request.number
        watch(open.passenger, passenger)
        acceptOthers(of: request, by: driver)
        drivers[index].ride = request.number
        touch(index)
    }

    mutating func board(_ request: RequestID, _ passenger: PassengerID, _ driver: DriverID, _ travelers: Int32) {
        let index = reach(driver)
        let actors: [any Concerned] = [driver, request]
        if drivers[index].registered && travelers > drivers[index].seats {
            report("INV-RideSeats", actors, "\(travelers) travelers aboard, \(drivers[index].seats) seats")
        }
        if travelers < 1 || passenger.number <= 0 {
            report("INV-RidePassengersWithinTravelers", actors + [passenger], "1 passenger, \(travelers) travelers")
        }
        guard let slot = requests.index(of: request.number), requests[slot].driver != 0 else {
            report("INV-RideStatusOrder", actors, "boarding without acceptance")
            return
        }
        if requests[slot].driver != driver.number || requests[slot].isAboard {
            report(
                "INV-RideStatusOrder", actors,
                requests[slot].isAboard ? "boarded twice" : "accepted by driver \(requests[slot].driver)")
        }
        requests[slot].isAboard = true
        boardFirst(passenger, travelers: travelers, of: request)
        judgeBoarding(request, passenger)
    }

    mutating func endRide(_ request: RequestID, _ driver: DriverID, boarded: Bool, passenger: PassengerID? = nil) {
        let index = reach(driver)
        let actors: [any Concerned] = [driver, request]
        if drivers[index].ride == request.number { drivers[index].ride = 0 }
        touch(index)
        guard let open = requests.close(request.number), open.driver != 0 else {
            report("INV-RideStatusOrder", actors, "ended without acceptance")
            return
        }
        if open.driver != driver.number || open.isAboard != boarded {
            report(
                "INV-RideStatusOrder", actors,
                open.driver != driver.number
                    ? "accepted by driver \(open.driver)"
                    : boarded ? "ended before boarding" : "released after boarding")
        }
        let others = parties.party(of: request)?.others
        if let passenger, passenger.number != open.passenger,
            others?.contains(where: { $0.passenger == passenger }) != true
        {
            report(
                "INV-RidePassengersWithinTravelers", actors + [passenger],
                "the ride belongs to passenger \(open.passenger)")
        }
        if boarded && (open.acceptedAt <= 0 || open.acceptedAt >= now.nanoseconds) {
            report(
                "INV-RideTimes", actors,
                "begin \(TimeSpan(nanoseconds: open.acceptedAt)), end \(TimeSpan(nanoseconds: now.nanoseconds))")
        }
        free(open.passenger, of: request)
        freeOthers(of: request.number)
    }
}
