// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Requests that a store keeps from before the first driver is asked until the passenger is aboard or the request has ended
/// (TAXI-CALL-21).
extension CallRules {
    /// Numbers up to this one were given before a restart.
    public mutating func restore(lastNumber: Int32) {
        nextRequest = max(nextRequest, lastNumber + 1)
    }

    /// The store did not take a new request: it is not confirmed, and everybody on it is free. A request that was stored
    /// before goes on.
    public mutating func notStored(_ id: RequestID, at now: CityTime) -> [CallDirective] {
        var directives = lists.take()
        guard let slot = requests.index(of: id.number), !requests[slot].isStored else { return directives }
        let all = passengers(of: requests[slot])
        requests.close(id.number)
        parties.close(id.number)
        for passenger in all {
            free(passenger, &directives)
            refuse(passenger, .notStored, &directives)
            forgetIfIdle(passenger)
        }
        return directives
    }

    /// The store has taken a request.
    public mutating func stored(_ id: RequestID) {
        if let slot = requests.index(of: id.number) { requests[slot].isStored = true }
    }

    /// Stores a request that a module placed, or who is on it now. A reservation's is not stored: the reservation is
    /// (TAXI-RESV-20).
    func store(_ id: RequestID, _ directives: inout [CallDirective]) {
        guard storesRequests, let request = request(id), let party = party(of: id), party.pickUp == nil else { return }
        if case .fulfilled = request.phase { return }
        directives.append(.store(id, party.source))
    }

    /// A request that was stored has ended, or is fulfilled.
    func erase(_ request: LiveRequest, _ directives: inout [CallDirective]) {
        if request.isStored, !request.isFulfilled { directives.append(.erase(request.id)) }
    }
}
