// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules
import Reporting

/// How long it is from the beginning of a critical episode to the ambulance at the door, from the events of the health service and of
/// whoever sends help.
///
/// An episode is reached by an ambulance that comes while it lasts, whatever it was called for, or that its SOS called, at once or by
/// asking for one that was on its way; after no time by one that is there already. An episode that is over without an ambulance on its
/// way is not reached.
struct EpisodeBook {
    private enum Phase: Int, CaseIterable {
        case unsent, underWay, ambulance

        var words: String {
            switch self {
            case .unsent: "until its SOS"
            case .underWay: "SOS under way"
            case .ambulance: "ambulance"
            }
        }
    }

    private enum Loss: Int, CaseIterable {
        case noSOS, nobody

        var words: String {
            switch self {
            case .noSOS: "no SOS was sent"
            case .nobody: "nobody could send an ambulance"
            }
        }
    }

    private struct Episode {
        let from, until: CityTime
        var sent: CityTime?
        /// Where the person was when the SOS went out.
        var place: Place?
        /// When an ambulance was called for it, or was known to come.
        var called: CityTime?
        var isRefused = false
    }

    private struct Person {
        let client: ClientSystem
        /// Those that nobody has reached.
        var episodes: [Episode] = []
        /// The episodes of the SOS that are not answered, by when they began; nil for one outside of all.
        var underWay: [CityTime?] = []
        /// An ambulance of an open call is there.
        var isReached = false
    }

    /// The steps of the chart: minutes up to an hour.
    static let (step, steps) = (TimeSpan.minutes(1), 60)

    private let frame: CaseFrame
    private var book: CaseBook
    private var count: Int32 = 0
    /// By the person's number, from 1.
    private var people: [Person] = []
    /// Whose open call it is.
    private var patients: [Int32: WearerID] = [:]
    private var outages: [(from: CityTime, until: CityTime)] = []
    /// What became of the episodes; nil before the end.
    private(set) var cases: CaseResult?
    /// Times of those that were reached: of those in which the service was down before their SOS, and of others.
    private(set) var inOutage: Bins, otherwise: Bins

    init(_ frame: CaseFrame) {
        self.frame = frame
        book = CaseBook(
            CaseForm(
                "episodes", one: "critical episode", many: "critical episodes", who: "people in critical episodes",
                wait: "from its beginning to the ambulance at the door", served: "reached",
                withdrawn: "of people who left the service", groups: DangerBook.phones,
                reasons: Loss.allCases.map(\.words), phases: Phase.allCases.map(\.words)), frame.ofAllGroups)
        inOutage = Bins(first: 1, step: 1, edges: Self.steps)
        otherwise = inOutage
    }

    mutating func addPerson(_ client: ClientSystem) { people.append(Person(client: client)) }

    mutating func left(_ wearer: WearerID) {
        for episode in people[wearer.index - 1].episodes { end(episode, of: wearer) { $0.withdraw($1) } }
        people[wearer.index - 1].episodes = []
    }

    mutating func began(_ wearer: WearerID, until: CityTime, at now: CityTime) {
        let episode = Episode(from: now, until: until)
        guard people[wearer.index - 1].isReached else { return people[wearer.index - 1].episodes.append(episode) }
        reach(episode, of: wearer, at: now)
    }

    mutating func sent(_ wearer: WearerID, _ place: Place, of danger: CityTime, at now: CityTime) {
        let known = people[wearer.index - 1].episodes.firstIndex { danger >= $0.from && danger < $0.until }
        people[wearer.index - 1].underWay.append(known.map { people[wearer.index - 1].episodes[$0].from })
        guard let known, people[wearer.index - 1].episodes[known].sent == nil else { return }
        people[wearer.index - 1].episodes[known].sent = now
        people[wearer.index - 1].episodes[known].place = place
    }

    /// Answers to one person come in the order of the questions.
    mutating func answered(_ wearer: WearerID, _ reply: RescueReply, at now: CityTime) {
        let index = wearer.index - 1
        guard !people[index].underWay.isEmpty, let from = people[index].underWay.removeFirst(),
            let known = people[index].episodes.firstIndex(where: { $0.from == from })
        else { return }
        switch reply {
        case .taken, .alreadyOpen:
            people[index].episodes[known].called = people[index].episodes[known].called ?? now
        case .refused, .nobody: people[index].episodes[known].isRefused = true
        }
    }

    mutating func take(_ step: RescueStep, at now: CityTime) {
        switch step {
        case .called(let person, let call): patients[call] = WearerID(person)
        case .reached(let call):
            guard let wearer = patients[call] else { return }
            let all = people[wearer.index - 1].episodes
            people[wearer.index - 1].isReached = true
            people[wearer.index - 1].episodes = all.filter { $0.called == nil && $0.until <= now }
            for episode in all where episode.called != nil || now < episode.until {
                reach(episode, of: wearer, at: now)
            }
        case .over(let call):
            guard let wearer = patients.removeValue(forKey: call) else { return }
            people[wearer.index - 1].isReached = false
        }
    }

    mutating func down(isDown: Bool, at now: CityTime) {
        if isDown { outages.append((now, .never)) } else if !outages.isEmpty { outages[outages.count - 1].until = now }
    }

    /// The run is over: what is not over by then may still be reached.
    mutating func finish(at now: CityTime) {
        for index in people.indices {
            for episode in people[index].episodes {
                let isUnsent = episode.sent == nil && episode.until <= now
                end(episode, of: WearerID(index + 1)) { book, number in
                    if isUnsent {
                        book.lose(number, Loss.noSOS.rawValue)
                    } else if episode.isRefused, episode.called == nil, episode.until <= now {
                        book.lose(number, Loss.nobody.rawValue)
                    }
                }
            }
        }
        cases = book.finish(at: now)
    }

    private mutating func reach(_ episode: Episode, of wearer: WearerID, at now: CityTime) {
        end(episode, of: wearer) { $0.serve($1, at: now) }
        guard frame.isOfPart(wearer), frame.measured.holds(episode.from) else { return }
        let (wait, told) = ((now - episode.from).nanoseconds, episode.sent ?? now)
        if outages.contains(where: { $0.from < told && episode.from < $0.until }) {
            inOutage.add(wait, first: Self.step.nanoseconds, step: Self.step.nanoseconds)
        } else {
            otherwise.add(wait, first: Self.step.nanoseconds, step: Self.step.nanoseconds)
        }
    }

    /// An episode is a case once its end is known, and so the place.
    private mutating func end(_ episode: Episode, of wearer: WearerID, _ body: (inout CaseBook, Int32) -> Void) {
        // Its groups are phones; those of a part are the scenario's groups of people.
        guard frame.isOfPart(wearer) else { return }
        count += 1
        let group = DangerBook.phone(people[wearer.index - 1].client)
        book.ask(count, Demand(who: wearer.number, at: episode.place, group: group), at: episode.from)
        if let sent = episode.sent { book.enter(count, phase: Phase.underWay.rawValue, at: sent) }
        if let called = episode.called { book.enter(count, phase: Phase.ambulance.rawValue, at: called) }
        body(&book, count)
    }
}
