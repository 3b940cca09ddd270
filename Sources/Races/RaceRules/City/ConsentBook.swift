// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Who has given consent to which organiser (RACE-JOIN-CONSENT, DEC-RACE-CONSENT).
///
/// Consent answers a request of the organiser: a refused join counts as one. Where the health data service keeps the consents, this is what the
/// race service has heard of them: nothing is changed here before it is changed there.
struct ConsentBook: Sendable {
    private enum State: Sendable {
        case asked
        case given
    }

    private var states: [RaceUserID: [OrganiserID: State]] = [:]

    /// Who has asked a user, by number.
    func organisers(of user: RaceUserID) -> [OrganiserID] { (states[user] ?? [:]).keys.sorted() }

    func isGiven(by user: RaceUserID, to organiser: OrganiserID) -> Bool { states[user]?[organiser] == .given }
    func isAsked(of user: RaceUserID, by organiser: OrganiserID) -> Bool { states[user]?[organiser] == .asked }

    /// All that organisers asked a user for, by their number.
    func all(of user: RaceUserID) -> [RaceConsent] {
        (states[user] ?? [:]).map { RaceConsent(organiser: $0.key, isGiven: $0.value == .given) }
            .sorted { $0.organiser < $1.organiser }
    }

    /// The organiser asks; false when it has asked, or has the consent.
    mutating func ask(_ user: RaceUserID, for organiser: OrganiserID) -> Bool {
        guard states[user]?[organiser] == nil else { return false }
        states[user, default: [:]][organiser] = .asked
        return true
    }

    /// A consent was asked for, or given, before a restart.
    mutating func restore(_ consent: RaceConsent, of user: RaceUserID) {
        states[user, default: [:]][consent.organiser] = consent.isGiven ? .given : .asked
    }

    mutating func give(by user: RaceUserID, to organiser: OrganiserID) {
        states[user, default: [:]][organiser] = .given
    }

    /// Withdraws consent; the organiser may ask anew.
    mutating func withdraw(by user: RaceUserID, to organiser: OrganiserID) { states[user]?[organiser] = nil }

    mutating func forget(_ user: RaceUserID) { states[user] = nil }
}
