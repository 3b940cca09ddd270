// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Reporting

/// What became of dangers and episodes: pairs each danger with its SOS, its answer and its episode, from events alone.
struct DangerBook {
    /// Why a danger called nobody, the worst first.
    enum Silence: Int, CaseIterable {
        /// The service was down when it was measured.
        case down
        /// It was told too late.
        case tooOld
        /// The person has the SOS service off.
        case switchedOff
        /// An episode went by, and no danger of it was told: the device was off, or the values stayed in their range.
        case unseen
        /// It was told, and no SOS had gone out when the run ended, later than the limit.
        case unsent
    }

    private struct Episode {
        let from: CityTime
        let until: CityTime
        var isTold = false
    }

    /// A danger whose SOS is to come.
    private struct Owed {
        let start: CityTime
        /// When its last value was measured; nil for one that never came.
        var measured: CityTime?
        /// When the service evaluated it; nil for one that it has missed and that may still come.
        var received: CityTime?
        /// Since when it was missed, as the service was down.
        var missed: CityTime?
    }

    /// An SOS under way to whoever sends help.
    private struct Text {
        let sent: CityTime
        let isInEpisode: Bool
    }

    private struct Person {
        var client = ClientSystem.unknown
        /// In their order in time.
        var episodes: [Episode] = []
        /// In the order of receipt.
        var owed: [Owed] = []
        var underWay: [Text] = []
        /// From a value to its SOS, the longest since the warm-up; nil without an SOS.
        var longest: TimeSpan?
        var isLate = false
        var silence: Silence?
    }

    private let frame: CaseFrame
    private let measured: MeasuredTime
    private let limit: TimeSpan
    private var book: CaseBook
    private var count: Int32 = 0
    /// What became of the dangers one by one; nil before the end.
    private(set) var cases: CaseResult?
    /// By the person's number, from 1.
    private var people: [Person] = []
    /// SOS of values outside an episode, and calls that came of them.
    private(set) var outside = 0
    private(set) var callsOutside = 0
    /// Episodes that are over, and those of them without an SOS.
    private(set) var endedEpisodes = 0
    private(set) var untoldEpisodes = 0
    /// The longest wait of each person who had an SOS.
    private(set) var waits = Sample(exactLimit: 50_000)
    /// People who had a danger or an episode and no SOS, by why; and people with an SOS of a batch that a phone had to keep.
    private(set) var inVain = [Int](repeating: 0, count: Silence.allCases.count)
    private(set) var latePeople = 0
    /// People with a danger or an episode whose SOS may follow after the end of the run, and those of them of whom it is not known yet
    /// whether it comes in time.
    private(set) var openPeople = 0, youngPeople = 0

    /// Counts what happens in the time and of the people of a part of the run, or after its warm-up; the limit is from the evaluation to the SOS.
    init(_ frame: CaseFrame, limit: TimeSpan) {
        (self.frame, measured, self.limit) = (frame, frame.measured, limit)
        book = CaseBook(Self.form(limit), frame.ofAllGroups)
    }

    mutating func addPerson(_ client: ClientSystem = .unknown) { people.append(Person(client: client)) }

    /// Who has left has nobody called any more.
    mutating func left(_ wearer: WearerID) {
        for danger in people[wearer.index - 1].owed { end(danger, of: wearer) { $0.withdraw($1) } }
        people[wearer.index - 1].owed = []
    }

    mutating func episode(_ wearer: WearerID, _ from: CityTime, _ until: CityTime) {
        people[wearer.index - 1].episodes.append(Episode(from: from, until: until))
    }

    mutating func received(_ wearer: WearerID, _ start: CityTime, _ end: CityTime, at now: CityTime) {
        let index = wearer.index - 1
        guard let known = people[index].owed.firstIndex(where: { $0.start == start }) else {
            return people[index].owed.append(Owed(start: start, measured: end, received: now))
        }
        (people[index].owed[known].measured, people[index].owed[known].received) = (end, now)
    }

    /// A danger is a case once its end is known, and so the place.
    private mutating func end(
        _ danger: Owed, of wearer: WearerID, at place: Place? = nil, _ body: (inout CaseBook, Int32) -> Void
    ) {
        // Its groups are phones; those of a part are the scenario's groups of people.
        guard frame.isOfPart(wearer) else { return }
        count += 1
        let came = danger.missed ?? danger.received ?? .epoch
        let group = Self.phone(people[wearer.index - 1].client)
        book.ask(count, Demand(who: wearer.number, at: place, group: group), at: danger.measured ?? came)
        if danger.missed != nil { book.enter(count, phase: Phase.down.rawValue, at: came) }
        if let received = danger.received { book.enter(count, phase: Phase.workers.rawValue, at: received) }
        body(&book, count)
    }

    /// The danger that began then, which is owed no more.
    private mutating func take(_ wearer: WearerID, _ start: CityTime) -> Owed? {
        let index = wearer.index - 1
        return people[index].owed.firstIndex { $0.start == start }.map { people[index].owed.remove(at: $0) }
    }

    /// No SOS goes out for a danger.
    mutating func settle(_ wearer: WearerID, _ start: CityTime, _ silence: Silence, at now: CityTime) {
        let index = wearer.index - 1
        let danger = take(wearer, start) ?? Owed(start: start, missed: now)
        switch silence {
        case .down:
            // Its phone may send it again.
            people[index].owed.append(
                Owed(start: start, measured: danger.measured, missed: danger.missed ?? danger.received ?? now))
        case .switchedOff: end(danger, of: wearer) { $0.withdraw($1) }
        case .tooOld, .unseen, .unsent: end(danger, of: wearer) { $0.lose($1, Loss.tooOld.rawValue) }
        }
        guard measured.holds(now) else { return }
        let known = people[index].silence?.rawValue ?? .max
        if silence.rawValue < known { people[index].silence = silence }
    }

