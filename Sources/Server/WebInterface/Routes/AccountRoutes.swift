// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityGateway
import CityModel
import HealthRules
import RaceRules
import StoreRules
import TaxiRules
import TaxiService

/// The accounts of passengers and drivers (API-01 to API-03).
enum AccountRoutes {
    static let all: [Route] = [
        Route(.post, "/accounts/passengers", "createPassenger", key: true) { call, form throws(Problem) in
            let entered = registration(.passenger, &form)
            return { try await registered($0.createPassenger(entered)) }
        },
        Route(.post, "/accounts/drivers", "createDriver", key: true) { call, form throws(Problem) in
            var entered = registration(.driver, &form)
            (entered.licence, entered.seats) = (form.number("licence"), form.number("seats"))
            entered.plate = form.text("taxiNumber")
            if let text = form.text("licenceExpiry") {
                entered.licenceExpiry = WebTime.date(text)
                if entered.licenceExpiry == nil { form.note("licenceExpiry", "must be a date such as `2030-12-31`") }
            }
            let found = entered
            return { try await registered($0.createDriver(found)) }
        },
        Route(.post, "/accounts/passengers/provider", "createPassengerThroughProvider", key: true) {
            call, form throws(Problem) in
            let consent = form.neededFlag("consent")
            return { try await registered($0.createPassengerThroughProvider(consent: consent)) }
        },
        Route(.post, "/links/{link}", "follow", key: true) { call, form throws(Problem) in
            let link = try link(call)
            return { WebAnswer(200, ["did": .text(try await $0.follow(link).word)]) }
        },
        Route(.delete, "/links/{link}", "abortRegistration") { call, form throws(Problem) in
            let link = try link(call)
            return Route.done { try await $0.abortRegistration(link) }
        },
        Route(.post, "/sessions", "login") { call, form throws(Problem) in
            let login = LoginForm(
                username: form.text("username"), email: form.text("email"), password: form.neededText("password"))
            let wantsToken = form.flag("token") ?? false
            return { city in
                let token = try await city.login(login)
                return try opened(token, call, wantsToken, who: await city.session(of: token))
            }
        },
        Route(.post, "/sessions/provider", "loginThroughProvider") { call, form throws(Problem) in
            let wantsToken = form.flag("token") ?? false
            return { city in
                let token = try await city.loginThroughProvider()
                return try opened(token, call, wantsToken, who: await city.session(of: token))
            }
        },
        Route(.delete, "/sessions/current", "logout") { call, form throws(Problem) in
            let token = try call.token()
            return {
                try await $0.logout(token)
                return closed
            }
        },
        Route(.post, "/passwords/forgotten", "forgotPassword", key: true) { call, form throws(Problem) in
            let email = form.neededText("email")
            return {
                try await $0.forgotPassword(email: email)
                return WebAnswer(202)
            }
        },
        Route(.put, "/me/password", "changePassword") { call, form throws(Problem) in
            let token = try call.token()
            let change = password(&form)
            return { city in
                let role = await city.session(of: token)?.role.name
                try await city.changePassword(token, change)
                // A new session for who knows the new password, and none for whoever had the old one.
                let name = try await city.profile(token).username
                let form = LoginForm(username: name, email: nil, password: change.new ?? "")
                let new = try await city.login(form, to: accounts(of: role))
                await city.logOutOthers(than: new)
                return try opened(new, call, call.request.header("authorization") != nil, status: 200)
            }
        },
        Route(.get, "/me", "profile") { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(200, json(try await $0.profile(token))) }
        },
        Route(.patch, "/me", "changeProfile") { call, form throws(Problem) in
            let token = try call.token()
            let edit = edit(&form)
            return { city in
                guard let account = await city.session(of: token)?.account else { throw AccessError.notLoggedIn }
                let changed = try await city.changeProfile(token, of: account, edit)
                if edit.password != nil { await city.logOutOthers(than: token) }
                return WebAnswer(200, ["changed": .list(changed.fields.map { .text($0.word) })])
            }
        },
        Route(.post, "/me/deletion", "deleteAccount", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let password = form.neededText("password")
            return { city in
                guard let account = await city.session(of: token)?.account else { throw AccessError.notLoggedIn }
                try await city.deleteAccount(token, account, password: password)
                return closed
            }
        },
        Route(.get, "/me/history", "history") { call, form throws(Problem) in
            let token = try call.token()
            let (from, to) = (form.instant("from"), form.instant("to"))
            return { city in
                let rows = try await city.history(token, from: from, to: to)
                return WebAnswer(
                    200,
                    [
                        "rides": .list(
                            rows.map {
                                [
                                    "number": JSONValue(Int($0.number)), "time": .time($0.time),
                                    "isFulfilled": .flag($0.isFulfilled),
                                ]
                            })
                    ])
            }
        },
        Route(.get, "/me/dashboard", "dashboard") { call, form throws(Problem) in
            let token = try call.token()
            return {
                WebAnswer(
                    200, ["lastRequest": try await $0.dashboard(token).map { JSONValue($0) } ?? .null])
            }
        },
    ]

    static func registration(_ type: RoleName, _ form: inout FormReader) -> RegistrationForm {
        var entered = RegistrationForm(type, consent: form.flag("consent") ?? false)
        (entered.username, entered.email) = (form.text("username"), form.text("email"))
        (entered.password, entered.passwordRepeat) = (form.text("password"), form.text("passwordRepeat"))
        (entered.name, entered.surname) = (form.text("name"), form.text("surname"))
        (entered.address, entered.phone) = (form.text("address"), form.text("phone"))
        return entered
    }

    private static func password(_ form: inout FormReader) -> PasswordChange {
        PasswordChange(
            current: form.text("current"), new: form.neededText("new"), newRepeat: form.neededText("newRepeat"))
    }

    private static func edit(_ form: inout FormReader) -> ProfileEdit {
        var edit = ProfileEdit()
        (edit.username, edit.email) = (form.text("username"), form.text("email"))
        edit.password = form.object("password") { password(&$0) }
        (edit.name, edit.surname) = (form.text("name"), form.text("surname"))
        (edit.address, edit.phone) = (form.text("address"), form.text("phone"))
        return edit
    }

    /// The link of a mail, by the secret that the mail has.
    static func link(_ call: WebCall) throws(Problem) -> Token {
        RecordedSecrets.token(of: call.parts["link"] ?? "")
    }

    private static func registered(_ account: AccountID) -> WebAnswer {
        WebAnswer(202, ["account": JSONValue(account)])
    }

    /// The service whose accounts a role's are; nil for the first one's.
    private static func accounts(of role: RoleName?) -> ServiceID? {
        switch role {
        case .staff: .stores
        case .wearer, .thirdParty: .health
        case .raceUser, .organiser: .races
        default: nil
        }
    }

    /// A session is a cookie for browsers, whose scripts do not see it, and a token for programs that ask for one. `who` has it is said,
    /// where it is known.
    static func opened(
        _ token: Token, _ call: WebCall, _ wantsToken: Bool, who session: Session? = nil, status: Int = 201
    ) throws(AccessError) -> WebAnswer {
        // Each is given out once. Without one the city has another source of tokens, and nobody could be told.
        guard let secret = call.secrets.takeSecret(of: token) else { throw .misunderstood }
        var members: [(String, JSONValue)] = []
        if let session {
            members = [
                ("account", JSONValue(session.account)), ("type", .text(session.role.name.word)),
                ("person", JSONValue(Int(session.role.number))),
                ("mustChangePassword", .flag(session.mustChangePassword)),
            ]
        }
        if wantsToken { return WebAnswer(status, .object(members + [("token", .text(secret))])) }
        let cookie = "\(WebCall.cookie)=\(secret); Path=/; Secure; HttpOnly; SameSite=Strict"
        return WebAnswer(status, .object(members), headers: [.init("set-cookie", cookie)])
    }

    static let closed = WebAnswer(
        204,
        headers: [
            .init("set-cookie", "\(WebCall.cookie)=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Strict")
        ])

    private static func json(_ profile: Profile) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("account", JSONValue(profile.account)), ("type", .text(profile.type.word)),
            ("username", .text(profile.username)), ("email", .text(profile.email)), ("name", .text(profile.name)),
            ("surname", .text(profile.surname)), ("badReports", JSONValue(Int(profile.badReports))),
        ]
        if let address = profile.address { members.append(("address", .text(address))) }
        if let phone = profile.phone { members.append(("phone", .text(phone))) }
        for entry in profile.details.entries {
            let value: JSONValue =
                switch entry.value {
                case .number(let number): JSONValue(Int(number))
                case .text(let text): .text(text)
                case .date(let date): .text(WebTime.text(date))
                }
            members.append((entry.field.word, value))
        }
        return .object(members)
    }
}
