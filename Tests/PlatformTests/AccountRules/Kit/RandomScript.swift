// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules

@testable import AccountRules

/// Sends random messages of people who share few names, at random times over some months.
struct RandomScript {
    var city = AccountCity(start: on(2026, 1, 1))
    /// Deletions that were answered as done.
    private(set) var lastDeletions = 0
    private var generator: SplitMix64
    private var time = on(2026, 1, 1)

    init(seed: Int) {
        generator = SplitMix64(seed: seed)
        city.rules = AccountRules(roles: TaxiRoles(), hash: CountedHash(), tokens: SeededTokens(seed: seed + 1000))
    }

    /// Sends one message.
    mutating func step() {
        time = time + .seconds(generator.once(in: 8) ? generator.number(0...300_000) : generator.number(0...20_000))
        let (message, session) = message()
        let answer = city.send(time, message, as: session)
        if answer == .deleted { lastDeletions += 1 }
        // A person who logs in by mistake with the wrong name learns it from the answer; an answer is always there.
        precondition(answer != nil)
    }

    private mutating func message() -> (AccountMessage, Session?) {
        let session = city.sessions.isEmpty || generator.once(in: 20) ? nil : generator.pick(city.sessions)
        let id = session?.account ?? AccountID(1)
        switch generator.number(0...15) {
        case 0, 1, 2: return (.register(form()), nil)
        case 3, 4, 5: return (.followLink(link()), nil)
        case 6: return (.abortRegistration(link()), nil)
        case 7, 8, 9:
            let account = city.shelf.accounts.isEmpty ? nil : generator.pick(city.shelf.accounts)
            let password = generator.once(in: 5) ? "Wr0ngpass" : generator.pick(["Passw0rd", "Abcdefg1"])
            return (.login(LoginForm(username: account?.username ?? name(), password: password)), nil)
        case 10: return (.forgotPassword(email: email()), nil)
        case 11: return (.draft(edit()), session)
        case 12: return (generator.once(in: 5) ? .abandonEdit : .done, session)
        case 13: return (.askDeletion(generator.once(in: 4) ? AccountID(generator.number(1...9)) : id), session)
        case 14:
            let password = generator.pick(["Passw0rd", "Abcdefg1"])
            return (.confirmDeletion(password: password, proceed: !generator.once(in: 4)), session)
        default: return (generator.once(in: 3) ? .logout : .viewProfile, session)
        }
    }

    private mutating func name() -> String { "name\(generator.number(1...8))" }
    private mutating func email() -> String { "mail\(generator.number(1...8))@b.it" }

    private mutating func link() -> Token {
        let links = city.mails.compactMap(\.mail.link)
        return links.isEmpty ? Token(high: 0, low: 0) : generator.pick(Array(links.suffix(12)))
    }

    private mutating func expiry() -> CivilDate {
        CivilDate(time + .hours(24 * generator.number(-20...250)))
    }

    private mutating func form() -> RegistrationForm {
        let isDriver = generator.once(in: 2)
        var form =
            isDriver
            ? RegistrationForm.driver(
                name(), email(), licence: Int32(generator.number(0...6)), plate: "P\(generator.number(1...6))",
                expiry: expiry())
            : RegistrationForm.passenger(name(), email())
        if generator.once(in: 8) { form.surname = nil }
        if generator.once(in: 8) { form.passwordRepeat = "Passw0rD" }
        if generator.once(in: 8) { form.consent = false }
        return form
    }

    private mutating func edit() -> ProfileEdit {
        var edit = ProfileEdit()
        if generator.once(in: 2) { edit.username = name() }
        if generator.once(in: 3) { edit.email = email() }
        if generator.once(in: 3) { edit.phone = generator.pick(["", "02 1", "02 2"]) }
        if generator.once(in: 4) { edit.licence = Int32(generator.number(0...6)) }
        if generator.once(in: 3) { edit.licenceExpiry = expiry() }
        if generator.once(in: 4) { edit.plate = "P\(generator.number(1...6))" }
        if generator.once(in: 4) {
            edit.password = PasswordChange(current: "Passw0rd", new: "Abcdefg1", newRepeat: "Abcdefg1")
        }
        return edit
    }
}
