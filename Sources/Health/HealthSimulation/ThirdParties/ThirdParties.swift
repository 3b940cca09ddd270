// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import HealthRules
import HealthService
import RandomStreams

/// The organisations that ask for data, and the people's answers to them. In simulation only.
///
/// One actor with a plain value for each organisation; every answer has a stream of its own, so that one more organisation changes
/// nobody else's draws.
final actor ThirdParties: TimedActor, @preconcurrency DirectEntry, DataClients {
    private struct Party {
        let habit: ThirdPartyGroup
        var requests: RandomStream
        var groups: RandomStream
        /// Whom it has asked, as places in the list of numbers.
        var asked: [Int] = []
        /// What it says next, the message under way first, and whom that is about: one after the other, as answers name no message.
        var outgoing: [(message: DataMessage, subject: Int?)] = []
        /// What it says again because the service was down, the oldest first.
        var again: [(message: DataMessage, subject: Int?)] = []
    }

    /// What a timer is for.
    private enum Wake: UInt8 {
        case request, groupRequest, subscriptions, react, yes, no, withdraw, again, wishAgain
    }

    private static let day = 86_400.0
    private static let year = 365 * day
    /// From a yes to the message that uses it.
    private static let reaction = TimeSpan.seconds(1)
    /// How long somebody waits whom a service that is down refused (AVAIL-08).
    private static let patience = TimeSpan.minutes(1)

    nonisolated let loop: CityLoop
    private let broker: DataBroker
    /// Nil where messages reach the service at once.
    private let lines: HealthLines?
    private let consent: ConsentHabit
    private let limits: GroupLimits
    private let key: StreamKey
    private let start: CityTime
    /// The city as a rectangle.
    private let area: PlaceRectangle
    private var parties: [Party] = []
    /// The social security numbers of all who wear a device, also of those who have not signed up.
    private var numbers: [String] = []
    /// Where each person stands in that list, by the person's number.
    private var places: [WearerID: Int] = [:]
    /// What people said last, by organisation and person: they say it again when the service was down.
    private var wishes: [Pair: ConsentWish] = [:]

    /// An organisation and a person.
    private struct Pair: Hashable {
        let party: ThirdPartyID
        let wearer: WearerID
    }

    init(
        _ groups: [ThirdPartyGroup], _ consent: ConsentHabit, _ limits: GroupLimits, in world: HealthWorld,
        broker: DataBroker, lines: HealthLines? = nil
    ) {
        (self.broker, self.lines, self.limits) = (broker, lines, limits)
        self.consent = consent
        loop = broker.loop
        key = world.key
        start = world.start
        let corners = world.layout.corners
        area = PlaceRectangle(
            Place(east: corners.map(\.east).min() ?? 0, north: corners.map(\.north).min() ?? 0),
            Place(east: corners.map(\.east).max() ?? 0, north: corners.map(\.north).max() ?? 0))
        for group in groups {
            for _ in 0..<group.count {
                let owner = UInt64(parties.count + 1)
                parties.append(
                    Party(
                        habit: group, requests: RandomStream(world.key, for: .dataRequests, of: owner),
                        groups: RandomStream(world.key, for: .groupRequests, of: owner)))
            }
        }
    }

    /// The run begins: organisations plan what they ask. In a replay they never do.
    ///
    /// `numbers` are the social security numbers that organisations may have.
    func begin(numbers: [String]) {
        self.numbers = numbers
        broker.onLoop { $0.connect(self) }
        for party in parties.indices {
            planRequest(party)
            planGroupRequest(party)
            if parties[party].habit.groupSubscriptions > 0 { plan(.subscriptions, party, at: start) }
        }
    }

    // MARK: Timers

    private func plan(_ wake: Wake, _ party: Int, _ subject: Int = 0, at time: CityTime) {
        let tag = TimerTag(wake.rawValue) << 56 | TimerTag(party) << 32 | TimerTag(subject)
        loop.schedule(self, tag, at: time, as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        let party = Int(tag >> 32 & 0xff_ffff)
        let subject = Int(tag & 0xffff_ffff)
        let (id, wearer) = (ThirdPartyID(party + 1), WearerID(subject))
        switch Wake(rawValue: UInt8(truncatingIfNeeded: tag >> 56)) {
        case .request:
            request(party)
            planRequest(party)
        case .groupRequest:
            send(.group(id, .ask(query(party))), of: party)
            planGroupRequest(party)
        case .subscriptions:
            for _ in 0..<parties[party].habit.groupSubscriptions {
                var query = query(party)
                // A subscription is worth waiting for.
                query.waits = true
                send(.group(id, .subscribe(query)), of: party)
            }
        case .react: react(party, subject)
        case .yes: answer(party, wearer)
        case .no: send(.answer(id, isYes: false), of: wearer)
        case .withdraw: send(.withdraw(id), of: wearer)
        case .again:
            guard !parties[party].again.isEmpty else { break }
            let next = parties[party].again.removeFirst()
            send(next.message, of: party, about: next.subject)
        case .wishAgain: if let wish = wishes[Pair(party: id, wearer: wearer)] { send(wish, of: wearer) }
        case nil: break
        }
    }

    // MARK: Messages

    /// Sends what an organisation asks.
    private func send(_ message: DataMessage, of party: Int, about subject: Int? = nil) {
        parties[party].outgoing.append((message, subject))
        if lines != nil {
            if parties[party].outgoing.count == 1 { sendNext(of: party) }
        } else {
            broker.onLoop { $0.take(message) }
            parties[party].outgoing.removeFirst()
        }
    }

    private func sendNext(of party: Int) {
        guard let next = parties[party].outgoing.first else { return }
        let id = ThirdPartyID(party + 1)
        lines?.onLoop { lines in
            lines.send(next.message, of: id) { [self] in
                onLoop {
                    $0.parties[party].outgoing.removeFirst()
                    $0.sendNext(of: party)
                }
            }
        }
    }

    /// Sends what a person says about an organisation.
    private func send(_ wish: ConsentWish, of wearer: WearerID) {
        let message = DataMessage.consent(wearer, wish)
        if let party = wish.party { wishes[Pair(party: party, wearer: wearer)] = wish }
        if let lines {
            lines.onLoop { $0.send(message, of: wearer) { _ in } }
        } else {
            broker.onLoop { $0.take(message) }
        }
    }

    // MARK: Organisations

    private func planRequest(_ party: Int) {
        guard parties[party].habit.requests > 0, !numbers.isEmpty else { return }
        let mean = Distribution.exponential(mean: Self.day / parties[party].habit.requests)
        plan(.request, party, at: loop.now + parties[party].requests.time(mean))
    }

    private func planGroupRequest(_ party: Int) {
        guard parties[party].habit.groupRequests > 0 else { return }
        let mean = Distribution.exponential(mean: Self.day / parties[party].habit.groupRequests)
        plan(.groupRequest, party, at: loop.now + parties[party].groups.time(mean))
    }

    /// Asks somebody for consent; the same draws whatever becomes of it.
    private func request(_ party: Int) {
        let habit = parties[party].habit
        let repeats = parties[party].requests.chance(habit.repeats)
        let mistypes = parties[party].requests.chance(habit.mistypes)
        let draw = parties[party].requests.uniform()
        let asked = parties[party].asked
        let chosen =
            repeats && !asked.isEmpty ? asked[Int(draw * Double(asked.count))] : Int(draw * Double(numbers.count))
        if !repeats { parties[party].asked.append(chosen) }
        send(
            .person(ThirdPartyID(party + 1), number: numbers[chosen] + (mistypes ? "0" : ""), .request), of: party,
            about: chosen)
    }

    private func react(_ party: Int, _ place: Int) {
        let subscribes = parties[party].requests.chance(parties[party].habit.subscribes)
        send(
            .person(
                ThirdPartyID(party + 1), number: numbers[place],
                subscribes ? .subscribe : .read(from: start, to: loop.now)), of: party)
    }

    /// The next group that an organisation asks for.
    private func query(_ party: Int) -> GroupQuery {
        let habit = parties[party].habit
        var criteria = GroupCriteria()
        let (hasAges, hasArea) = (parties[party].groups.chance(habit.ages), parties[party].groups.chance(habit.areas))
        let byPosition = parties[party].groups.chance(habit.positions)
        let (waits, youngest) = (parties[party].groups.chance(habit.waits), parties[party].groups.uniform())
        let range = parties[party].groups.draw(habit.ageRange)
        if hasAges {
            let low = Int32(18 + youngest * 60)
            criteria.youngest = low
            criteria.oldest = low + Int32(max(0, min(120, range)))
        }
        let rectangle = rectangle(party, habit)
        if hasArea { (criteria.area, criteria.areaKind) = (rectangle, byPosition ? .position : .residence) }
        return GroupQuery(limits.coarse(criteria), interval: habit.interval, count: habit.intervals, waits: waits)
    }

    /// A rectangle within the city.
    private func rectangle(_ party: Int, _ habit: ThirdPartyGroup) -> PlaceRectangle {
        func side(_ low: Int32, _ high: Int32) -> (Int32, Int32) {
            let share = min(1, max(0, parties[party].groups.draw(habit.side)))
            let length = Double(high) - Double(low)
            let first = Double(low) + parties[party].groups.uniform() * length * (1 - share)
            return (Int32(first.rounded()), Int32((first + share * length).rounded(.down)))
        }
        let (west, east) = side(area.southWest.east, area.northEast.east)
        let (south, north) = side(area.southWest.north, area.northEast.north)
        return PlaceRectangle(
            Place(east: west, north: south), Place(east: max(west, east), north: max(south, north)))
    }

    // MARK: People

    private func stream(_ party: Int, _ wearer: WearerID) -> RandomStream {
        RandomStream(key, for: .dataAnswers, of: UInt64(party) << 32 | UInt64(UInt32(bitPattern: wearer.number)))
    }

    /// Somebody is asked: decides now what to answer later.
    private func decide(_ party: Int, _ wearer: WearerID) {
        var stream = stream(party, wearer)
        let (isAnswered, agrees) = (stream.chance(consent.answered), stream.chance(consent.agreed))
        let delay = stream.time(consent.delay)
        if isAnswered { plan(agrees ? .yes : .no, party, wearer.index, at: loop.now + delay) }
    }

    /// Somebody says yes, and may take it back some time.
    private func answer(_ party: Int, _ wearer: WearerID) {
        send(.answer(ThirdPartyID(party + 1), isYes: true), of: wearer)
        guard consent.withdrawals > 0 else { return }
        var stream = stream(party, wearer)
        _ = (stream.chance(0.5), stream.chance(0.5), stream.time(consent.delay))
        let mean = Distribution.exponential(mean: Self.year / consent.withdrawals)
        plan(.withdraw, party, wearer.index, at: loop.now + stream.time(mean))
    }

    // MARK: What the service says

    nonisolated func tell(_ party: ThirdPartyID, _ notice: PartyNotice) {
        // Deliveries are counted from the log.
        if case .batch = notice { return }
        onLoop { $0.hear(party.index - 1, notice) }
    }

    nonisolated func notify(_ wearer: WearerID, _ notice: PersonNotice) {
        if case .refused(let party, .down) = notice {
            return onLoop { $0.plan(.wishAgain, party.index - 1, wearer.index, at: $0.loop.now + Self.patience) }
        }
        guard case .asked(let party) = notice else { return }
        guard let lines else { return onLoop { $0.decide(party.index - 1, wearer) } }
        lines.onLoop { lines in
            lines.deliver(to: wearer) { [self] in onLoop { $0.decide(party.index - 1, wearer) } }
        }
    }

    private func hear(_ party: Int, _ notice: PartyNotice) {
        switch notice {
        case .forwarded(let wearer): places[wearer] = parties[party].outgoing.first?.subject
        case .answered(let wearer, .accepted):
            if let place = places[wearer] { plan(.react, party, place, at: loop.now + Self.reaction) }
        case .requestRefused(.down), .denied(_, .down), .groupRefused(_, .down):
            guard let refused = parties[party].outgoing.first else { break }
            parties[party].again.append(refused)
            plan(.again, party, at: loop.now + Self.patience)
        default: break
        }
    }
}
