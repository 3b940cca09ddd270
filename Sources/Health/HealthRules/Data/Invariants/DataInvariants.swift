// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// A rule that the events of a log do not keep.
public struct DataViolation: Hashable, Sendable {
    /// The entry of the catalogue, such as "INV-AccessIffConsent".
    public let rule: String
    /// Which third party, if it is about one.
    public var party: ThirdPartyID?
    /// Whose data, if it is about somebody.
    public var wearer: WearerID?
    /// Which group, if it is about one.
    public var group: GroupID?
    /// When it was seen.
    public let time: CityTime
}

/// What must hold of the events of the data side, whatever has noted them.
///
/// Takes one event after the other, and shares no code with the rules. An event costs constant time but for those that say something of
/// a group's size, for which everybody is counted (INV-GroupExact).
public struct DataInvariants: Sendable {
    let smallestGroup: Int
    /// By the person's number.
    var people: [SeenPerson] = []
    var parties: Int32 = 0
    var pairs: [SeenPair: SeenRequest] = [:]
    /// Pairs whose consent and collector differ.
    var unequal: Set<SeenPair> = []
    var groups: [GroupID: SeenGroup] = [:]
    private var found: [DataViolation] = []
    private var now = CityTime.epoch
    /// The date as yyyymmdd, and when it ends.
    private var day: (number: Int32, end: CityTime) = (19_700_101, .seconds(86_400))

    /// Nothing has happened; groups must have at least so many members.
    public init(smallestGroup: Int = 1000) { self.smallestGroup = smallestGroup }

    /// Takes the next event; returns what it breaks.
    public mutating func take(_ event: DataEvent, at now: CityTime) -> [DataViolation] {
        set(now)
        look(at: event)
        return takeFound()
    }

    /// Takes a stored batch; returns what it breaks.
    public mutating func take(_ event: BatchEvent, at now: CityTime) -> [DataViolation] {
        self.now = now
        switch event {
        case .batchStored(let wearer, let start, let end, let place, let values):
            guard people.indices.contains(wearer.index), people[wearer.index].isHere else {
                fail("INV-DataOneIndividual", nil, wearer)
                break
            }
            if start < people[wearer.index].until { fail("INV-DataNoOverlap", nil, wearer) }
            if values < 1 || values > 5 || start >= end { fail("INV-DataBatchShape", nil, wearer) }
            people[wearer.index].until = end
            people[wearer.index].position = place
            people[wearer.index].hasPosition = true
        }
        return takeFound()
    }

    /// What does not hold at the end of a turn: each collector has its consent, and each consent its collector (INV-AccessIffConsent).
    public mutating func endTurn(at now: CityTime) -> [DataViolation] {
        guard !unequal.isEmpty else { return [] }
        self.now = now
        for pair in unequal.sorted() { fail("INV-AccessIffConsent", pair.party, pair.wearer) }
        return takeFound()
    }

    /// The same, and that each subscription runs if and only if its group is large enough (HEALTH-GROUP-SUB). Counts everybody once for
    /// each group.
    public mutating func endTurnWithGroups(at now: CityTime) -> [DataViolation] {
        set(now)
        for (id, group) in groups.sorted(by: { $0.key < $1.key }) where group.isWatched {
            check((count(group) >= smallestGroup) == (group.phase == .running), "HEALTH-GROUP-SUB", id)
        }
        return endTurn(at: now) + takeFound()
    }

    private mutating func set(_ now: CityTime) {
        self.now = now
        guard now >= day.end else { return }
        let date = CivilDate(now)
        day = (date.year * 10_000 + date.month * 100 + date.day, now.midnight + .hours(24))
    }

    private mutating func takeFound() -> [DataViolation] {
        guard !found.isEmpty else { return [] }
        defer { found = [] }
        return found
    }

    mutating func fail(_ rule: String, _ party: ThirdPartyID?, _ wearer: WearerID?, _ group: GroupID? = nil) {
        found.append(DataViolation(rule: rule, party: party, wearer: wearer, group: group, time: now))
    }

