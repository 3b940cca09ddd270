// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import CityLoop
import CityModel
import CitySlices
import RuleTestKit
import TaxiRules
import TaxiSimulation
import Testing

/// People who register, and senders who flood the server.
@Suite("Registrants and floods") struct RegistrantTests {
    /// Half a day with about ten registrants; `registrants` are keys of theirs.
    private static func town(_ registrants: String, accounts: String = "mail-delay: 10 s", length: String = "12 h")
        -> String
    {
        """
        length: \(length)
        city: {grid: {rows: 1, columns: 1, cell: 10 km}}
        drivers: [{name: cabs, count: 1}]
        server: {}
        accounts: {registrants: {per-day: 20, \(registrants)}, \(accounts)}

        """
    }

    /// An account service that takes every form, sends mail after 10 s and lets everybody in.
    private static func service(
        _ first: @escaping @Sendable (AccountMessage, Envelope) -> AccountAnswer? = { _, _ in nil }
    ) -> @Sendable (AccountMessage, Envelope, StandIn) -> AccountAnswer? {
        { message, envelope, server in
            guard envelope.connection.role.name == .visitor else { return nil }
            let number = envelope.connection.role.number
            if let answer = first(message, envelope) { return answer }
            switch message {
            case .register(let form):
                if form.surname == nil { return .rejected(.missingField, missing: AccountFields([.surname])) }
                if !form.consent { return .ended(.noConsent) }
                server.onLoop { $0.mail(.confirmation, to: form.email ?? "", after: .seconds(10)) }
                return .registered(AccountID(number))
            case .followLink: return .linkFollowed(.confirmation)
            case .abortRegistration: return .ended(.byUser)
            case .login:
                return .loggedIn(server.onLoop { $0.open(.passenger(PassengerID(1000 + number))) })
            case .draft: return .drafted
            case .done: return .profileChanged(AccountFields([.surname]))
            case .abandonEdit: return .editAbandoned
            case .askDeletion: return .deletionAsked
            case .confirmDeletion: return .deleted
            default: return nil
            }
        }
    }

    private static func kinds(_ city: StandInCity, of visitor: Int32) -> [String] {
        city.messages().filter { $0.envelope.connection == .visitor(visitor) }.compactMap { _, envelope in
            guard let message = envelope.message as? AccountMessage else { return nil }
            return String("\(message)".prefix { $0.isLetter })
        }
    }

    @Test("TAXI-ASSUME-01: what people without a role lose on the way is noted too, and nothing where nothing is lost")
    func lost() throws {
        func lost(_ network: String) throws -> [Int32] {
            try StandInCity(Self.town("") + network, accounts: Self.service()).run().witness.found {
                if case .taxi(.messageLost(false, let sender)) = $0, sender < 0 { sender } else { nil }
            }.map(\.found)
        }
        let senders = try lost("network: {loss: 50%}\n")
        #expect(senders.count > 10 && senders.contains(-1))
        #expect(try lost("").isEmpty)
    }

