// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Where each third party's request for each person stands, and whether it is subscribed.
///
/// A person has few requests, so they are a short list each. People of another service of the city (`WearerID.guest`) are here as well.
public struct ConsentTable: Sendable {
    /// A third party and a person.
    public struct Pair: Hashable, Sendable {
        /// Who asks.
        public let party: ThirdPartyID
        /// What became of it.
        public internal(set) var state: RequestState
        /// Whether new batches are delivered.
        public internal(set) var isSubscribed = false
    }

    /// By the person's number, and for people of another service by the number there.
    private var lists: [[Pair]] = []
    private var guests: [[Pair]] = []

    /// Nobody has asked.
    public init() {}

    /// The requests for a person, in the order in which they came.
    public func pairs(of wearer: WearerID) -> [Pair] {
        let index = Self.place(of: wearer)
        if wearer.isGuest { return guests.indices.contains(index) ? guests[index] : [] }
        return lists.indices.contains(index) ? lists[index] : []
    }

    /// Where a request stands; nil when there was none.
    public func pair(_ wearer: WearerID, _ party: ThirdPartyID) -> Pair? {
        pairs(of: wearer).first { $0.party == party }
    }

    /// Whether consent is in force.
    public func isGiven(by wearer: WearerID, to party: ThirdPartyID) -> Bool { pair(wearer, party)?.state == .accepted }

    mutating func set(_ wearer: WearerID, _ party: ThirdPartyID, _ state: RequestState) {
        change(wearer) { list in
            if let index = list.firstIndex(where: { $0.party == party }) {
                list[index].state = state
            } else {
                list.append(Pair(party: party, state: state))
            }
        }
    }

    mutating func subscribe(_ wearer: WearerID, _ party: ThirdPartyID, _ isSubscribed: Bool) {
        guard let index = pairs(of: wearer).firstIndex(where: { $0.party == party }) else { return }
        change(wearer) { $0[index].isSubscribed = isSubscribed }
    }

    mutating func forget(_ wearer: WearerID) { if !pairs(of: wearer).isEmpty { change(wearer) { $0 = [] } } }

    private static func place(of wearer: WearerID) -> Int {
        wearer.guestNumber.map { Int($0) } ?? wearer.index
    }

    private mutating func change(_ wearer: WearerID, _ body: (inout [Pair]) -> Void) {
        func change(_ lists: inout [[Pair]], at index: Int) {
            while lists.count <= index { lists.append([]) }
            body(&lists[index])
        }
        let index = Self.place(of: wearer)
        if wearer.isGuest { change(&guests, at: index) } else { change(&lists, at: index) }
    }
}
