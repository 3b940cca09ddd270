// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Testing

/// The rules with a store of batches, as their actor has them, and a monitor that looks at every event.
struct DataTown {
    var rules: DataRules
    private(set) var events: [DataEvent] = []
    private(set) var sent: [ThirdPartyID: [PartyNotice]] = [:]
    private(set) var notified: [WearerID: [PersonNotice]] = [:]
    private(set) var violations: [DataViolation] = []
    private(set) var jobs: [GroupJob] = []
    private(set) var stored: [WearerID: [HealthBatch]] = [:]
    private var people: [Int: PersonalData] = [:]
    private(set) var wakesAt = CityTime.never
    private var audit: DataInvariants
    private let checksGroups: Bool

    /// A town with so many third parties; `smallest` is the size of a group. Anything may be asked about groups, as the catalogue's checks
    /// do, unless limits are stated.
    init(
        parties: Int = 1, smallest: Int = 1000, limits: GroupLimits = .none, at start: CityTime = .epoch,
        checksGroups: Bool = false
    ) {
        var parameters = DataParameters()
        parameters.smallestGroup = smallest
        parameters.limits = limits
        rules = DataRules(parameters, at: start)
        audit = DataInvariants(smallestGroup: smallest)
        self.checksGroups = checksGroups
        for _ in 0..<parties { carryOut(rules.addParty(), at: start) }
    }

    // MARK: What happens

    mutating func register(
        _ wearer: Int, born: CivilDate = CivilDate(1950, 1, 1), home: Place = .origin, at now: CityTime = .epoch
    ) {
        pass(now)
        let data = PersonalData(number: "N\(wearer)", birth: born, residence: home)
        people[wearer] = data
        carryOut(rules.known(WearerID(wearer), data, at: now), at: now)
        endTurn(now)
    }

    mutating func leave(_ wearer: Int, at now: CityTime = .epoch) {
        pass(now)
        people[wearer] = nil
        carryOut(rules.left(WearerID(wearer), at: now), at: now)
        endTurn(now)
    }

    mutating func send(_ message: DataMessage, about wearer: Int? = nil, at now: CityTime = .epoch) {
        pass(now)
        carryOut(rules.take(message, about: wearer.map { WearerID($0) }, at: now), at: now)
        endTurn(now)
    }

    /// A third party's message about a person.
    mutating func send(_ wish: PersonalWish, about wearer: Int?, by party: Int = 1, at now: CityTime = .epoch) {
        send(.person(ThirdPartyID(party), number: "", wish), about: wearer, at: now)
    }

    mutating func send(_ wish: GroupWish, by party: Int = 1, at now: CityTime = .epoch) {
        send(.group(ThirdPartyID(party), wish), at: now)
    }

    mutating func send(_ wish: ConsentWish, of wearer: Int, at now: CityTime = .epoch) {
        send(.consent(WearerID(wearer), wish), at: now)
    }

    /// A batch that began `length` before its end, received at `now`.
    mutating func batch(
        _ wearer: Int, _ values: [HealthValue], from start: CityTime? = nil, place: Place = .origin, at now: CityTime
    ) {
        let start = start ?? now - .seconds(3)
        receive(
            HealthBatch(
                WearerID(wearer), DeviceID(9_000_000 + wearer), from: start, to: start + .seconds(3), at: place, values),
            at: now)
    }

    mutating func receive(_ batch: HealthBatch, at now: CityTime) {
        pass(now)
        if rules.isLate(at: now) { carryOut(rules.due(at: now), at: now) }
        stored[batch.wearer, default: []].append(batch)
        violations += audit.take(
            BatchEvent.batchStored(
                wearer: batch.wearer, start: batch.start, end: batch.end, place: batch.place,
                values: Int32(batch.count)), at: now)
        carryOut(rules.take(batch, at: now), at: now)
        endTurn(now)
    }

    /// Lets time pass up to an instant, with what is due at it.
    mutating func pass(to now: CityTime) { pass(now, including: true) }

    private mutating func pass(_ now: CityTime, including: Bool = false) {
        while wakesAt < now || (including && wakesAt <= now) {
            let time = wakesAt
            wakesAt = .never
            carryOut(rules.due(at: time), at: time)
            endTurn(time)
        }
    }

    /// The service goes down, or works again.
    mutating func work(_ isUp: Bool, at now: CityTime) {
        pass(now)
        carryOut(isUp ? rules.restart(at: now) : rules.crash(), at: now)
        endTurn(now)
    }

    // MARK: What came of it

    /// Whether somebody is registered.
    func isHere(_ wearer: Int) -> Bool { people[wearer] != nil }

    /// Who lives in a rectangle, by number.
    func members(of area: PlaceRectangle) -> [Int] {
        people.filter { area.contains($0.value.residence) }.keys.sorted()
    }

    func count(_ name: String) -> Int { events.count { $0.name == name } }

    /// What a third party was last sent.
    func last(of party: Int = 1) -> PartyNotice? { sent[ThirdPartyID(party)]?.last }

    /// The answers and aggregates that a third party got of groups.
    func answers(of party: Int = 1) -> [GroupAnswer] {
        (sent[ThirdPartyID(party)] ?? []).compactMap { if case .group(_, let answer) = $0 { answer } else { nil } }
    }

    /// The batches that were delivered to a third party.
    func delivered(to party: Int = 1) -> [DeliveredBatch] {
        (sent[ThirdPartyID(party)] ?? []).compactMap { if case .batch(_, let batch) = $0 { batch } else { nil } }
    }

    private mutating func carryOut(_ directives: [DataDirective], at now: CityTime) {
        for directive in directives {
            switch directive {
            case .note(let event):
                events.append(event)
                violations += audit.take(event, at: now)
            case .tell(let party, let notice): sent[party, default: []].append(notice)
            case .notify(let wearer, let notice): notified[wearer, default: []].append(notice)
            case .read(let party, let wearer, let from, let to):
                let found = (stored[wearer] ?? []).filter { $0.start >= from && $0.start < to }
                carryOut(
                    [
                        .note(
                            .dataRead(party: party, wearer: wearer, from: from, to: to, batches: Int32(found.count))),
                        .tell(party, .batches(wearer, found.map { DeliveredBatch($0) })),
                    ], at: now)
            case .gather(let job):
                jobs.append(job)
                var tally = GroupTally(job, least: rules.parameters.smallestGroup)
                for wearer in job.members { tally.add(stored[wearer] ?? []) }
                carryOut(rules.answer(job, tally.parts), at: now)
            case .erase(let wearer): stored[wearer] = nil
            case .wake(let time): wakesAt = time
            }
        }
    }

    private mutating func endTurn(_ now: CityTime) {
        violations += checksGroups ? audit.endTurnWithGroups(at: now) : audit.endTurn(at: now)
        if checksGroups { rules.checkInvariants() }
    }
}

func rate(_ hundredths: Int) -> [HealthValue] { [HealthValue(.heartRate, hundredths: Int32(hundredths))] }
