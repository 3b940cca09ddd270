// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The data side of the health service as a value: who has asked whom, who said yes, who gets which batch, and what is told of groups.
///
/// It is told what happens, with the time, and answers with directives. It knows no social security number: whoever calls it has
/// found the person. It keeps no batch either; of a group's values it keeps a sum and a count for each person, parameter and length of
/// interval.
public struct DataRules: Sendable {
    /// The numbers of the rules.
    public let parameters: DataParameters
    /// Who has asked whom.
    public private(set) var consents = ConsentTable()
    /// By the person's number.
    var members: [Member] = []
    /// By slot; nil where there is none.
    var groups: [WatchedGroup?] = []
    var flags = MembershipFlags()
    /// The slots of groups that follow positions.
    var moving: [Int] = []
    /// One for each interval that is offered.
    var clocks: [IntervalSums]
    /// Those that somebody is subscribed to.
    var running: [Int] = []
    var parties: Int32 = 0
    /// Those that are organisers of another service, in the order in which they first asked.
    var organisers: [GuestOrganiser] = []
    /// By the number of the organisation, from 1 on.
    var budgets: [GroupBudget] = []
    var lastGroup: Int32 = 0
    private var today: CivilDate
    private var tomorrow: CityTime
    @usableFromInline var wakesAt: CityTime
    private var planned = CityTime.never
    /// Whether the service works. While it does not everything is refused, and nothing is told by itself (AVAIL-08).
    public private(set) var isUp = true
    /// What was received before this time is stored: an interval is closed only when all that it is to hold is there (HEALTH-R11).
    var handled = CityTime.never

    /// A service without people and third parties.
    public init(_ parameters: DataParameters = DataParameters(), at now: CityTime) {
        self.parameters = parameters
        clocks = parameters.intervals.map { IntervalSums($0) }
        today = CivilDate(now)
        tomorrow = now.midnight + .hours(24)
        wakesAt = tomorrow
    }

    /// Whether `due` must be called before anything else that happens at this time is noted.
    @inlinable
    public func isLate(at now: CityTime) -> Bool { now >= wakesAt }

    // MARK: People

    /// Somebody registered, or personal data changed (ACCOUNT-TRACK-R31).
    public mutating func known(_ wearer: WearerID, _ data: PersonalData, at now: CityTime) -> [DataDirective] {
        var out = settle(at: now)
        while members.count <= wearer.index { members.append(Member()) }
        flags.grow(to: wearer.index)
        members[wearer.index].birth = data.birth
        members[wearer.index].residence = data.residence
        members[wearer.index].isHere = true
        members[wearer.index].age = members[wearer.index].age(on: today)
        out.append(.note(.personKnown(wearer: wearer, birth: data.birth.number, residence: data.residence)))
        refresh(wearer.index, Array(groups.indices), at: now, &out)
        return finish(out)
    }

    /// The account is gone: nothing is kept of the person, and nobody is told anything about the person any more.
    public mutating func left(_ wearer: WearerID, at now: CityTime) -> [DataDirective] {
        var out = settle(at: now)
        guard isHere(wearer) else { return finish(out) }
        for pair in consents.pairs(of: wearer) {
            if pair.isSubscribed { end(wearer, pair.party, .accountDeleted, &out) }
            if pair.state == .accepted {
                out.append(
                    .note(.collectorClosed(party: pair.party, wearer: wearer, cause: .accountDeleted)))
            }
            out.append(.tell(pair.party, .left(wearer)))
        }
        consents.forget(wearer)
        members[wearer.index] = Member()
        for clock in clocks.indices { clocks[clock].forget(wearer) }
        out.append(.erase(wearer))
        out.append(.note(.personLeft(wearer: wearer)))
        refresh(wearer.index, Array(groups.indices), at: now, &out)
        return finish(out)
    }

    /// An organisation registered; it has the next number.
    public mutating func addParty() -> [DataDirective] {
        parties += 1
        budgets.append(GroupBudget())
        return [.note(.partyRegistered(party: ThirdPartyID(parties)))]
    }

    /// How many organisations have registered; the last one has this number.
    public var partyCount: Int32 { parties }

    func isHere(_ wearer: WearerID) -> Bool { members.indices.contains(wearer.index) && members[wearer.index].isHere }
    func isKnown(_ party: ThirdPartyID) -> Bool { party.number >= 1 && party.number <= parties }

    // MARK: Batches

