// SPDX-License-Identifier: GPL-3.0-or-later

/// What a service says to the keeper of consents about one of its people and one of its organisers (RACE-JOIN-CONSENT).
public enum ConsentWord: UInt8, Hashable, Sendable, Codable {
    /// The organiser asks for consent (HEALTH-R7).
    case ask
    /// The person says yes (HEALTH-R8).
    case yes
    /// The person takes a yes back (HEALTH-R29).
    case withdraw
    /// The person has no account any more.
    case left
}

/// Whoever keeps people's consents to organisations, as another service of the city knows it (RACE-JOIN-CONSENT, DEC-RACE-CONSENT).
///
/// With `ConsentSeeker` the one seam between both: neither imports the other. They are connected when people come into the city, and
/// in a replay never: what one says is a message of the other, which is recorded there (SIM-06). Called on the loop; returns at once.
public protocol ConsentKeeper: AnyObject, Sendable {
    /// Takes a word about a person and an organiser, both by the other service's numbers. False when the keeper is down: nothing was
    /// heard, and the word must be said again (AVAIL-08).
    func take(_ word: ConsentWord, of person: Int32, to organiser: Int32) -> Bool
}

/// A service whose people need consent to an organiser, and which asks the keeper for it. A host's services are asked for the first that is
/// one. Called on the loop; returns at once.
public protocol ConsentSeeker: AnyObject, Sendable {
    /// This one keeps the consents from now on. Once, before anybody has asked.
    func connect(_ keeper: any ConsentKeeper)
    /// A consent was given, or is in force no more; also the answer to a question about one that was given before.
    func heard(of person: Int32, to organiser: Int32, isGiven: Bool)
}