    mutating func sent(
        _ wearer: WearerID, _ place: Place, _ start: CityTime, _ end: CityTime, received: CityTime, isDelayed: Bool,
        at now: CityTime
    ) {
        let index = wearer.index - 1
        self.end(take(wearer, start) ?? Owed(start: start, measured: end, received: received), of: wearer, at: place) {
            $0.serve($1, at: now)
        }
        let place = people[index].episodes.lastIndex { start >= $0.from && start < $0.until }
        if let place { people[index].episodes[place].isTold = true }
        people[index].underWay.append(Text(sent: now, isInEpisode: place != nil))
        guard measured.holds(now), frame.isOfPart(wearer) else { return }
        if place == nil { outside += 1 }
        if isDelayed { people[index].isLate = true }
        people[index].longest = max(people[index].longest ?? .zero, now - end)
    }

    /// Answers to one person come in the order of the questions. Returns when the SOS went out; nil for none.
    mutating func answered(_ wearer: WearerID, isCall: Bool, at now: CityTime) -> CityTime? {
        guard !people[wearer.index - 1].underWay.isEmpty else { return nil }
        let text = people[wearer.index - 1].underWay.removeFirst()
        if isCall, !text.isInEpisode, measured.holds(now), frame.isOfPart(wearer) { callsOutside += 1 }
        return text.sent
    }

    /// SOS without an answer.
    var unanswered: Int { told.reduce(0) { $0 + $1.underWay.count { isInWindow($0.sent) } } }

    /// The people who are told of.
    private var told: [Person] {
        frame.part?.group == nil
            ? people : people.enumerated().filter { frame.isOfPart(WearerID($0.offset + 1)) }.map(\.element)
    }

    /// Whether an instant is in the window that is told of; one of the warm-up may be.
    private func isInWindow(_ instant: CityTime) -> Bool { measured.window?.holds(instant) ?? true }

    /// Dangers whose SOS has not gone out, and those received longer ago than the limit: younger ones may still be in time.
    func owed(at end: CityTime) -> (all: Int, late: Int) {
        told.reduce((0, 0)) { sum, person in
            let received = person.owed.compactMap(\.received).filter { isInWindow($0) }
            return (sum.0 + received.count, sum.1 + received.count { end - $0 > limit })
        }
    }

    /// The run is over. An episode that is not is left out: an SOS may follow. So is a danger that was received less long ago than the
    /// limit.
    mutating func finish(at end: CityTime) {
        for index in people.indices where frame.isOfPart(WearerID(index + 1)) {
            let owed = people[index].owed.compactMap(\.received)
            let isOwedLate = owed.contains { end - $0 > limit }
            let isUnderWay = people[index].episodes.contains {
                measured.holds($0.from) && $0.from <= end && $0.until > end && !$0.isTold
            }
            if isUnderWay || !owed.isEmpty {
                openPeople += 1
                if !isOwedLate { youngPeople += 1 }
            }
            let ended = people[index].episodes.filter { measured.holds($0.from) && $0.until <= end }
            endedEpisodes += ended.count
            let untold = ended.count { !$0.isTold }
            untoldEpisodes += untold
            if people[index].isLate { latePeople += 1 }
            if let longest = people[index].longest {
                waits.add(longest.nanoseconds)
            } else if let silence = people[index].silence ?? (untold > 0 ? .unseen : isOwedLate ? .unsent : nil) {
                inVain[silence.rawValue] += 1
            }
            for danger in people[index].owed { close(danger, of: WearerID(index + 1), at: end) }
        }
        cases = book.finish(at: end)
    }

    /// What is owed at the end is open; what the service has missed and nobody told again in time is lost.
    private mutating func close(_ danger: Owed, of wearer: WearerID, at now: CityTime) {
        let limit = limit
        end(danger, of: wearer) { book, number in
            guard danger.received == nil, let missed = danger.missed, now - missed > limit else { return }
            book.lose(number, Loss.down.rawValue)
        }
    }
}

// Dangers as demands.
extension DangerBook {
    /// What the time to an SOS is made of.
    private enum Phase: Int, CaseIterable {
        case phone, down, workers

        var words: String {
            switch self {
            case .phone: "kept by the phone"
            case .down: "service down"
            case .workers: "evaluation"
            }
        }
    }

    /// Why no SOS goes out for a danger.
    private enum Loss: Int, CaseIterable {
        case down, tooOld

        var words: String {
            switch self {
            case .down: "missed, as the service was down"
            case .tooOld: "told too late"
            }
        }
    }

    /// What apps run on; each is a group of its own.
    private static let groups: [ClientSystem] = [.android, .ios, .windowsMobile]
    static let phones = CaseForm.Names("phone", ["Android", "iOS", "Windows Mobile"])
    static func phone(_ client: ClientSystem) -> Int? { groups.firstIndex(of: client) }

    private static func form(_ limit: TimeSpan) -> CaseForm {
        CaseForm(
            "dangers", one: "danger", many: "dangers", who: "dangers",
            wait: "from the value to the SOS", served: "told in an SOS", withdrawn: "unwanted (SOS off)", limit: limit,
            groups: phones, reasons: Loss.allCases.map(\.words), phases: Phase.allCases.map(\.words))
    }
}
