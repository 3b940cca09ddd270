// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import CityGateway
import CityLoop
import CityModel

/// The problems that stand for what the city's interface throws.
enum Refusals {
    static let unknown = Problem(404, "unknown", "There is nothing here.")
    static let notLoggedIn = Problem(
        401, "notLoggedIn", rule: "ACCOUNT-REG-17", "Nobody is logged in.",
        headers: [.init("www-authenticate", "Bearer")])

    static let underWay = Problem(
        409, "underWay", "The first request with this key is under way.", headers: [.init("retry-after", "1")])
    static let manyStreams = Problem(
        429, "manyStreams", "The session has \(WebEvents.mostOfSession) streams of events open.",
        headers: [.init("retry-after", "60")])
    static let keyUsed = Problem(422, "keyUsed", "The key was used for another request.")
    static let unanswered = Problem(
        409, "unanswered", rule: "PERF-12",
        "The request was carried out before the server was started anew, and its answer is lost: look how things stand."
    )

    /// The problem of anything that the city's interface throws.
    static func of(_ error: any Error) -> Problem {
        if let problem = error as? Problem { return problem }
        if error is NotKept {
            return Problem(
                503, "notKept", rule: "AVAIL-02", "The server cannot keep what it is told, and answers nobody.",
                headers: [.init("retry-after", "30")])
        }
        // The loop has ended, and with it the city.
        return ofAccounts(error) ?? ofTaxis(error) ?? ofStores(error) ?? ofHealth(error) ?? ofRaces(error)
            ?? ofTrips(error) ?? problem(AccessError.closed)
    }

    /// What a refusal says to people.
    struct Meaning: Sendable {
        let status: Int
        let rule: String?
        let says: String

        init(_ status: Int, _ rule: String?, _ says: String) {
            (self.status, self.rule, self.says) = (status, rule, says)
        }
    }

    /// The problem of a call that did not reach its service.
    static func problem(_ error: AccessError) -> Problem {
        func problem(_ status: Int, _ rule: String?, _ says: String, after seconds: Int? = nil) -> Problem {
            Problem(
                status, String(describing: error), rule: rule, says,
                headers: seconds.map { [.init("retry-after", String($0))] } ?? [])
        }
        switch error {
        case .plainChannel: return problem(403, "SEC-02", "The channel is not encrypted.")
        case .notLoggedIn: return notLoggedIn
        case .wrongRole: return problem(403, "ACCOUNT-LOGIN-08", "The account is of another type.")
        case .wrongPerson: return problem(403, "API-03", "The request speaks for somebody else.")
        case .unknownPerson: return problem(403, nil, "The service knows nobody behind the session.")
        case .passwordChangeRequired: return problem(403, "ACCOUNT-LOGIN-04", "A new password must be set first.")
        case .moduleOff: return problem(404, "API-10", "The module is switched off.")
        case .rateLimited: return problem(429, nil, "Too many requests.", after: 10)
        case .serverBusy: return problem(503, nil, "The server is busy.", after: 5)
        case .timedOut: return problem(504, nil, "The request waited too long.", after: 5)
        case .repeated: return problem(409, "PERF-12", "This request was carried out before.")
        case .closed: return problem(503, nil, "The server is closing.", after: 30)
        case .cancelled: return problem(503, nil, "The request was taken back.")
        case .misunderstood: return problem(500, nil, "The server's answer was not understood.")
        }
    }

    /// The problem of a service's refusal.
    static func problem(_ word: String, _ meanings: [String: Meaning], faults: [Problem.Fault] = []) -> Problem {
        guard let meaning = meanings[word] else { return Problem(409, word, "The request was refused: \(word).") }
        return Problem(meaning.status, word, rule: meaning.rule, meaning.says, faults: faults)
    }

    /// The problem of fields that are missing.
    static func missing(_ fields: [AccountField]) -> Problem {
        Problem(
            422, "missingField", rule: "ACCOUNT-REG-14", "Fields are missing.",
            faults: fields.map { Problem.Fault(field: $0.word, says: "is missing") })
    }

    /// The problem of an error of everybody's accounts; nil for other errors.
    static func ofAccounts(_ error: any Error) -> Problem? {
        switch error {
        case let error as AccessError: problem(error)
        case let error as RegistrationError:
            switch error {
            case .refused(let refusal): problem(refusal.word, forms)
            case .missing(let fields): missing(fields)
            case .wrongType:
                Problem(422, "wrongType", rule: "ACCOUNT-REG-01", "The form is of another type of account.")
            case .ended(let end): problem(end.word, ends)
            case .access(let error): problem(error)
            }
        case let error as LinkError:
            switch error {
            case .unknown: Problem(404, "unknownLink", "There is no such link, or its time is over.")
            case .access(let error): problem(error)
            }
        case let error as LoginError:
            switch error {
            case .refused(let refusal):
                refusal == .backOff
                    ? Problem(
                        429, refusal.word, rule: "ACCOUNT-LOGIN-05", "Too many failed logins; wait 10 s.",
                        headers: [.init("retry-after", "10")])
                    : problem(refusal.word, logins)
            case .access(let error): problem(error)
            }
        case let error as ProfileError:
            switch error {
            case .refused(let refusal): problem(refusal.word, forms)
            case .missing(let fields): missing(fields)
            case .notOwner: problem(AccessError.wrongPerson)
            case .access(let error): problem(error)
            }
        case let error as DeletionError:
            switch error {
            case .refused(let refusal): problem(refusal.word, deletions)
            case .access(let error): problem(error)
            }
        default: nil
        }
    }

