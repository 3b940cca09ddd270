// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The rules of the race service: all races with their organisers, runners, spectators and followers.
///
/// A value whose functions receive `at now:` and return directives. Whoever calls it keeps one timer for each race (`wake`,
/// `due`), and brings the messages of an instant before `due` (DEC-CROSS-EVENTS).
public struct RaceRules: Sendable {
    /// The numbers that no organiser sets.
    public let parameters: RaceParameters
    /// The city: there is network coverage in its zones, and nowhere else (RACE-ASSUME-D7).
    let map: any ZoneLayout
    /// All races, by number.
    public internal(set) var races: [Race] = []
    var users = UserBook()
    var consents = ConsentBook()
    /// Who keeps the consents to organisers: the health data service where it runs, else the service itself (RACE-JOIN-CONSENT).
    public internal(set) var consentKeeper = RaceConsentKeeper.raceService

    /// The largest numbers of a user and of an organiser of whom something was stored before a restart: none of them is given again, so
    /// that nobody gets what somebody else has left.
    public internal(set) var lastUser: Int32 = 0, lastOrganiser: Int32 = 0

    /// Rules without races and users, in the city of this map.
    public init(_ parameters: RaceParameters = RaceParameters(), map: any ZoneLayout) {
        (self.parameters, self.map) = (parameters, map)
    }

    /// A race.
    public subscript(race: RaceID) -> Race? { known(race).map { races[$0] } }

    /// How many users there are.
    public var userCount: Int { users.order.count }

    /// The races that a user takes or took part in, in the order of joining.
    public func races(of user: RaceUserID) -> [RaceID] { users.races(of: user) }

    // MARK: From outside

    /// Takes a message. Positions of many runners are cheaper by `take(_:of:at:note:)`.
    public mutating func take(_ message: RaceMessage, at now: CityTime) -> [RaceDirective] {
        var out: [RaceDirective] = []
        switch message {
        case .user(let user, let message):
            users.enrol(user)
            take(message, from: user, at: now, &out)
        case .organiser(let organiser, let message): take(message, from: organiser, at: now, &out)
        case .runner(let user, let message): take(message, from: user, at: now, &out)
        case .positions(let race, let fixes):
            var noted: [RaceDirective] = []
            let rest = take(fixes, of: race, at: now) { noted.append(.note($0)) }
            out += noted + rest
        case .enrol(let user): users.enrol(user)
        case .forget(let user): forget(user, &out)
        case .consentsKept(let keeper): keepConsents(keeper, &out)
        case .consent(let user, let organiser, let isGiven): heard(user, organiser, isGiven, &out)
        case .outage: break
        }
        return out
    }

    private mutating func take(
        _ message: RaceUserMessage, from user: RaceUserID, at now: CityTime, _ out: inout [RaceDirective]
    ) {
        switch message {
        case .list(let purpose): list(for: user, purpose, at: now, &out)
        case .join(let race): join(race, user, at: now, &out)
        case .addWish: addWish(of: user, &out)
        case .giveConsent(let organiser): giveConsent(user, organiser, &out)
        case .withdrawConsent(let organiser): withdrawConsent(user, organiser, &out)
        case .spectate(let race): spectate(race, user, &out)
        case .stopSpectating(let race): stopSpectating(race, user, &out)
        case .follow(let race): follow(race, user, at: now, &out)
        case .unfollow(let race): unfollow(race, user, &out)
        case .viewStatistics(let race): viewStatistics(race, user, &out)
        }
    }

    /// Nothing is kept of a person whose account is gone; a race that is over keeps a runner without a name (DEC-ACCOUNT-DELETE).
    private mutating func forget(_ user: RaceUserID, _ out: inout [RaceDirective]) {
        for race in users.races(of: user) { endParticipation(user, race, .accountDeleted, &out) }
        for index in races.indices {
            stopSpectating(index, user, .accountDeleted, &out)
            races[index].forget(user)
            races[index].followers.removeAll { $0 == user }
        }
        if consentKeeper == .healthData {
            for organiser in consents.organisers(of: user) { out.append(.say(.left, user, organiser)) }
        }
        consents.forget(user)
        users.forget(user)
        out.append(.eraseUser(user))
    }

    // MARK: Finding and refusing

    func known(_ race: RaceID) -> Int? {
        (1...max(1, races.count)).contains(race.index) && !races.isEmpty ? race.index - 1 : nil
    }

    /// Whether a user takes part in a race whose times overlap those of this one, beside the race itself.
    func overlaps(_ user: RaceUserID, _ race: Race) -> Bool {
        users.races(of: user).contains { other in
            other != race.id
                && (known(other).map { races[$0].overlaps(race) && races[$0].phase != .cancelled } ?? false)
        }
    }

    func refuse(
        _ user: RaceUserID, _ race: RaceID?, _ reason: RaceUserRefusal, _ out: inout [RaceDirective]
    ) {
        out.append(.note(.userRefused(user: user, race: race, reason: reason)))
        out.append(.notify(user, .refused(reason)))
    }

    func row(_ race: Race, for user: RaceUserID?) -> RaceRow {
        var state = RaceRow.State.open
        if race.phase == .running {
            state = .running
        } else if let user, race.index(of: user) != nil {
            state = .joined
        } else if let user, overlaps(user, race) {
            state = .overlapping
        } else if race.isFull {
            state = .full
        }
        return RaceRow(
            race: race.id, name: race.name, start: race.start, end: race.end, length: race.track?.length,
            participants: race.participants, maximum: race.maximum, state: state)
    }
}
