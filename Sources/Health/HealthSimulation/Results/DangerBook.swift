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
        let received: CityTime
    }

    /// An SOS under way to whoever sends help.
    private struct Text {
        let sent: CityTime
        let isInEpisode: Bool
    }

    private struct Person {
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

    /// Counts what happens in the time and of the people of a part of the run, or after its warm-up.
    init(_ frame: CaseFrame) { (self.frame, measured) = (frame, frame.measured) }

    mutating func addPerson() { people.append(Person()) }

    mutating func left(_ wearer: WearerID) { people[wearer.index - 1].owed = [] }

    mutating func episode(_ wearer: WearerID, _ from: CityTime, _ until: CityTime) {
        people[wearer.index - 1].episodes.append(Episode(from: from, until: until))
    }

    mutating func received(_ wearer: WearerID, _ start: CityTime, _ end: CityTime, at now: CityTime) {
        people[wearer.index - 1].owed.append(Owed(start: start, received: now))
    }

    /// No SOS goes out for a danger.
    mutating func settle(_ wearer: WearerID, _ start: CityTime, _ silence: Silence, at now: CityTime) {
        let index = wearer.index - 1
        people[index].owed.removeAll { $0.start == start }
        guard measured.holds(now) else { return }
        let known = people[index].silence?.rawValue ?? .max
        if silence.rawValue < known { people[index].silence = silence }
    }

    mutating func sent(_ wearer: WearerID, _ start: CityTime, _ end: CityTime, isDelayed: Bool, at now: CityTime) {
        let index = wearer.index - 1
        people[index].owed.removeAll { $0.start == start }
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
    func owed(at end: CityTime, limit: TimeSpan) -> (all: Int, late: Int) {
        told.reduce((0, 0)) { sum, person in
            let owed = person.owed.filter { isInWindow($0.received) }
            return (sum.0 + owed.count, sum.1 + owed.count { end - $0.received > limit })
        }
    }

    /// The run is over. An episode that is not is left out: an SOS may follow. So is a danger that was received less long ago than the
    /// limit.
    mutating func finish(at end: CityTime, limit: TimeSpan) {
        for index in people.indices where frame.isOfPart(WearerID(index + 1)) {
            let isOwedLate = people[index].owed.contains { end - $0.received > limit }
            let isUnderWay = people[index].episodes.contains {
                measured.holds($0.from) && $0.from <= end && $0.until > end && !$0.isTold
            }
            if isUnderWay || !people[index].owed.isEmpty {
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
        }
    }
}
