// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import HealthRules
import HealthService

/// What organisations ask of the health service (HEALTH-R4 to -R7, -R10-GAP, -R27, -R28). What they are told beside answers comes as
/// events.
///
/// A person is named by social security number, and that stands in the content of a request only: addresses are written down on the
/// way (SEC-09).
enum ThirdPartyRoutes {
    static let all: [Route] = [
        Route(.post, "/accounts/organisations", "createOrganisation", key: true) { call, form throws(Problem) in
            let entered = HealthForms.organisation(&form)
            return { WebAnswer(201, ["account": JSONValue(try await $0.createOrganisation(entered))]) }
        },
        Route(.post, "/data-requests", "requestConsent", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let number = form.neededText("identityNumber")
            return {
                let asked = try await $0.request(token, number: number)
                return WebAnswer(201, ["wearer": JSONValue(asked.wearer), "state": .text(asked.state.word)])
            }
        },
        Route(.post, "/data-reads", "readData") { call, form throws(Problem) in
            let token = try call.token()
            let (number, times) = (form.neededText("identityNumber"), form.neededTimes(days: 1))
            return {
                let batches = try await $0.read(token, number: number, from: times.from, to: times.to)
                return WebAnswer(200, ["batches": .list(batches.map { HealthJSON.of($0, call.layout) })])
            }
        },
        Route(.post, "/data-subscriptions", "subscribeToPerson", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let number = form.neededText("identityNumber")
            return { WebAnswer(201, ["wearer": JSONValue(try await $0.subscribe(token, number: number))]) }
        },
        Route(.post, "/data-subscriptions/end", "unsubscribeFromPerson", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let number = form.neededText("identityNumber")
            return Route.done { try await $0.unsubscribe(token, number: number) }
        },
        Route(.post, "/group-queries", "askGroup", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let query = HealthForms.query(&form)
            return {
                switch try await $0.ask(token, query) {
                case .answered(let group, let answer):
                    WebAnswer(
                        201, ["group": JSONValue(group), "isFrozen": false, "answer": HealthJSON.of(answer)])
                case .frozen(let group):
                    WebAnswer(201, ["group": JSONValue(group), "isFrozen": true, "answer": .null])
                }
            }
        },
        Route(.post, "/group-subscriptions", "subscribeToGroup", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let query = HealthForms.query(&form)
            return {
                let found = try await $0.subscribe(token, to: query)
                return WebAnswer(201, ["group": JSONValue(found.group), "isFrozen": .flag(found.isFrozen)])
            }
        },
        Route(.delete, "/group-subscriptions/{group}", "stopGroup") { call, form throws(Problem) in
            let (token, group) = (try call.token(), GroupID(try call.number("group")))
            return Route.done { try await $0.stop(token, group) }
        },
    ]
}
