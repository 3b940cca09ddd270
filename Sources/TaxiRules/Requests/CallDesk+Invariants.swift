// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension CallDesk {
    /// Checks what must hold after every call; traps with the reason. For tests and sweeps.
    public func checkInvariants() {
        for number in requests.openNumbers {
            guard let request = requests.value(of: number) else { continue }
            let id = RequestID(number)
            precondition(request.id == id, "request \(id) is kept as \(request.id)")
            precondition(
                passengers.value(of: request.passenger.number)?.request == id,
                "request \(id) is not the one request of passenger \(request.passenger) (INV-PassengerOneRequest)")
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
