// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import HealthRules
import HealthService

extension Refusals {
    /// The problem of an error of the health service; nil for other errors.
    static func ofHealth(_ error: any Error) -> Problem? {
        switch error {
        case let error as WearerError: refused(error) { problem($0.word, wearers) }
        case let error as ConsentError: refused(error) { problem($0.word, consents) }
        case let error as RequestError: refused(error) { problem($0.word, dataRequests) }
        case let error as DataError: refused(error) { problem($0.word, denials) }
        case let error as UnsubscribeError: refused(error) { problem($0.word, unsubscriptions) }
        case let error as GroupError: refused(error) { problem($0.word, groups) }
        case let error as GroupStopError: refused(error) { problem($0.word, groupStops) }
        case let error as BatchSendingError:
            switch error {
            case .batch(.refused(let reason)): problem(reason.word, batches)
            case .batch(.unheard): Problem(down.status, "down", rule: down.rule, down.says)
            case .access(let error): problem(error)
            }
        default: nil
        }
    }

    private static let down = Meaning(503, "AVAIL-08", "The service is down until its manager restarts it.")
    private static let unknownParty = Meaning(403, "ACCOUNT-TRACK-R16", "Nobody has registered as this organisation.")

    static let wearers: [String: Meaning] = [
        "unknownPerson": Meaning(404, "HEALTH-R1", "The service knows nobody with this account."),
        "notLoggedIn": Meaning(409, "HEALTH-BACKGROUND", "The app must begin to send first."),
        "notPermitted": Meaning(409, "SEC-10", "The app may not read health data and position."),
        "deviceTaken": Meaning(409, "HEALTH-R34", "The device is somebody else's."),
        "wrongBirth": Meaning(422, "ACCOUNT-TRACK-R12", "The day of birth must be over."), "down": down,
    ]

    static let batches: [String: Meaning] = [
        "shape": Meaning(422, "INV-DataBatchShape", "A batch has one to five values, of three seconds at most."),
        "overlap": Meaning(409, "INV-DataNoOverlap", "It does not lie behind the last batch that was stored."),
        "early": Meaning(422, "INV-DataBatchShape", "It ends later than now."),
        "notLinked": Meaning(409, "HEALTH-R34", "The device is not linked to the phone."),
        "notLoggedIn": Meaning(409, "HEALTH-BACKGROUND", "The app must begin to send first."),
        "unknownPerson": Meaning(404, "INV-DataOneIndividual", "The service knows nobody with this number."),
        "notPermitted": Meaning(409, "SEC-10", "The app may not read health data and position."),
        "tampered": Meaning(422, "SEC-09", "The check value does not fit."),
    ]

    static let consents: [String: Meaning] = [
        "notAsked": Meaning(404, "HEALTH-R8", "The organisation has not asked."),
        "alreadyGiven": Meaning(409, "HEALTH-R8", "The consent is in force."),
        "alreadyRefused": Meaning(409, "HEALTH-R8", "The answer was no before."),
        "noConsent": Meaning(409, "HEALTH-R29", "There is no consent to withdraw."),
        "noSubscription": Meaning(409, "HEALTH-R29", "There is no subscription to stop."), "down": down,
    ]

    static let dataRequests: [String: Meaning] = [
        "unknownNumber": Meaning(404, "HEALTH-REQ-EXC", "Nobody has this social security number."),
        "unknownParty": unknownParty, "down": down,
    ]

    static let denials: [String: Meaning] = [
        "unknownNumber": Meaning(404, "HEALTH-REQ-EXC", "Nobody has this social security number."),
        "unknownParty": unknownParty,
        "notAsked": Meaning(403, "HEALTH-R9", "The person was never asked."),
        "pending": Meaning(403, "HEALTH-R9", "The person has not answered."),
        "refused": Meaning(403, "HEALTH-R9", "The person said no."),
        "withdrawn": Meaning(403, "HEALTH-R9", "The person took the consent back."),
        "alreadySubscribed": Meaning(409, "HEALTH-R10-GAP", "There is a subscription already."), "down": down,
    ]

    static let unsubscriptions: [String: Meaning] = [
        "noSubscription": Meaning(409, "HEALTH-R28", "There is no subscription to stop."), "down": down,
    ]

    static let groups: [String: Meaning] = [
        "tooFew": Meaning(409, "HEALTH-R4", "Too few people match: ask for others, or wait."),
        "badAges": Meaning(422, "HEALTH-R6", "The lower age must not be above the upper one."),
        "badArea": Meaning(422, "HEALTH-R6", "The south-west corner must be south-west of the other."),
        "badInterval": Meaning(422, "HEALTH-R6", "The interval is none of those that are offered."),
        "badCount": Meaning(422, "HEALTH-R6", "So many intervals are not answered."),
        "noParameter": Meaning(422, "HEALTH-R6", "At least one parameter is needed."), "unknownParty": unknownParty,
        "tooFineAges": Meaning(422, "DEC-HEALTH-K", "Ages must be whole steps, such as 20 to 24."),
        "tooFineArea": Meaning(422, "DEC-HEALTH-K", "The rectangle must consist of whole squares of the grid."),
        "requestsUsed": Meaning(409, "DEC-HEALTH-K", "The requests of this day are used up."),
        "intervalsUsed": Meaning(409, "DEC-HEALTH-K", "The intervals of this day are used up."), "down": down,
    ]

    static let groupStops: [String: Meaning] = [
        "noSubscription": Meaning(404, "HEALTH-R28", "No subscription with this number is active."),
        "notOwn": Meaning(403, "HEALTH-R28", "The subscription is another organisation's."), "down": down,
    ]
}
