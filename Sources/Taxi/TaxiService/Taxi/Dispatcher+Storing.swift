// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TaxiRules

/// Requests that outlive the service (TAXI-CALL-21).
extension Dispatcher {
    /// Takes over what the store holds, after a restart. After the modules were installed and before the first message; the
    /// reservations are restored by their module.
    ///
    /// Every restored request is open: a driver who was under way has no ride any more, and is asked like the others. Nobody
    /// is in service yet, so a restored request is not aborted for that: it is put to the drivers again every 60 s, as a
    /// reservation is (DEC-RESV-RETRY). Passengers learn of it at their next login.
    ///
    /// - Throws: What the store throws when it cannot be read.
    public func restore() throws {
        guard let stored = try store?.load() else { return }
        rules.restore(lastNumber: stored.lastNumber)
        for call in stored.open where call.riders.allSatisfy({ rules.openRequest(of: $0.passenger) == nil }) {
            let isShared = !call.ways.isEmpty
            if isShared {
                sharedRidePort?.open(
                    call.request, members: call.ways, zone: call.zone, place: call.place, source: call.source)
            }
            let party = ModuleRequest(
                riders: call.riders, zone: call.zone, place: call.place, source: call.source,
                roundPause: .seconds(60), isShared: isShared, reference: call.reference)
            carryOut(rules.place(party, as: call.request, at: loop.now))
        }
    }

    /// Stores a request; false when it is a new one that the store did not take.
    func save(_ id: RequestID, _ source: PositionSource) -> Bool {
        guard let store, let request = rules.request(id) else { return true }
        let party = request.isPlaced ? rules.party(of: id) : nil
        // The module knows of a joiner before the core does.
        let ways = party?.isShared == true ? sharedRidePort?.members(of: id) ?? [] : []
        let riders = party?.riders ?? [Rider(passenger: request.passenger, travelers: request.travelers)]
        let call = StoredCall(
            request: id, zone: request.zone, place: request.place, source: source,
            riders: ways.isEmpty ? riders : ways.map(\.rider), ways: ways, reference: request.reference)
        do {
            try store.save(call)
            rules.stored(id)
            return true
        } catch {
            storeFailure = storeFailure ?? error
            let refused = rules.notStored(id, at: loop.now)
            guard !refused.isEmpty else { return true }
            carryOut(refused)
            // The ride of a request that does not exist is gone, too.
            if party != nil { changed(id, .aborted(.abandoned), always: true) }
            return false
        }
    }

    /// Stores who is on a shared ride's request now; a reservation's is stored by its module.
    func keep(_ id: RequestID) {
        guard store != nil, let party = rules.party(of: id), party.pickUp == nil else { return }
        _ = save(id, party.source)
    }

    /// Takes a request out of the store.
    func erase(_ id: RequestID) {
        do {
            try store?.remove(id)
        } catch {
            storeFailure = storeFailure ?? error
        }
    }
}
