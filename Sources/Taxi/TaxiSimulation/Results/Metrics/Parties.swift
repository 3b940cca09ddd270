// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// Who is on the open requests that several passengers are on. Requests of one passenger are not kept.
///
/// `requestStored` counts the travelers of all who are on the request then; a `passengerAttached` for each but the owner
/// follows at once. Later ones add their travelers.
struct Parties {
    /// Who is on one request.
    struct Party {
        /// Travelers of the first owner; 0 when that one is off.
        var owner: Int32 = 0
        /// The other passengers, in order of joining.
        var others: [Rider] = []
        var travelers: Int32 { others.reduce(owner) { $0 + $1.travelers } }
        var count: Int { others.count + (owner > 0 ? 1 : 0) }
    }

    private var parties = OpenTable(blank: Party())
    /// The request stored last, as long as nothing else happened to it.
    var fresh: Int32 = 0

    /// Who is on a request of several; nil for one of one passenger.
    func party(of request: RequestID) -> Party? {
        parties.count > 0 ? parties.value(of: request.number) : nil
    }

    /// Passengers of a request.
    func count(of request: RequestID) -> Int { party(of: request)?.count ?? 1 }

    /// One more is on a request of so many travelers; returns how many there are now.
    mutating func attach(_ rider: Rider, to request: RequestID, of travelers: Int32) -> Int32 {
        guard request.number > 0 else { return travelers }
        let isNew = parties.index(of: request.number) == nil
        let place = parties.index(opening: request.number)
        if isNew { parties[place].owner = travelers }
        // Counted in `requestStored` already.
        if request.number == fresh { parties[place].owner -= rider.travelers }
        parties[place].others.append(rider)
        return parties[place].travelers
    }

    /// A passenger is off a request; returns how many travelers are left, or nil when it is none of several.
    mutating func detach(_ passenger: PassengerID, from request: RequestID) -> Int32? {
        guard let slot = parties.index(of: request.number) else { return nil }
        if let index = parties[slot].others.firstIndex(where: { $0.passenger == passenger }) {
            parties[slot].others.remove(at: index)
        } else {
            parties[slot].owner = 0
        }
        return parties[slot].travelers
    }

    /// One of the others is the owner from now on, and the owner one of the others.
    mutating func replaceOwner(_ owner: Int32, by passenger: PassengerID, of request: RequestID) {
        guard let slot = parties.index(of: request.number),
            let index = parties[slot].others.firstIndex(where: { $0.passenger == passenger })
        else { return }
        let old = Rider(passenger: PassengerID(owner), travelers: parties[slot].owner)
        parties[slot].owner = parties[slot].others.remove(at: index).travelers
        if old.travelers > 0 { parties[slot].others.insert(old, at: 0) }
    }

    /// The request is over.
    mutating func close(_ request: Int32) {
        guard parties.count > 0 else { return }
        parties.close(request)
    }
}
