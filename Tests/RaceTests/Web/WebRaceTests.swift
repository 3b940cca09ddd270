// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import Testing
import WebTestKit

@testable import RaceRules
@testable import WebInterface

/// The race service by requests alone, without a network.
@Suite struct WebRaceTests {
    /// Runs a city in which a user, an organiser and a race of the organiser at 09:00 are.
    private func live(_ body: (_ ada: WebProgram, _ club: WebProgram) async throws -> Void) async throws {
        let secrets = RecordedSecrets(KeyedSecrets(key: [7]))
        let town = try InterfaceTown(secrets: secrets)
        // What it holds is told weakly of what happens.
        defer { withExtendedLifetime(town) {} }
        let program = WebProgram(LiveWeb.open(town.client, secrets))
        func enter(_ name: String, as type: String) async throws -> WebProgram {
            let form = """
                {"username": "\(name)", "email": "\(name)@example.org", "password": "Passw0rd1", \
                "passwordRepeat": "Passw0rd1", "name": "\(name)", "surname": "Rossi", "consent": true}
                """
            let entered = await program.ask(.post, "/accounts/\(type)", form, key: name)
            #expect(entered.status == 201 && entered.number("account") != nil, "\(entered)")
            let login = #"{"username": "\#(name)", "password": "Passw0rd1", "token": true}"#
            return try #require(await program.session("/race/sessions", login))
        }
        try await town.host.loop.live {
            let club = try await enter("club", as: "organisers")
            let race = await club.ask(.post, "/races", Self.race(from: 9, to: 10, track: Self.track(900)), key: "race")
            #expect(race.status == 201 && race.number("race") == 1, "\(race)")
            try await body(try await enter("ada", as: "race-users"), club)
        }
    }

    private static func race(from: Int, to: Int, track: String) -> String {
        func time(_ hour: Int) -> String { "1970-01-01T\(hour < 10 ? "0" : "")\(hour):00:00Z" }
        return #"{"name": "run", "start": "\#(time(from))", "end": "\#(time(to))", "maximum": 100, "track": \#(track)}"#
    }

