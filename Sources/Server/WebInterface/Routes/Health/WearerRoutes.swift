// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import HealthRules
import HealthService

/// What people with a device ask of the health service, and its system manager (HEALTH-R7, -R8, -R26, -R29, -R34, SEC-10).
enum WearerRoutes {
    static let all: [Route] = [
        Route(.post, "/accounts/wearers", "createWearer", key: true) { call, form throws(Problem) in
            let entered = HealthForms.wearer(&form, call.layout)
            return { WebAnswer(201, ["account": JSONValue(try await $0.createWearer(entered))]) }
        },
        Route(.post, "/health/sessions", "loginToHealth") { call, form throws(Problem) in
            let login = LoginForm(
                username: form.text("username"), email: form.text("email"), password: form.neededText("password"))
            let wantsToken = form.flag("token") ?? false
            return { try AccountRoutes.opened(await $0.loginToHealth(login), call, wantsToken) }
        },
        Route(.post, "/health/restart", "restartHealth", key: true) { call, form throws(Problem) in
            let token = try call.token()
            return Route.done { try await $0.restartHealth(token) }
        },
        Route(.get, "/me/wearer", "wearer") { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(200, ["wearer": JSONValue(try await $0.wearer(of: token))]) }
        },
        Route(.put, "/me/batch-key", "startSending") { call, form throws(Problem) in
            let token = try call.token()
            let key = HealthForms.key("key", &form)
            return Route.done { try await $0.startSending(token, key: key) }
        },
        Route(.put, "/me/permission", "permit") { call, form throws(Problem) in
            let token = try call.token()
            let isGiven = form.neededFlag("isGiven")
            return Route.done { try await $0.permit(token, isGiven) }
        },
        Route(.put, "/me/devices/{id}", "linkDevice") { call, form throws(Problem) in
            let (token, device) = (try call.token(), DeviceID(try call.number("id")))
            return Route.done { try await $0.link(token, device) }
        },
        Route(.post, "/me/devices/{id}/failures", "reportLinkFailure", key: true) { call, form throws(Problem) in
            let (token, device) = (try call.token(), DeviceID(try call.number("id")))
            return Route.done { try await $0.reportLinkFailure(token, device) }
        },
        Route(.post, "/help-line-calls", "callHelpLine", key: true) { call, form throws(Problem) in
            let token = try call.token()
            return Route.done { try await $0.callHelpLine(token) }
        },
        Route(.put, "/me/sos", "setSOS") { call, form throws(Problem) in
            let token = try call.token()
            let isOn = form.neededFlag("isOn")
            return Route.done { try await $0.setSOS(token, isOn: isOn) }
        },
        Route(.get, "/me/consents", "consents") { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(200, HealthJSON.of(try await $0.requests(token))) }
        },
        Route(.put, "/me/consents/{party}", "answerConsent") { call, form throws(Problem) in
            let (token, party) = (try call.token(), ThirdPartyID(try call.number("party")))
            let isGiven = form.neededFlag("isGiven")
            return Route.done { try await $0.answer(token, party, isYes: isGiven) }
        },
        Route(.delete, "/me/consents/{party}", "withdrawConsent") { call, form throws(Problem) in
            let (token, party) = (try call.token(), ThirdPartyID(try call.number("party")))
            return Route.done { try await $0.withdraw(token, party) }
        },
        Route(.delete, "/me/consents/{party}/subscription", "stopSubscription") { call, form throws(Problem) in
            let (token, party) = (try call.token(), ThirdPartyID(try call.number("party")))
            return Route.done { try await $0.stopSubscription(token, party) }
        },
    ]
}
