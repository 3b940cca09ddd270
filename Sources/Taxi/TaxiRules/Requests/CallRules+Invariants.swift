// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension CallRules {
    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        for number in requests.openNumbers {
            guard let request = requests.value(of: number) else { continue }
            let id = RequestID(number)
            precondition(request.id == id, "request \(id) is kept as \(request.id)")
            precondition((party(of: id) != nil) == request.isPlaced, "request \(id): its party is not known")
            for passenger in passengers(of: request) {
                precondition(
                    passengers.value(of: passenger.number)?.request == id,
                    "request \(id) is not the one request of passenger \(passenger) (INV-PassengerOneRequest)")
            }
            precondition(
                party(of: id).map { $0.riders.first?.passenger == request.passenger } ?? true,
                "request \(id): the owner is not the first on it")
        }
        for id in passengers.openNumbers {
            guard let passenger = passengers.value(of: id) else { continue }
            precondition(
                passenger.request.map { request($0) != nil } ?? true, "passenger \(id) keeps a request that ended")
            precondition(
                passenger.held.isEmpty || !passenger.isLoggedIn, "passenger \(id) is logged in, yet notices are kept")
            precondition(
                !passenger.isPrepared || passenger.isLoggedIn, "passenger \(id) prepared a call without a session")
            precondition(!passenger.isIdle, "passenger \(id) is remembered for nothing")
        }
    }
}
