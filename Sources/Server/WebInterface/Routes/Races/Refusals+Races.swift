// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import RaceRules
import RaceService

extension Refusals {
    /// The problem of an error of the race service; nil for other errors.
    static func ofRaces(_ error: any Error) -> Problem? {
        switch error {
        case let error as RaceJoinError: refused(error) { problem($0.word, raceJoins) }
        case let error as SpectatorError: refused(error) { problem($0.word, spectators) }
        case let error as RaceUserError: refused(error) { problem($0.word, raceUsers) }
        case let error as RunnerError: refused(error) { problem($0.word, runners) }
        case let error as TrackError: refused(error) { problem($0.word, tracks) }
        case let error as ConsentRequestError: refused(error) { problem($0.word, consentRequests) }
        case let error as RaceFormError:
            switch error {
            case .refused(let refusal): problem(refusal.word, raceForms)
            case .missing(let items):
                problem(
                    "missing", raceForms, faults: items.map { Problem.Fault(field: $0.word, says: "is missing") })
            case .access(let error): problem(error)
            }
        default: nil
        }
    }

    static let raceJoins: [String: Meaning] = [
        "unknownRace": Meaning(404, "RACE-JOIN", "There is no such race."),
        "cancelled": Meaning(409, "RACE-JOIN", "The race does not take place."),
        "started": Meaning(409, "RACE-R22", "The race has started."),
        "alreadyJoined": Meaning(409, "INV-RaceCapacity", "The user takes part."),
        "overlap": Meaning(409, "RACE-R23", "Another race that was joined is at this time."),
        "full": Meaning(409, "RACE-R30", "The race has as many participants as it takes."),
        "noConsent": Meaning(409, "RACE-JOIN-CONSENT", "The organiser needs the user's consent first."),
    ]

    static let spectators: [String: Meaning] = [
        "unknownRace": Meaning(404, "RACE-SPECTATOR", "There is no such race."),
        "over": Meaning(409, "RACE-SPECTATOR", "The race has ended or does not take place."),
        "alreadyRegistered": Meaning(409, "RACE-SPECTATOR", "The user is a spectator."),
        "overlap": Meaning(409, "DEC-RACE-SPECTATOR", "A race that was joined is at this time."),
        "full": Meaning(409, "RACE-SPECTATOR", "The race has as many spectators as it takes."),
    ]

    static let raceUsers: [String: Meaning] = [
        "unknownRace": Meaning(404, "RACE-WATCH", "There is no such race."),
        "notOn": Meaning(409, "RACE-WATCH", "The race is not on."),
        "alreadyFollowing": Meaning(409, "RACE-WATCH", "The map is open."),
        "notFollowing": Meaning(409, "RACE-WATCH", "The map is not open."),
        "noStatistics": Meaning(409, "RACE-WATCH", "The race has not started."),
        "notAsked": Meaning(409, "DEC-RACE-CONSENT", "The organiser has not asked."),
        "alreadyConsented": Meaning(409, "RACE-JOIN-CONSENT", "The consent is in force."),
        "noConsent": Meaning(409, "DEC-RACE-CONSENT", "There is no consent to withdraw."),
        "alreadyWished": Meaning(409, "RACE-JOIN-EXC", "The user waits for a race already."),
        "notSpectator": Meaning(409, "RACE-SPECTATOR", "The user is no spectator."),
    ]

    static let runners: [String: Meaning] = [
        "unknownRace": Meaning(404, "RACE-R19", "There is no such race."),
        "notOn": Meaning(409, "RACE-R19", "The race is not on."),
        "noParticipant": Meaning(403, "RACE-R19", "The user does not take part."),
        "alreadyStarted": Meaning(409, "RACE-R19", "The runner is on the track."),
        "notStarted": Meaning(409, "RACE-R19", "The runner has not crossed the start line."),
        "over": Meaning(409, "RACE-R19", "The runner has finished or is out."),
    ]

    static let raceForms: [String: Meaning] = [
        "missing": Meaning(422, "RACE-CREATE-EXC", "Start, end and maximum are needed."),
        "badTimes": Meaning(422, "INV-RaceTimes", "The race must start before it ends."),
        "past": Meaning(422, "INV-RaceTimes", "The race must start later than now."),
        "badMaximum": Meaning(422, "RACE-R24", "At least one participant must be allowed."),
        "badSpectators": Meaning(422, "RACE-R24", "The number of spectators must not be negative."),
        "badTrack": Meaning(422, "RACE-CREATE-ROUTE", "The track has no length."),
        "trackNotCovered": Meaning(422, "RACE-ASSUME-D7", "The track leaves the zones of the map."),
    ]

    static let tracks: [String: Meaning] = [
        "unknownRace": Meaning(404, "RACE-CREATE-ROUTE", "There is no such race."),
        "notOrganiser": Meaning(403, "RACE-CREATE-ROUTE", "The race is another organiser's."),
        "alreadyDefined": Meaning(409, "RACE-CREATE-ROUTE", "The race has a track."),
        "started": Meaning(409, "RACE-CREATE-ROUTE", "The start time has come."),
        "badTrack": Meaning(422, "RACE-CREATE-ROUTE", "The track has no length."),
        "notCovered": Meaning(422, "RACE-ASSUME-D7", "The track leaves the zones of the map."),
    ]

    static let consentRequests: [String: Meaning] = [
        "unknownUser": Meaning(404, "DEC-RACE-CONSENT", "Nobody has an account with this number.")
    ]
}