    /// Of forms for registrations and profiles.
    static let forms: [String: Meaning] = [
        "missingField": Meaning(422, "ACCOUNT-REG-14", "A field is missing."),
        "duplicateUsername": Meaning(409, "ACCOUNT-REG-04", "The name is taken."),
        "duplicateEmail": Meaning(409, "ACCOUNT-REG-04", "The address has an account."),
        "duplicateLicence": Meaning(409, "ACCOUNT-REG-05", "The licence has an account."),
        "duplicatePlate": Meaning(409, "ACCOUNT-REG-05", "The number plate has an account."),
        "badUsername": Meaning(422, "ACCOUNT-REG-06", "The name breaks the rule for names."),
        "badEmail": Meaning(422, "ACCOUNT-REG-16", "This is no mail address."),
        "weakPassword": Meaning(422, "ACCOUNT-REG-07", "The password is too weak."),
        "badOldPassword": Meaning(403, "ACCOUNT-PROFILE-06", "The password in force is another one."),
        "passwordMismatch": Meaning(422, "ACCOUNT-REG-09", "The two passwords differ."),
        "licenceNotValid": Meaning(422, "ACCOUNT-REG-15", "The licence is not valid."),
        "badLicence": Meaning(422, "INV-DriverMandatoryData", "The number of the licence must be above 0."),
        "badSeats": Meaning(422, "INV-DriverMandatoryData", "A taxi has at least one seat."),
        "emailPending": Meaning(409, "ACCOUNT-PROFILE-05D", "The link for this address is open."),
        "noDraft": Meaning(409, nil, "There is nothing to store."),
        "unknownType": Meaning(422, "ACCOUNT-REG-01", "There are no accounts of this type."),
        "setAtDeployment": Meaning(
            403, "ACCOUNT-MANAGER-02", "Accounts of staff are made where the service is set up."),
        "badIdentityNumber": Meaning(422, "ACCOUNT-TRACK-R12", "This is no fiscal code or social security number."),
        "alreadyRegistered": Meaning(409, "ACCOUNT-TRACK-EXC", "The person has an account."),
        "wrongBirth": Meaning(422, "ACCOUNT-TRACK-R12", "The day of birth must be over."),
        "otherConsentText": Meaning(422, "ACCOUNT-REG-10", "Another text was accepted than the one in force."),
        "badVATNumber": Meaning(422, "ACCOUNT-TRACK-R16", "This is no VAT number of 11 digits."),
        "duplicateVATNumber": Meaning(409, "ACCOUNT-TRACK-R16", "The organisation has an account."),
        "onlyAtInstallation": Meaning(403, "ACCOUNT-TRACK-MANAGER", "The account is made where the service is set up."),
        "notStored": Meaning(503, "AVAIL-02", "It could not be stored, so it was not done."),
    ]

    /// Of registrations that are over.
    static let ends: [String: Meaning] = [
        "noConsent": Meaning(422, "ACCOUNT-REG-10", "Without consent there is no account."),
        "byUser": Meaning(409, "ACCOUNT-REG-11", "The registration was broken off."),
        "alreadyRegistered": Meaning(409, "ACCOUNT-FB-01", "The person has an account."),
        "notConfirmed": Meaning(403, "ACCOUNT-FB-01", "The provider does not confirm the person."),
    ]

    static let logins: [String: Meaning] = [
        "malformed": Meaning(422, "ACCOUNT-LOGIN-01", "Give a name or a mail address, and a password."),
        "badCredentials": Meaning(401, "ACCOUNT-LOGIN-02", "Name or password is wrong."),
        "notConfirmed": Meaning(403, "ACCOUNT-REG-12A", "The account waits for its confirmation by mail."),
        "driverAccount": Meaning(403, "ACCOUNT-FB-02", "Drivers do not log in through the provider."),
        "providerRefused": Meaning(401, "ACCOUNT-FB-02", "The provider does not know an account."),
    ]

    static let deletions: [String: Meaning] = [
        "badPassword": Meaning(403, "ACCOUNT-PROFILE-04B", "The password is wrong."),
        "notProceeded": Meaning(409, "ACCOUNT-PROFILE-04B", "The last step was not taken."),
        "activeRide": Meaning(409, "ACCOUNT-PROFILE-04C", "The account has a ride under way."),
        "notOwner": Meaning(403, "ACCOUNT-PROFILE-04A", "The account is somebody else's."),
        "setAtDeployment": Meaning(403, "ACCOUNT-MANAGER-02", "Staff are taken out where the service is set up."),
        "hasRaces": Meaning(409, "RACE-R24", "Races that others joined are to come."),
        "onlyByOperator": Meaning(403, "ACCOUNT-TRACK-MANAGER", "The account is taken out by who runs the service."),
        "notAsked": Meaning(409, "ACCOUNT-PROFILE-04B", "Nothing was asked for before."),
        "notStored": Meaning(503, "AVAIL-02", "It could not be erased, so it was not done."),
    ]
}