    mutating func check(_ holds: Bool, _ rule: String, _ group: GroupID) {
        if !holds { fail(rule, groups[group]?.party, nil, group) }
    }

    /// How many belong to a group, counted one by one.
    func count(_ group: SeenGroup) -> Int { people.count { $0.belongs(to: group, on: day.number) } }

    private mutating func look(at event: DataEvent) {
        switch event {
        case .personKnown(let wearer, let birth, let residence):
            while people.count <= wearer.index { people.append(SeenPerson()) }
            people[wearer.index].birth = birth
            people[wearer.index].residence = residence
            people[wearer.index].isHere = true
        case .personLeft(let wearer):
            for pair in pairs.keys.filter({ $0.wearer == wearer }) {
                if pairs[pair]?.hasCollector == true { fail("INV-AccessIffConsent", pair.party, wearer) }
                pairs[pair] = nil
                unequal.remove(pair)
            }
            if people.indices.contains(wearer.index) { people[wearer.index] = SeenPerson() }
        case .partyRegistered(let party):
            parties += 1
            if party.number != parties { fail("INV-OneCollectorPerPair", party, nil) }
        case .requestForwarded(let party, let wearer): forwarded(SeenPair(party: party, wearer: wearer))
        case .requestStatus(let party, let wearer, let state):
            let pair = SeenPair(party: party, wearer: wearer)
            if pairs[pair]?.state != state || state == .withdrawn { fail("HEALTH-REQ-EXC", party, wearer) }
        case .consentGiven(let party, let wearer):
            answered(SeenPair(party: party, wearer: wearer), .accepted, from: [.pending, .refused])
        case .consentRefused(let party, let wearer):
            answered(SeenPair(party: party, wearer: wearer), .refused, from: [.pending])
        case .consentWithdrawn(let party, let wearer):
            answered(SeenPair(party: party, wearer: wearer), .withdrawn, from: [.accepted])
        case .thirdPartyNotified(let party, let wearer, let state):
            if pairs[SeenPair(party: party, wearer: wearer)]?.state != state { fail("HEALTH-R8", party, wearer) }
        case .collectorOpened(let party, let wearer): opened(SeenPair(party: party, wearer: wearer))
        case .collectorClosed(let party, let wearer, let cause):
            closed(SeenPair(party: party, wearer: wearer), cause)
        case .dataRead(let party, let wearer, _, _, _):
            if pairs[SeenPair(party: party, wearer: wearer)]?.state != .accepted { fail("HEALTH-R9", party, wearer) }
        case .subscriptionOpened(let party, let wearer): subscribed(SeenPair(party: party, wearer: wearer))
        case .subscriptionEnded(let party, let wearer, _):
            let pair = SeenPair(party: party, wearer: wearer)
            if pairs[pair]?.isSubscribed != true { fail("HEALTH-R28", party, wearer) }
            pairs[pair]?.isSubscribed = false
        case .dataDelivered(let party, let wearer, _, _, _):
            let request = pairs[SeenPair(party: party, wearer: wearer)]
            if request?.state != .accepted { fail("HEALTH-R29", party, wearer) }
            if request?.isSubscribed != true { fail("HEALTH-R10-GAP", party, wearer) }
        case .groupAsked(let id, let party, let purpose, let youngest, let oldest, let low, let high, let kind, _):
            groups[id] = SeenGroup(
                party: party, isSubscription: purpose == .subscription, youngest: youngest, oldest: oldest,
                southWest: low, northEast: high, isOfPosition: kind == .position)
        case .groupAnswered, .groupRefused, .groupFrozen, .groupSubscribed, .groupDelivered, .groupValue,
            .groupSubscriptionPaused, .groupSubscriptionResumed, .groupSubscriptionEnded:
            look(atGroup: event)
        case .requestRefused, .answerRefused, .accessDenied, .unsubscribeRefused, .groupStopRefused: break
        }
    }
}
