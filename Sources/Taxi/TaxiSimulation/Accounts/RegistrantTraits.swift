// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// What a registrant is like: the same numbers are drawn for everybody, whatever they come to.
struct RegistrantTraits: Sendable {
    /// What becomes of the confirmation mail.
    enum Ending: Sendable {
        case follows, aborts, silent
    }

    /// Licences of registrants begin here; those of the fleet count from 1.
    static let firstLicence: Int32 = 1_000_000_000

    let type: RoleName
    let client: ClientKind
    let consents: Bool
    let isProvider: Bool
    /// The mistake of the first form.
    let mistake: RegistrationRefusal?
    let correction: TimeSpan
    let ending: Ending
    let clicking: TimeSpan
    let licenceLeft: TimeSpan

    /// `hasFleet` says whether there is a driver whose name, address, licence and plate can be taken.
    init(_ plan: Registrants, _ accounts: AccountsSection, hasFleet: Bool, _ draws: inout RandomStream) {
        type = draws.chance(plan.drivers) ? .driver : .passenger
        client = draws.chance(plan.web) ? .web : .mobile
        consents = !draws.chance(plan.noConsent)
        let comesByProvider = draws.chance(accounts.provider)
        isProvider = comesByProvider && type == .passenger
        let slip = draws.uniform()
        var sum = 0.0
        var mistake: RegistrationRefusal?
        for reason in RegistrationMistakes.reasons where mistake == nil {
            sum += plan.mistakes[reason]
            if slip < sum { mistake = reason }
        }
        if let slip = mistake, slip.isPossible(for: type, hasFleet: hasFleet) {
            self.mistake = slip
        } else {
            self.mistake = nil
        }
        correction = draws.time(plan.correction)
        let end = draws.uniform()
        ending = end < plan.aborts ? .aborts : end < plan.aborts + plan.silent ? .silent : .follows
        clicking = draws.time(plan.clicking)
        licenceLeft = draws.time(accounts.licenceLeft)
    }
}

extension RegistrationRefusal {
    fileprivate func isPossible(for type: RoleName, hasFleet: Bool) -> Bool {
        switch self {
        case .duplicateLicence, .duplicatePlate: type == .driver && hasFleet
        case .licenceNotValid, .badLicence, .badSeats: type == .driver
        case .duplicateUsername, .duplicateEmail: hasFleet
        case .missingField, .badUsername, .badEmail, .weakPassword, .passwordMismatch: true
        default: false
        }
    }
}

extension RegistrationForm {
    /// Breaks one rule; what is taken already belongs to the first driver.
    mutating func make(_ mistake: RegistrationRefusal, at now: CityTime) {
        let taken = Credentials(.driver(DriverID(1)))
        switch mistake {
        case .missingField: surname = nil
        case .duplicateUsername: username = taken.username
        case .duplicateEmail: email = taken.email
        case .duplicateLicence: licence = 1
        case .duplicatePlate: plate = "TX1"
        case .badUsername: username = "1 name"
        case .badEmail: email = "name@nowhere"
        case .weakPassword: (password, passwordRepeat) = ("word", "word")
        case .passwordMismatch: passwordRepeat = "Another-word-1"
        case .licenceNotValid: licenceExpiry = CivilDate(now - .hours(48))
        case .badLicence: licence = 0
        case .badSeats: seats = 0
        default: preconditionFailure("nobody makes the mistake \(mistake.word)")
        }
    }
}

extension Registrant {
    /// Draws the next edit of the profile, and whether it is given up.
    func drawEdit() -> (ProfileEdit, isGivenUp: Bool) {
        let drawn = draws.index(5)
        // Whom the provider knows by the address changes neither that nor a password.
        let what = app.onLoop({ $0.session.isProvider }) && drawn > 2 ? 0 : drawn
        let isWrong = draws.chance(server.accounts.wrongEdits)
        let isGivenUp = draws.chance(server.accounts.abandonedEdits)
        var edit = ProfileEdit()
        let old = app.onLoop { $0.credentials }
        var new = old
        switch what {
        case 0: edit.surname = "Other"
        case 1: (edit.address, edit.phone) = ("New address", "0211111")
        case 2:
            new.nameVersion += 1
            edit.username = new.username
        case 3:
            new.emailVersion = (asked ?? old).emailVersion + 1
            edit.email = new.email
            if !isWrong, !isGivenUp { asked = new }
        default:
            new.passwordVersion += 1
            edit.password = PasswordChange(current: old.password, new: new.password, newRepeat: new.password)
        }
        if isWrong { edit.username = "1 name" }
        // Only what this edit changes: a forgotten password may be replaced before it is stored.
        edited = (
            name: new.nameVersion == old.nameVersion ? nil : new.nameVersion,
            password: new.passwordVersion == old.passwordVersion ? nil : new.passwordVersion
        )
        return (edit, isGivenUp)
    }
}