    /// A sound batch was received and stored: it counts for groups, and is delivered to those who are subscribed.
    ///
    /// Constant time, but for groups that follow positions when the person has moved.
    public mutating func take(_ batch: HealthBatch, at now: CityTime) -> [DataDirective] {
        var out = now >= wakesAt ? due(at: now) : []
        let person = batch.wearer.index
        guard isHere(batch.wearer) else { return out }
        for clock in running { clocks[clock].add(batch) }
        if !members[person].hasPosition || members[person].position != batch.place {
            members[person].position = batch.place
            members[person].hasPosition = true
            if !moving.isEmpty { refresh(person, moving, at: now, &out) }
        }
        if members[person].subscriptions > 0 { deliver(batch, &out) }
        return out.isEmpty ? out : finish(out)
    }

    private func deliver(_ batch: HealthBatch, _ out: inout [DataDirective]) {
        for pair in consents.pairs(of: batch.wearer) where pair.isSubscribed {
            out.append(
                .note(
                    .dataDelivered(
                        party: pair.party, wearer: batch.wearer, produced: batch.end, place: batch.place,
                        values: BatchValues(batch))))
            out.append(.tell(pair.party, .batch(batch.wearer, DeliveredBatch(batch))))
        }
    }

    // MARK: Load

    /// Workers have stored what was received before this time; `never` when none waits.
    public mutating func handled(until time: CityTime, at now: CityTime) -> [DataDirective] {
        handled = time
        return due(at: now)
    }

    // MARK: Outages

    /// The service goes down, its data side with it; consent and what is stored stay.
    public mutating func crash() -> [DataDirective] {
        isUp = false
        return finish([])
    }

    /// The system manager has restarted it: what time brought meanwhile is made up for.
    public mutating func restart(at now: CityTime) -> [DataDirective] {
        isUp = true
        var out = settle(at: now)
        review(at: now, &out)
        return finish(out)
    }

    // MARK: Time

    /// The time asked for with `wake` has come. May be called later, or again.
    public mutating func due(at now: CityTime) -> [DataDirective] {
        planned = planned <= now ? .never : planned
        return finish(settle(at: now))
    }

    /// Makes up for what happened by time alone: first birthdays, then ends of intervals. Everything that is told later than
    /// these instants comes after them.
    mutating func settle(at now: CityTime) -> [DataDirective] {
        var out: [DataDirective] = []
        guard isUp else { return out }
        if now >= tomorrow {
            today = CivilDate(now)
            tomorrow = now.midnight + .hours(24)
            haveBirthdays(today, at: now, &out)
        }
        for clock in running where clocks[clock].end <= min(now, handled) { close(clock, at: now, &out) }
        return out
    }

    /// The directives, with the time of the next call of `due` when that is another one now.
    mutating func finish(_ directives: [DataDirective]) -> [DataDirective] {
        // An interval that workers hold up is closed when they are done.
        wakesAt =
            isUp
            ? running.reduce(tomorrow) { next, clock in
                let end = clocks[clock].end
                return end <= handled ? min(next, end) : next
            } : .never
        // Without groups nothing happens by time: ages are looked at when somebody asks.
        let next = groups.contains { $0 != nil } ? wakesAt : .never
        guard next != planned else { return directives }
        planned = next
        return directives + [.wake(at: next)]
    }

    // MARK: Consent

    mutating func set(_ wearer: WearerID, _ party: ThirdPartyID, _ state: RequestState) {
        consents.set(wearer, party, state)
    }

    mutating func forgetConsents(of wearer: WearerID) { consents.forget(wearer) }

    mutating func begin(_ wearer: WearerID, _ party: ThirdPartyID, _ out: inout [DataDirective]) {
        consents.subscribe(wearer, party, true)
        members[wearer.index].subscriptions += 1
        out.append(.note(.subscriptionOpened(party: party, wearer: wearer)))
        out.append(.tell(party, .subscribed(wearer)))
    }

    mutating func end(
        _ wearer: WearerID, _ party: ThirdPartyID, _ cause: DataEnd, _ out: inout [DataDirective]
    ) {
        consents.subscribe(wearer, party, false)
        members[wearer.index].subscriptions -= 1
        out.append(.note(.subscriptionEnded(party: party, wearer: wearer, cause: cause)))
        out.append(.tell(party, .subscriptionEnded(wearer, cause)))
    }
}

extension CivilDate {
    /// The date as yyyymmdd.
    var number: Int32 { year * 10_000 + month * 100 + day }
}
