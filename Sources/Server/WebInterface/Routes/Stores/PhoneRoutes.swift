// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import CityGateway
import CityModel
import StoreService

/// Accounts by phone and one-time code (ACCOUNT-R1, ACCOUNT-SMS-01, -02, SEC-07).
enum PhoneRoutes {
    static let all: [Route] = [
        Route(.post, "/phone-codes", "askCode", key: true) { call, form throws(Problem) in
            let phone = form.neededText("phone")
            return {
                try await $0.askCode(phone: phone)
                return WebAnswer(202)
            }
        },
        Route(.post, "/texts/{number}/failure", "reportText", key: true) { call, form throws(Problem) in
            try call.devices.admit(call.request, as: [.carrier], of: nil)
            let number = try call.number("number")
            return Route.done { try await $0.reportUndelivered(text: number) }
        },
        Route(.post, "/phone-sessions", "loginByPhone") { call, form throws(Problem) in
            let (phone, code) = (form.neededText("phone"), form.neededText("code"))
            let wantsToken = form.flag("token") ?? false
            return { try AccountRoutes.opened(await $0.login(phone: phone, code: code), call, wantsToken) }
        },
        Route(.delete, "/phone-sessions/current", "logoutPhone") { call, form throws(Problem) in
            let token = try call.token()
            return {
                try await $0.logoutPhone(token)
                return AccountRoutes.closed
            }
        },
        Route(.get, "/me/data", "ownData") { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(200, json(try await $0.ownData(token))) }
        },
        Route(.post, "/me/phone/deletion", "deletePhoneAccount", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let isConfirmed = form.neededFlag("isConfirmed")
            return {
                try await $0.deletePhoneAccount(token, isConfirmed: isConfirmed)
                return AccountRoutes.closed
            }
        },
    ]

    private static func json(_ data: PersonalData) -> JSONValue {
        [
            "phone": .text(data.phone.text), "created": .time(data.created),
            "records": .list(
                data.records.map {
                    ["kind": .text($0.kind), "fields": JSONValue(keys: $0.fields.mapValues { .text($0) })]
                }),
        ]
    }
}
