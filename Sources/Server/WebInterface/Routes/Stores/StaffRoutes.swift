// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import StoreRules
import StoreService

/// What managers and employees of stores ask (ACCOUNT-MANAGER-01, -02, STORE-R15 to -R21, STORE-EDIT). Profile, password and log-out
/// are those of all accounts.
enum StaffRoutes {
    static let all: [Route] = [
        Route(.post, "/staff/sessions", "loginStaff") { call, form throws(Problem) in
            let login = LoginForm(
                username: form.text("username"), email: form.text("email"), password: form.neededText("password"))
            let wantsToken = form.flag("token") ?? false
            return { try AccountRoutes.opened(await $0.loginStaff(login), call, wantsToken) }
        },
        Route(.post, "/staff/passwords/forgotten", "forgotStaffPassword", key: true) { call, form throws(Problem) in
            let email = form.neededText("email")
            return {
                try await $0.forgotStaffPassword(email: email)
                return WebAnswer(202)
            }
        },
        Route(.post, "/staff/links/{link}", "followStaffLink", key: true) { call, form throws(Problem) in
            let link = try AccountRoutes.link(call)
            return { WebAnswer(200, ["did": .text(try await $0.followStaffLink(link).word)]) }
        },
        Route(.post, "/stores", "addStore", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let store = StoreForms.store(&form, call.layout)
            return { WebAnswer(201, ["store": JSONValue(try await $0.addStore(token, store))]) }
        },
        Route(.patch, "/stores/{id}", "editStore") { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            let change = try StoreForms.change(&form)
            return Route.done { try await $0.edit(token, store, change) }
        },
        Route(.delete, "/stores/{id}", "removeStore") { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            return Route.done { try await $0.removeStore(token, store) }
        },
        Route(.get, "/stores/{id}/statistics", "statistics") { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            let times = form.neededTimes()
            return {
                let statistics = try await $0.statistics(token, of: store, from: times.from, to: times.to)
                return WebAnswer(200, StoreJSON.of(statistics))
            }
        },
        Route(.get, "/stores/{id}/maintenance", "maintenanceTime") { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            return { WebAnswer(200, ["time": .time(try await $0.maintenanceTime(token, of: store))]) }
        },
        Route(.post, "/stores/{id}/priority-tickets", "issuePriorityTicket", key: true) { call, form throws(Problem) in
            let (token, store) = (try call.token(), StoreID(try call.number("id")))
            return { WebAnswer(201, StoreJSON.of(try await $0.issuePriorityTicket(token, at: store))) }
        },
    ]
}