    @Test("A registrant sends the form, follows the link of the mail after a while, and logs in")
    func life() throws {
        let city = try StandInCity(Self.town("clicking: 5 min"), accounts: Self.service()).run()
        #expect(
            Self.kinds(city, of: 1) == ["register", "followLink", "login", "viewProfile", "openDashboard", "logout"])
        let times = city.messages().filter { $0.envelope.connection == .visitor(1) }.map(\.time)
        #expect(abs(times[1] - times[0] - 310) < 1e-6, "10 s of mail and 5 min")
    }

    @Test("Who is done with a new account is let go; who comes back to it is kept")
    func letGo() throws {
        // 40 days with about 800 registrants: none is left but those of the last minutes.
        let done = try StandInCity(Self.town("clicking: 5 min", length: "960 h"), accounts: Self.service()).run()
        #expect(done.messages(.registration).count > 700 && done.registrantsAtEnd <= 3)
        // With profiles to edit all stay, until their accounts are deleted.
        let staying = try StandInCity(
            Self.town("clicking: 5 min", accounts: "edit-pause: 2 d", length: "240 h"), accounts: Self.service()
        ).run()
        let registered = Set(staying.messages(.registration).map(\.envelope.source)).count
        #expect(registered > 150 && staying.registrantsAtEnd > registered - 5)
        let deleting = try StandInCity(
            Self.town("clicking: 5 min", accounts: "edit-pause: 2 d, lifetime: 1 h", length: "240 h"),
            accounts: Self.service()
        ).run()
        #expect(deleting.registrantsAtEnd <= 6)
    }

    @Test("A form that comes back is corrected and sent again; without consent nothing follows")
    func mistakes() throws {
        let wrong = try StandInCity(
            Self.town("mistakes: {missing-field: 100%}, correction: 45 s"), accounts: Self.service()
        ).run()
        let forms = wrong.messages(.registration).filter { $0.envelope.connection == .visitor(1) }
        #expect(forms.count == 3 && abs(forms[1].time - forms[0].time - 45) < 1e-6)
        let refused = try StandInCity(Self.town("no-consent: 100%"), accounts: Self.service()).run()
        #expect(Self.kinds(refused, of: 1) == ["register"])
    }

    @Test("Some break off with the link of the mail; some never follow it")
    func endings() throws {
        let aborted = try StandInCity(Self.town("aborts: 100%"), accounts: Self.service()).run()
        #expect(Self.kinds(aborted, of: 1) == ["register", "abortRegistration"])
        let silent = try StandInCity(Self.town("silent: 100%"), accounts: Self.service()).run()
        #expect(Self.kinds(silent, of: 1) == ["register"])
    }

    @Test("Profiles are edited again and again until the account is deleted; nothing follows the deletion")
    func edits() throws {
        let city = try StandInCity(
            Self.town("clicking: 1 min", accounts: "edit-pause: 1 h, lifetime: 5 h", length: "24 h"),
            accounts: Self.service()
        ).run()
        let kinds = Self.kinds(city, of: 1)
        #expect(kinds.count { $0 == "done" } >= 4 && kinds.count { $0 == "draft" } == kinds.count { $0 == "done" })
        #expect(kinds.suffix(2) == ["askDeletion", "confirmDeletion"])
    }

    @Test("Every share of registrants is what the scenario says, over many of them")
    func shares() throws {
        let city = try StandInCity(
            Self.town("drivers: 20%, web: 60%, silent: 30%, aborts: 10%", length: "2400 h"), accounts: Self.service()
        ).run()
        let forms = city.messages(.registration).compactMap { _, envelope -> (RegistrationForm, ClientKind)? in
            if case .register(let form) = envelope.message as? AccountMessage { (form, envelope.client) } else { nil }
        }
        let count = Double(forms.count)
        #expect(abs(count - 2000) < 4 * 2000.0.squareRoot())
        func isNear(_ share: Double, _ found: Int) -> Bool {
            abs(Double(found) - share * count) < 4 * (share * (1 - share) * count).squareRoot()
        }
        #expect(isNear(0.2, forms.count { $0.0.type == .driver && $0.0.licence != nil }))
        #expect(isNear(0.6, forms.count { $0.1 == .web }))
        let followed = city.witness.actions(of: .visitor).count { $0 == .loggedIn }
        #expect(isNear(0.6, followed))
    }

    @Test("A flood is as large as the scenario says, from its senders in turn, only in its time")
    func flood() throws {
        func flood(_ who: String) throws -> [(time: Double, envelope: Envelope)] {
            try StandInCity(
                """
                length: 1 h
                city: {grid: {rows: 1, columns: 1, cell: 10 km}}
                drivers: [{name: cabs, count: 1}]
                server: {floods: [{from: 00:10, until: 00:11, who: \(who), senders: 3, per-second: 50}]}
                """
            ).run().messages().filter { $0.envelope.client == .web }
        }
        let anonymous = try flood("anonymous")
        #expect(anonymous.count == 3000)
        #expect(anonymous.allSatisfy { $0.time >= 600 && $0.time < 660 && $0.envelope.token == nil })
        #expect(Set(anonymous.map(\.envelope.source)).count == 3)
        let passengers = try flood("passengers")
        #expect(passengers.count == 3000)
        #expect(passengers.allSatisfy { $0.envelope.token != nil && $0.envelope.message.kind == .arrivalPoll })
    }
}

extension StandIn {
    func mail(_ kind: MailKind, to email: String, after span: TimeSpan) {
        post(Mail(account: AccountID(1), kind: kind, address: email, link: Token(high: 3, low: 3)), after: span)
    }
}
