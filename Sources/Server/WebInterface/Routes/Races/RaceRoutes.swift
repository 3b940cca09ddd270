// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import RaceRules
import RaceService

/// What those ask who run in races or watch them (RACE-JOIN, RACE-R20, RACE-R21, RACE-SPECTATOR, RACE-WATCH).
///
/// Where a runner is waits until the race's positions are collected, and only what was collected is in a city's input log.
enum RaceRoutes {
    static let all: [Route] =
        accounts + [
            Route(.get, "/me/race-user", "raceUser") { call, form throws(Problem) in
                let token = try call.token()
                return { WebAnswer(200, ["user": JSONValue(try await $0.raceUser(of: token))]) }
            },
            Route(.get, "/races", "races") { call, form throws(Problem) in
                let token = try call.token()
                let purpose = form.word(
                    "purpose", of: ["joining": RaceListPurpose.joining, "running": .running, "coming": .coming])
                return {
                    let list = try await $0.races(token, for: purpose ?? .joining)
                    return WebAnswer(200, RaceJSON.races(list.rows, list.purpose))
                }
            },
            Route(.post, "/races/{id}/participants", "joinRace", key: true) { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                return { WebAnswer(201, RaceJSON.of(try await $0.join(token, race: race))) }
            },
            Route(.put, "/me/race-wish", "waitForRace") { call, form throws(Problem) in
                let token = try call.token()
                return Route.done { try await $0.waitForRace(token) }
            },
            Route(.put, "/me/race-consents/{organiser}", "giveRaceConsent") { call, form throws(Problem) in
                let (token, organiser) = (try call.token(), OrganiserID(try call.number("organiser")))
                return Route.done { try await $0.giveConsent(token, to: organiser) }
            },
            Route(.delete, "/me/race-consents/{organiser}", "withdrawRaceConsent") { call, form throws(Problem) in
                let (token, organiser) = (try call.token(), OrganiserID(try call.number("organiser")))
                return Route.done { try await $0.withdrawConsent(token, from: organiser) }
            },
            Route(.put, "/races/{id}/spectator", "spectate") { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                return Route.done { try await $0.spectate(token, race: race) }
            },
            Route(.delete, "/races/{id}/spectator", "stopSpectating") { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                return Route.done { try await $0.stopSpectating(token, race: race) }
            },
            Route(.put, "/races/{id}/map", "followRace") { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                return { WebAnswer(200, RaceJSON.of(try await $0.follow(token, race: race), call.layout)) }
            },
            Route(.get, "/races/{id}/map/next", "nextSnapshot") { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                return { WebAnswer(200, RaceJSON.of(try await $0.nextSnapshot(token, of: race), call.layout)) }
            },
            Route(.delete, "/races/{id}/map", "unfollowRace") { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                return Route.done { try await $0.unfollow(token, race: race) }
            },
            Route(.get, "/races/{id}/statistics", "raceStatistics") { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                return { WebAnswer(200, RaceJSON.of(try await $0.statistics(token, ofRace: race))) }
            },
            Route(.post, "/races/{id}/start", "crossedStart", key: true) { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                return Route.done { try await $0.crossedStart(token, of: race) }
            },
            Route(.post, "/races/{id}/finish", "crossedFinish", key: true) { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                return Route.done { try await $0.crossedFinish(token, of: race) }
            },
            Route(.post, "/races/{id}/out", "leaveTrack", key: true) { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                let isCutOff = form.flag("isCutOff") ?? false
                return Route.done { try await $0.leaveTrack(token, of: race, isCutOff: isCutOff) }
            },
            Route(.put, "/races/{id}/position", "reportPosition") { call, form throws(Problem) in
                let (token, race) = (try call.token(), RaceID(try call.number("id")))
                form.require("place")
                let point = form.object("place") { $0.neededPoint() } ?? nil
                let place = point.map { call.layout.place($0) } ?? .origin
                let covered = Distance.metres(Int(form.neededNumber("coveredMetres", in: 0...1_000_000)))
                return Route.done { try await $0.reportPosition(token, in: race, at: place, covered: covered) }
            },
        ]

    private static let accounts: [Route] = [
        Route(.post, "/accounts/race-users", "createRaceUser", key: true) { call, form throws(Problem) in
            let entered = AccountRoutes.registration(.raceUser, &form)
            return { WebAnswer(201, ["account": JSONValue(try await $0.createRaceUser(entered))]) }
        },
        Route(.post, "/race/sessions", "loginToRaces") { call, form throws(Problem) in
            let login = LoginForm(
                username: form.text("username"), email: form.text("email"), password: form.neededText("password"))
            let wantsToken = form.flag("token") ?? false
            return { try AccountRoutes.opened(await $0.loginToRaces(login), call, wantsToken) }
        },
        Route(.post, "/race/passwords/forgotten", "forgotRacePassword", key: true) { call, form throws(Problem) in
            let email = form.neededText("email")
            return {
                try await $0.forgotRacePassword(email: email)
                return WebAnswer(202)
            }
        },
        Route(.post, "/race/links/{link}", "followRaceLink", key: true) { call, form throws(Problem) in
            let link = try AccountRoutes.link(call)
            return { WebAnswer(200, ["did": .text(try await $0.followRaceLink(link).word)]) }
        },
    ]
}
