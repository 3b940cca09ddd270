// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import RaceRules
import RaceService

/// What organisers of races ask (RACE-R24, RACE-CREATE-ROUTE, DEC-RACE-CONSENT).
enum OrganiserRoutes {
    static let all: [Route] = [
        Route(.post, "/accounts/organisers", "createOrganiser", key: true) { call, form throws(Problem) in
            let entered = AccountRoutes.registration(.organiser, &form)
            return { WebAnswer(201, ["account": JSONValue(try await $0.createOrganiser(entered))]) }
        },
        Route(.get, "/coming-races", "comingRaces") { call, form throws(Problem) in
            let token = try call.token()
            return { WebAnswer(200, RaceJSON.races(try await $0.comingRaces(token), .coming)) }
        },
        Route(.post, "/races", "createRace", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let race = RaceForm(
                name: form.text("name") ?? "", start: form.instant("start"), end: form.instant("end"),
                maximum: form.number("maximum"), spectators: form.number("spectators"), track: track(call, &form))
            return { WebAnswer(201, ["race": JSONValue(try await $0.createRace(token, race))]) }
        },
        Route(.put, "/races/{id}/track", "defineTrack") { call, form throws(Problem) in
            let (token, race) = (try call.token(), RaceID(try call.number("id")))
            form.require("track")
            let track = track(call, &form) ?? []
            return Route.done { try await $0.defineTrack(token, of: race, track) }
        },
        Route(.post, "/race-consent-requests", "askRaceConsent", key: true) { call, form throws(Problem) in
            let token = try call.token()
            let user = RaceUserID(Int32(form.neededNumber("user", in: 1...Int64(Int32.max))))
            return Route.done { try await $0.askConsent(token, of: user) }
        },
    ]

    /// Positions from the start line to the finish; nil without them.
    private static func track(_ call: WebCall, _ form: inout FormReader) -> [Place]? {
        form.list("track", most: 1000) { list, index in
            (list.object(index) { $0.neededPoint() } ?? nil).map { call.layout.place($0) }
        }
    }
}
