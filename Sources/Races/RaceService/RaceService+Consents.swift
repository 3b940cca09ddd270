// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
public import CityModel
import RaceRules

/// A word that the keeper of consents has not heard yet.
struct UnsaidWord: Sendable {
    let word: ConsentWord
    let user: RaceUserID
    let organiser: OrganiserID

    init(_ word: ConsentWord, _ user: RaceUserID, _ organiser: OrganiserID) {
        (self.word, self.user, self.organiser) = (word, user, organiser)
    }
}

/// The race service as whoever keeps consents knows it (RACE-JOIN-CONSENT).
///
/// Each word crosses in a turn of its own, at the same instant: so every message finds the log as its record says, and a replay, in which
/// nothing crosses, gives the same events.
extension RaceService: ConsentSeeker {
    /// How long a word waits when the keeper is down (AVAIL-08).
    private static let patience = TimeSpan.minutes(1)

    /// This one keeps the consents from now on; kept weakly.
    nonisolated public func connect(_ keeper: any ConsentKeeper) {
        onLoop { service in
            service.keeper = keeper
            service.take(.consentsKept(by: .healthData))
        }
    }

    /// A consent was given, or is in force no more.
    nonisolated public func heard(of person: Int32, to organiser: Int32, isGiven: Bool) {
        loop.schedule(at: loop.now, as: .arrival) { [self] in
            onLoop { $0.take(.consent(RaceUserID(person), OrganiserID(organiser), isGiven: isGiven)) }
        }
    }

    func say(_ word: UnsaidWord) {
        guard keeper != nil else { return }
        words.append(word)
        if words.count == 1 { planWords(at: loop.now) }
    }

    private func planWords(at time: CityTime) {
        loop.schedule(at: time, as: .arrival) { [self] in onLoop { $0.sayWords() } }
    }

    /// One after the other: a yes is understood only after the question.
    private func sayWords() {
        while let next = words.first {
            guard let keeper else { return words = [] }
            guard keeper.take(next.word, of: next.user.number, to: next.organiser.number) else {
                return planWords(at: loop.now + Self.patience)
            }
            words.removeFirst()
        }
    }
}