    /// From 100 m east on along the middle of the city's square of a kilometre.
    private static func track(_ east: Double) -> String {
        let ends = [100, east].map { RaceTown.map.geographic(Place(metresEast: $0, north: 500)) }
        let points = ends.map { #"{"latitude": \#($0.latitude), "longitude": \#($0.longitude)}"# }
        return "[\(points.joined(separator: ", "))]"
    }

    @Test("RACE-R24, RACE-CREATE-EXC, INV-RaceTimes, RACE-ASSUME-D7: what a race lacks or breaks is said")
    func organiser() async throws {
        try await live { ada, club in
            let empty = await club.ask(.post, "/races", "{}", key: "a")
            #expect(empty.isProblem(422, "missing", "RACE-CREATE-EXC"), "\(empty)")
            for field in ["start", "end", "maximum"] {
                #expect(empty.body.contains(#"{"name":"\#(field)","says":"is missing"}"#), "\(empty)")
            }
            func create(_ race: String, _ key: String) async -> WebAnswer {
                await club.ask(.post, "/races", race, key: key)
            }
            let (inside, outside) = (Self.track(900), Self.track(1500))
            #expect(
                await create(Self.race(from: 10, to: 9, track: inside), "b").isProblem(422, "badTimes", "INV-RaceTimes")
            )
            #expect(await create(Self.race(from: 7, to: 9, track: inside), "c").isProblem(422, "past", "INV-RaceTimes"))
            let beyond = await create(Self.race(from: 11, to: 12, track: outside), "d")
            #expect(beyond.isProblem(422, "trackNotCovered", "RACE-ASSUME-D7"), "\(beyond)")
            let broken = await create(Self.race(from: 11, to: 12, track: #"[{"latitude": 45}, 7]"#), "e")
            for says in [
                #"{"name":"track.0.longitude","says":"is missing"}"#, #"{"name":"track.1","says":"must be an object"}"#,
            ] { #expect(broken.body.contains(says), "\(says): \(broken)") }
            let again = await club.ask(.put, "/races/1/track", #"{"track": \#(inside)}"#)
            #expect(again.isProblem(409, "alreadyDefined", "RACE-CREATE-ROUTE"), "\(again)")
            let coming = await club.ask(.get, "/coming-races")
            #expect(coming.text("purpose") == "coming" && coming.body.contains(#""race":1,"name":"run""#), "\(coming)")
            #expect(await ada.ask(.get, "/coming-races").word == "wrongRole")
            #expect(await ada.ask(.get, "/me/race-user").number("user") == 1)
            #expect(await club.ask(.post, "/race-consent-requests", #"{"user": 1}"#, key: "f").status == 204)
            let nobody = await club.ask(.post, "/race-consent-requests", #"{"user": 9}"#, key: "g")
            #expect(nobody.isProblem(404, "unknownUser", "DEC-RACE-CONSENT"), "\(nobody)")
        }
    }

    @Test(
        "RACE-JOIN, RACE-JOIN-CONSENT, RACE-R21, RACE-SPECTATOR, RACE-WATCH: a race is found, joined with consent, and left"
    )
    func user() async throws {
        try await live { ada, _ in
            let list = await ada.ask(.get, "/races")
            #expect(list.text("purpose") == "joining" && list.body.contains(#""state":"open""#), "\(list)")
            let odd = await ada.ask(.get, "/races", query: ["purpose": "runing"])
            #expect(odd.body.contains("do you mean `running`?"), "\(odd)")
            func join(_ key: String) async -> WebAnswer { await ada.ask(.post, "/races/1/participants", key: key) }
            #expect(await join("a").isProblem(409, "noConsent", "RACE-JOIN-CONSENT"))
            #expect(await ada.ask(.put, "/me/race-consents/9").isProblem(409, "notAsked", "DEC-RACE-CONSENT"))
            #expect(await ada.ask(.put, "/me/race-consents/1").status == 204)
            #expect(await ada.ask(.put, "/me/race-consents/1").isProblem(409, "alreadyConsented", "RACE-JOIN-CONSENT"))
            let joined = await join("b")
            #expect(joined.status == 201 && joined.text("state") == "joined", "\(joined)")
            #expect(joined.text("start") == "1970-01-01T09:00:00.000Z" && joined.number("participants") == 1)
            #expect(await join("b").isReplayed)
            #expect(await join("c").isProblem(409, "alreadyJoined", "INV-RaceCapacity"))
            #expect(await ada.ask(.put, "/races/1/spectator").isProblem(409, "overlap", "DEC-RACE-SPECTATOR"))
            #expect(await ada.ask(.delete, "/races/1/spectator").isProblem(409, "notSpectator", "RACE-SPECTATOR"))
            #expect(await ada.ask(.put, "/races/1/map").isProblem(409, "notOn", "RACE-WATCH"))
            #expect(await ada.ask(.get, "/races/1/map/next").isProblem(409, "notFollowing", "RACE-WATCH"))
            #expect(await ada.ask(.get, "/races/1/statistics").isProblem(409, "noStatistics", "RACE-WATCH"))
            #expect(await ada.ask(.get, "/races/9/statistics").isProblem(404, "unknownRace", "RACE-WATCH"))
            #expect(await ada.ask(.post, "/races/1/start", key: "d").isProblem(409, "notOn", "RACE-R19"))
            let position = #"{"place": {"latitude": 45.456, "longitude": 9.185}, "coveredMetres": 10}"#
            #expect(await ada.ask(.put, "/races/1/position", position).status == 204)
            let lacking = await ada.ask(.put, "/races/1/position", #"{"place": {"latitude": 45.456}}"#)
            #expect(lacking.body.contains("place.longitude") && lacking.body.contains("coveredMetres"), "\(lacking)")
            #expect(await ada.ask(.delete, "/me/race-consents/1").status == 204)
            #expect(await ada.ask(.delete, "/me/race-consents/1").isProblem(409, "noConsent", "DEC-RACE-CONSENT"))
            #expect(await ada.ask(.put, "/me/race-wish").status == 204)
            #expect(await ada.ask(.put, "/me/race-wish").isProblem(409, "alreadyWished", "RACE-JOIN-EXC"))
        }
    }

    @Test(
        "Every word with which the race service refuses has its status, its rule and its sentence; news have names of their own"
    )
    func words() {
        func holds<Word: EventWord>(_ words: Word.Type, _ meanings: [String: Refusals.Meaning]) {
            #expect(Set(words.allCases.map(\.word)) == Set(meanings.keys), "\(words)")
            for (word, meaning) in meanings {
                #expect([403, 404, 409, 422].contains(meaning.status) && meaning.rule != nil, "\(words) \(word)")
            }
        }
        holds(JoinRefusal.self, Refusals.raceJoins)
        holds(SpectatorRefusal.self, Refusals.spectators)
        holds(RaceUserRefusal.self, Refusals.raceUsers)
        holds(RunnerRefusal.self, Refusals.runners)
        holds(RaceRefusal.self, Refusals.raceForms)
        holds(TrackRefusal.self, Refusals.tracks)
        holds(ConsentRequestRefusal.self, Refusals.consentRequests)

        let (race, organiser) = (RaceID(1), OrganiserID(2))
        let row = RaceRow(
            race: race, name: "run", start: .seconds(9 * 3600), end: .seconds(10 * 3600), length: .metres(800),
            participants: 3, maximum: 100, state: .full)
        let statistics = RaceStatistics(
            participants: 2, running: 1, finished: 1, out: 0, meanTime: .seconds(250),
            first: [RankedRunner(rank: 1, user: RaceUserID(4), time: .seconds(250), covered: .metres(1000))])
        let told: [RaceNotice] = [
            .announced(row), .races([], .running), .available(row), .wishStored, .joined(row),
            .joinRefused(race, .full), .consentAsked(organiser), .consentStored(organiser), .consentRemoved(organiser),
            .participationEnded(race), .reminder(row), .spectatorAccepted(race), .spectatorRefused(race, .over),
            .spectatorLeft(race), .following(race, track: [], participants: 2), .followEnded(race),
            .statistics(race, statistics), .trackDefined(race, .metres(800)), .started(race), .ended(race),
            .cancelled(race, .noTrack), .refused(.notOn), .runnerRefused(race, .over),
        ]
        let news = told.map { WebNews.of($0, RaceTown.map) }
        #expect(Set(news.map(\.name)).count == told.count)
        let lines = Dictionary(uniqueKeysWithValues: news.map { ($0.name, $0.content.line) })
        #expect(
            lines["race.reminder"]
                == #"{"race":1,"name":"run","start":"1970-01-01T09:00:00.000Z","end":"1970-01-01T10:00:00.000Z","#
                + #""lengthMetres":800,"participants":3,"maximum":100,"state":"full"}"#)
        #expect(
            lines["race.statistics"]
                == #"{"race":1,"statistics":{"participants":2,"running":1,"finished":1,"out":0,"meanTimeSeconds":250,"#
                + #""first":[{"rank":1,"user":4,"timeSeconds":250,"coveredMetres":1000}]}}"#)
        #expect(lines["race.wishStored"] == "{}" && lines["race.following"]?.contains(#""track":[]"#) == true)
        #expect(lines["race.consentAsked"] == #"{"organiser":2}"#)
    }
}
