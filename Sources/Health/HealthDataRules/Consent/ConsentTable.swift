// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import HealthRules

/// Where each third party's request for each person stands, and whether it is subscribed.
///
/// A person has few requests, so they are a short list each. Organisers of races have a book of their own, which knows nothing of this one.
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

    /// By the person's number.
    private var lists: [[Pair]] = []

    /// Nobody has asked.
    public init() {}

    /// The requests for a person, in the order in which they came.
    public func pairs(of wearer: WearerID) -> [Pair] { lists.indices.contains(wearer.index) ? lists[wearer.index] : [] }

    /// Where a request stands; nil when there was none.
    public func pair(_ wearer: WearerID, _ party: ThirdPartyID) -> Pair? {
        pairs(of: wearer).first { $0.party == party }
    }

    /// Whether consent is in force.
    public func isGiven(by wearer: WearerID, to party: ThirdPartyID) -> Bool { pair(wearer, party)?.state == .accepted }

    mutating func set(_ wearer: WearerID, _ party: ThirdPartyID, _ state: RequestState) {
        while lists.count <= wearer.index { lists.append([]) }
        if let index = lists[wearer.index].firstIndex(where: { $0.party == party }) {
            lists[wearer.index][index].state = state
        } else {
            lists[wearer.index].append(Pair(party: party, state: state))
        }
    }

    mutating func subscribe(_ wearer: WearerID, _ party: ThirdPartyID, _ isSubscribed: Bool) {
        guard let index = pairs(of: wearer).firstIndex(where: { $0.party == party }) else { return }
        lists[wearer.index][index].isSubscribed = isSubscribed
    }

    mutating func forget(_ wearer: WearerID) {
        if lists.indices.contains(wearer.index) { lists[wearer.index] = [] }
    }
}
