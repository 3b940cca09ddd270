// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

/// Who of a request of several passengers is aboard.
struct WatchedBoarding {
    var passengers: Int32 = 0
    /// Travelers aboard, of all passengers.
    var travelers: Int32 = 0
    /// Travelers of those who follow the first passenger.
    var companions: Int32 = 0
}

/// Requests and rides of several passengers.
extension TaxiInvariants {
    mutating func attach(_ passenger: PassengerID, travelers: Int32, to request: RequestID) {
        let actors: [any Concerned] = [passenger, request]
        guard let slot = requests.index(of: request.number) else {
            report("TAXI-CALL-21", actors, "joined a request that is not stored")
            return
        }
        if sharedRequests.index(of: request.number) == nil {
            report("INV-MultiPassengerIsShared", actors, "a second passenger on a ride that is not shared")
        }
        if requests[slot].isAboard { report("TAXI-SHARE-05", actors, "joined after boarding") }
        var state = watched(passenger.number)
        if state.request != 0 || state.ride != 0 {
            report(
                "INV-PassengerOneRequest", actors,
                state.ride != 0 ? "joined while ride \(state.ride) goes on" : "joined while \(state.request) is open")
        }
        let isAssigned = requests[slot].driver != 0
        if isAssigned {
            state.ride = request.number
        } else {
            state.request = request.number
        }
        watch(passenger.number, state)
        // Those who are on a request from its storing on are noted right after it, and are counted there.
        if request.number == storedRequest && number == storedNumber + 1 {
            storedNumber = number
            parties.fresh = request.number
        } else {
            parties.fresh = 0
        }
        requests[slot].travelers = parties.attach(
            Rider(passenger: passenger, travelers: travelers), to: request, of: requests[slot].travelers)
        judgeSeats(requests[slot], actors)
        let count = parties.count(of: request)
        if count > BoardCounts.most { report("TAXI-SHARE-07", actors, "\(count) passengers share one ride") }
    }

    /// Seats bind from the offer on (DEC-SHARE-CAPACITY).
    private mutating func judgeSeats(_ request: WatchedRequest, _ actors: [any Concerned]) {
        let taxi = request.driver != 0 ? request.driver : request.offeredTo
        guard taxi > 0 else { return }
        let index = reach(DriverID(taxi))
        if drivers[index].registered && request.travelers > drivers[index].seats {
            report(
                "TAXI-SHARE-07", actors + ["driver \(taxi)"],
                "\(request.travelers) travelers, \(drivers[index].seats) seats")
        }
    }

    mutating func detach(_ passenger: PassengerID, from request: RequestID) {
        let actors: [any Concerned] = [passenger, request]
        guard let slot = requests.index(of: request.number), isOn(passenger, request) else {
            report("INV-PassengerOneRequest", actors, "left a request without being on it")
            return
        }
        free(passenger.number, of: request)
        if let travelers = parties.detach(passenger, from: request) { requests[slot].travelers = travelers }
        if requests[slot].passenger == passenger.number,
            let next = parties.party(of: request)?.others.first(where: { $0.passenger != passenger })
        {
            requests[slot].passenger = next.passenger.number
        }
    }

    /// Whether a passenger is on an open request.
    func isOn(_ passenger: PassengerID, _ request: RequestID) -> Bool {
        guard let open = requests.value(of: request.number) else { return false }
        return open.passenger == passenger.number
            || parties.party(of: request)?.others.contains { $0.passenger == passenger } ?? false
    }

    /// Everybody beside the owner is on an accepted ride from now on.
    mutating func acceptOthers(of request: RequestID, by driver: DriverID) {
        for rider in parties.party(of: request)?.others ?? [] {
            var state = watched(rider.passenger.number)
            if state.ride != 0 && state.ride != request.number {
                report(
                    "INV-OneConcurrentRidePerPassenger", ["passenger \(rider.passenger)", driver, request],
                    "ride \(state.ride) goes on")
            }
            if state.request == request.number { state.request = 0 }
            state.ride = request.number
            watch(rider.passenger.number, state)
        }
    }

    /// The request or ride is over for everybody beside the owner.
    mutating func freeOthers(of request: Int32) {
        for rider in parties.party(of: RequestID(request))?.others ?? [] {
            free(rider.passenger.number, of: RequestID(request))
        }
        parties.close(request)
        if boardings.count > 0 { boardings.close(request) }
        if reservedRequests.count > 0 { reservedRequests.close(request) }
    }

    /// The first passenger aboard is one of those on the request.
    mutating func boardFirst(_ passenger: PassengerID, travelers: Int32, of request: RequestID) {
        guard let slot = requests.index(of: request.number), parties.party(of: request) != nil else { return }
        if !isOn(passenger, request) {
            report(
                "INV-RidePassengersWithinTravelers", [passenger, request], "came aboard without being on the request")
        }
        boardings.open(request.number, WatchedBoarding(passengers: 1, travelers: travelers))
        guard requests[slot].passenger != passenger.number else { return }
        // The owner is absent, or not the first: the ride is told by the name of who is.
        parties.replaceOwner(requests[slot].passenger, by: passenger, of: request)
        requests[slot].passenger = passenger.number
    }

    mutating func boardCompanion(_ passenger: PassengerID, travelers: Int32, of request: RequestID) {
        let actors: [any Concerned] = [passenger, request]
        if sharedRequests.index(of: request.number) == nil {
            report("INV-MultiPassengerIsShared", actors, "a second passenger aboard a ride that is not shared")
        }
        guard requests.value(of: request.number)?.isAboard == true else {
            report("INV-RideStatusOrder", actors, "a companion aboard before the first passenger")
            return
        }
        if !isOn(passenger, request) {
            report("INV-RidePassengersWithinTravelers", actors, "came aboard without being on the request")
        }
        guard let slot = boardings.index(of: request.number) else { return }
        boardings[slot].passengers += 1
        boardings[slot].companions += travelers
        let aboard = boardings[slot]
        if travelers < 1 || aboard.companions >= aboard.travelers {
            report(
                "INV-RidePassengersWithinTravelers", actors,
                "\(aboard.passengers) passengers, \(aboard.travelers) travelers, "
                    + "\(aboard.companions) of them with those after the first")
        }
    }

    mutating func dropCompanion(_ passenger: PassengerID, of request: RequestID, by driver: DriverID) {
        let actors: [any Concerned] = [passenger, request, driver]
        if sharedRequests.index(of: request.number) == nil {
            report("INV-MultiDestinationIsShared", actors, "a second destination of a ride that is not shared")
        }
        guard let open = requests.value(of: request.number), open.isAboard, open.driver == driver.number else {
            report("INV-RideStatusOrder", actors, "dropped off a ride that this driver does not drive")
            return
        }
        detach(passenger, from: request)
    }

    /// Requests of modules that no driver took are over when the run is (TAXI-CALL-18).
    mutating func judgeOpenRequests() {
        for number in requests.openNumbers {
            guard let open = requests.value(of: number), open.driver == 0 else { continue }
            guard sharedRequests.index(of: number) != nil || reservedRequests.index(of: number) != nil else { continue }
            report(
                "TAXI-CALL-18", ["request \(number)", "passenger \(open.passenger)"], "is open when the run has ended")
        }
    }
}
