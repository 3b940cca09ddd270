// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import Testing
import WebTestKit

@testable import HealthRules
@testable import WebInterface

/// The health service by requests alone, without a network.
@Suite struct WebHealthTests {
    private static let wearer = """
        {"username": "mario", "email": "mario@example.org", "password": "Passw0rd1", "passwordRepeat": "Passw0rd1", \
        "name": "Mario", "surname": "Rossi", "identityNumber": "rss mra 85T10 A562S", "birth": "1960-12-10", \
        "residence": {"latitude": 45.456, "longitude": 9.185}, "consentText": \(ConsentText.current.number), "consent": true}
        """
    private static let organisation = """
        {"name": "Istituto", "vatNumber": "IT 01234567890", "password": "Passw0rd1", "passwordRepeat": "Passw0rd1", \
        "consent": true}
        """
    /// The key of whoever sends ambulances.
    private static let rescueKey = "0123456789abcdef0123456789abcdef"
    private static let person = #""identityNumber": "RSSMRA85T10A562S""#

    /// Runs a city in which one person and one organisation have accounts.
    private func live(_ body: (_ nobody: WebProgram, _ mario: WebProgram, _ studies: WebProgram) async throws -> Void)
        async throws
    {
        let secrets = RecordedSecrets(KeyedSecrets(key: [7]))
        let town = try InterfaceTown(secrets: secrets)
        // What it holds is told weakly of what happens.
        defer { withExtendedLifetime(town) {} }
        var devices = WebDevices()
        #expect(devices.add(.init("rescue", .rescue, of: nil), key: Self.rescueKey) == nil)
        let program = WebProgram(LiveWeb.open(town.client, secrets, devices))
        func session(_ name: String) async throws -> WebProgram {
            let form = #"{"username": "\#(name)", "password": "Passw0rd1", "token": true}"#
            return try #require(await program.session("/health/sessions", form))
        }
        try await town.host.loop.live {
            let person = await program.ask(.post, "/accounts/wearers", Self.wearer, key: "person")
            #expect(person.status == 201 && person.number("account") != nil, "\(person)")
            let organised = await program.ask(.post, "/accounts/organisations", Self.organisation, key: "organisation")
            #expect(organised.status == 201, "\(organised)")
            try await body(program, try await session("mario"), try await session("01234567890"))
        }
    }

    @Test("ACCOUNT-TRACK-R12, -EXC, -R16: what a form lacks, or breaks, is said by name")
    func accounts() async throws {
        try await live { nobody, mario, _ in
            let lacking = await nobody.ask(.post, "/accounts/wearers", #"{"consent": true}"#, key: "a")
            #expect(lacking.isProblem(422, "missingField", "ACCOUNT-REG-14"), "\(lacking)")
            for field in ["surname", "identityNumber", "birth", "consentText"] {
                #expect(lacking.body.contains(#"{"name":"\#(field)","says":"is missing"}"#), "\(lacking)")
            }
            let again = Self.wearer.replacing("mario", with: "luigi")
            let twice = await nobody.ask(.post, "/accounts/wearers", again, key: "b")
            #expect(twice.isProblem(409, "alreadyRegistered", "ACCOUNT-TRACK-EXC"), "\(twice)")
            let slip = again.replacing("A562S", with: "A562T")
            let wrong = await nobody.ask(.post, "/accounts/wearers", slip, key: "c")
            #expect(wrong.isProblem(422, "badIdentityNumber", "ACCOUNT-TRACK-R12"), "\(wrong)")
            let odd = again.replacing("1960-12-10", with: "10.12.1960")
            let date = await nobody.ask(.post, "/accounts/wearers", odd, key: "d")
            #expect(date.body.contains(#"{"name":"birth","says":"must be a date such as `2030-12-31`"}"#), "\(date)")
            let firm = await nobody.ask(.post, "/accounts/organisations", Self.organisation, key: "e")
            #expect(firm.isProblem(409, "duplicateVATNumber", "ACCOUNT-TRACK-R16"), "\(firm)")
            let profile = await mario.ask(.get, "/me")
            #expect(profile.text("identityNumber") == "RSSMRA85T10A562S" && profile.text("birth") == "1960-12-10")
        }
    }

    @Test("HEALTH-BACKGROUND, SEC-10, HEALTH-R34, HEALTH-R26: what an app sets, in the order in which it may")
    func app() async throws {
        try await live { _, mario, studies in
            #expect(await mario.ask(.get, "/me/wearer").body == #"{"wearer":1}"#)
            #expect(await studies.ask(.get, "/me/wearer").word == "wrongRole")
            func permit() async -> WebAnswer { await mario.ask(.put, "/me/permission", #"{"isGiven": true}"#) }
            #expect(await permit().isProblem(409, "notLoggedIn", "HEALTH-BACKGROUND"))
            let odd = await mario.ask(.put, "/me/batch-key", #"{"key": "5EA1"}"#)
            #expect(odd.body.contains("must be 16 hexadecimal digits"), "\(odd)")
            #expect(await mario.ask(.put, "/me/batch-key", #"{"key": "0000000000005ea1"}"#).status == 204)
            #expect(await mario.ask(.put, "/me/devices/1").isProblem(409, "notPermitted", "SEC-10"))
            #expect(await permit().status == 204)
            #expect(await mario.ask(.post, "/me/devices/1/failures", key: "f").status == 204)
            #expect(await mario.ask(.post, "/help-line-calls", key: "h").status == 204)
            #expect(await mario.ask(.put, "/me/devices/1").status == 204)
            #expect(await mario.ask(.put, "/me/sos", #"{"isOn": false}"#).status == 204)
            #expect(await mario.ask(.post, "/health/restart", key: "r").word == "wrongRole")
        }
    }

    /// A batch of person 1, from so many milliseconds before 08:00 on: what is sent, under a key.
    private static func batch(from start: Int, rate: Int32, key: UInt64) -> String {
        let begin = HealthTown.start - .milliseconds(start)
        let batch = HealthBatch(
            WearerID(1), DeviceID(1), from: begin, to: begin + .milliseconds(2500),
            at: Place(east: 91_850_000, north: 454_560_001), [HealthValue(.heartRate, hundredths: rate)])
        let seal = String(batch.seal(key), radix: 16)
        let digits = String(repeating: "0", count: 16 - seal.count) + seal
        return """
            {"device": 1, "start": "\(WebTime.text(batch.start))", "end": "\(WebTime.text(batch.end))", \
            "place": {"latitude": 45.4560001, "longitude": 9.185}, \
            "values": [{"parameter": "heartRate", "hundredths": \(rate)}], "seal": "\(digits)"}
            """
    }

    @Test(
        "SEC-09, AVAIL-03, HEALTH-R27: a phone's batch, sealed with its key, is stored once, and whoever sends ambulances answers an SOS"
    )
    func batches() async throws {
        try await live { nobody, mario, studies in
            let (key, calm) = (UInt64(0x5EA1), Self.batch(from: 9700, rate: 7150, key: 0x5EA1))
            func send(_ batch: String, _ name: String) async -> WebAnswer {
                await mario.ask(.post, "/me/batches", batch, key: name)
            }
            #expect(await send(calm, "a").isProblem(409, "notLoggedIn", "HEALTH-BACKGROUND"))
            #expect(await mario.ask(.put, "/me/batch-key", #"{"key": "0000000000005ea1"}"#).status == 204)
            #expect(await mario.ask(.put, "/me/permission", #"{"isGiven": true}"#).status == 204)
            #expect(await send(calm, "b").isProblem(409, "notLinked", "HEALTH-R34"))
            #expect(await mario.ask(.put, "/me/devices/1").status == 204)
            #expect(
                await send(Self.batch(from: 9700, rate: 7150, key: key + 1), "c").isProblem(422, "tampered", "SEC-09"))
            #expect(await send(calm, "d").body == #"{"isDangerous":false}"#)
            #expect(await send(calm, "d").isReplayed)
            #expect(await send(calm, "e").isProblem(409, "overlap", "INV-DataNoOverlap"))
            #expect(await send(Self.batch(from: 6000, rate: 3900, key: key), "f").body == #"{"isDangerous":true}"#)
            #expect(await studies.ask(.post, "/me/batches", calm, key: "g").word == "wrongRole")
            #expect(await nobody.ask(.post, "/me/batches", calm, key: "h").status == 401)
            let odd = await send(#"{"device": 1, "start": "8:00", "values": [{"parameter": "heart"}]}"#, "i")
            for field in ["start", "end", "place", "values.0.parameter", "values.0.hundredths", "seal"] {
                #expect(odd.body.contains(#""name":"\#(field)""#), "\(odd)")
            }

            let rescue = nobody.with(device: Self.rescueKey)
            let taken = #"{"reply": "taken"}"#
            #expect(await rescue.ask(.post, "/sos/1/answer", taken, key: "j").status == 204)
            #expect(await rescue.ask(.post, "/sos/9/answer", taken, key: "k").word == "unknownPerson")
            #expect(await nobody.ask(.post, "/sos/1/answer", taken, key: "l").word == "noDevice")

            _ = await studies.ask(.post, "/data-requests", "{\(Self.person)}", key: "m")
            _ = await mario.ask(.put, "/me/consents/1", #"{"isGiven": true}"#)
            let range = #""from": "1970-01-01T07:00:00Z", "to": "1970-01-01T09:00:00Z""#
            let read = await studies.ask(.post, "/data-reads", "{\(Self.person), \(range)}")
            #expect(read.body.contains(#""start":"1970-01-01T07:59:50.300Z""#), "\(read)")
            #expect(read.body.contains(#"{"parameter":"heartRate","value":71.5}"#), "\(read)")
        }
    }

    @Test("HEALTH-R7, -R8, -R9, -R27 to -R29: a person is asked, says yes, is subscribed to, and takes it back")
    func consent() async throws {
        try await live { _, mario, studies in
            func ask(_ number: String, _ key: String) async -> WebAnswer {
                await studies.ask(.post, "/data-requests", #"{"identityNumber": "\#(number)"}"#, key: key)
            }
            func read() async -> WebAnswer {
                let range = #""from": "1970-01-01T07:00:00Z", "to": "1970-01-01T09:00:00Z""#
                return await studies.ask(.post, "/data-reads", "{\(Self.person), \(range)}")
            }
            #expect(await ask("X", "a").isProblem(404, "unknownNumber", "HEALTH-REQ-EXC"))
            #expect(await read().isProblem(403, "notAsked", "HEALTH-R9"))
            #expect(await ask("RSSMRA85T10A562S", "b").body == #"{"wearer":1,"state":"pending"}"#)
            #expect(await read().isProblem(403, "pending", "HEALTH-R9"))
            let asked = await mario.ask(.get, "/me/consents")
            #expect(asked.body == #"{"requests":[{"party":1,"state":"pending","isSubscribed":false}]}"#, "\(asked)")
            let yes = #"{"isGiven": true}"#
            #expect(await mario.ask(.put, "/me/consents/9", yes).isProblem(404, "notAsked", "HEALTH-R8"))
            #expect(await mario.ask(.put, "/me/consents/1", yes).status == 204)
            #expect(await mario.ask(.put, "/me/consents/1", yes).isProblem(409, "alreadyGiven", "HEALTH-R8"))
            #expect(await read().body == #"{"batches":[]}"#)
            let long = #"{\#(Self.person), "from": "1970-01-01T07:00:00Z", "to": "1970-01-03T07:00:00Z"}"#
            #expect(await studies.ask(.post, "/data-reads", long).body.contains("24 hours"))

            func subscribe(_ path: String, _ key: String) async -> WebAnswer {
                await studies.ask(.post, "/data-subscriptions" + path, "{\(Self.person)}", key: key)
            }
            #expect(await subscribe("/end", "c").isProblem(409, "noSubscription", "HEALTH-R28"))
            #expect(await subscribe("", "d").body == #"{"wearer":1}"#)
            #expect(await subscribe("", "e").isProblem(409, "alreadySubscribed", "HEALTH-R10-GAP"))
            #expect(await mario.ask(.delete, "/me/consents/1/subscription").status == 204)
            #expect(await mario.events(upTo: "consent.asked") == ["open", "consent.asked"])
            #expect(
                await studies.events(upTo: "data.subscriptionEnded")
                    == ["open", "data.answered", "data.subscriptionEnded"])
            #expect(await subscribe("", "f").status == 201)
            #expect(await subscribe("/end", "g").status == 204)
            #expect(await mario.ask(.delete, "/me/consents/1").status == 204)
            #expect(await read().isProblem(403, "withdrawn", "HEALTH-R9"))
            #expect(await mario.ask(.delete, "/me/consents/1").isProblem(409, "noConsent", "HEALTH-R29"))
            #expect(await mario.ask(.post, "/data-reads", long).status == 422, "forms come before roles")
            #expect(await mario.ask(.post, "/data-requests", "{\(Self.person)}", key: "m").word == "wrongRole")
        }
    }

    @Test("HEALTH-R4, HEALTH-R6, HEALTH-R28: a group that is too small, too fine or wrong is refused; one may wait")
    func groups() async throws {
        try await live { _, _, studies in
            func ask(_ query: String, _ key: String) async -> WebAnswer {
                await studies.ask(.post, "/group-queries", query, key: key)
            }
            #expect(await ask("{}", "a").isProblem(409, "tooFew", "HEALTH-R4"))
            #expect(await ask(#"{"youngest": 21}"#, "b").isProblem(422, "tooFineAges", "DEC-HEALTH-K"))
            #expect(await ask(#"{"youngest": 40, "oldest": 24}"#, "c").isProblem(422, "badAges", "HEALTH-R6"))
            #expect(await ask(#"{"parameters": []}"#, "d").isProblem(422, "noParameter", "HEALTH-R6"))
            #expect(await ask(#"{"intervalSeconds": 1}"#, "e").isProblem(422, "badInterval", "HEALTH-R6"))
            #expect(await ask(#"{"count": 0}"#, "f").isProblem(422, "badCount", "HEALTH-R6"))
            func area(_ east: Int) -> String {
                #"{"area": {"westMetres": 0, "southMetres": -500, "eastMetres": \#(east), "northMetres": 500}}"#
            }
            #expect(await ask(area(501), "g").isProblem(422, "tooFineArea", "DEC-HEALTH-K"))
            #expect(await ask(area(-500), "h").isProblem(422, "badArea", "HEALTH-R6"))
            #expect(await ask(area(1000), "i").word == "tooFew")
            let wrong = await ask(#"{"area": {"westMetres": 0}, "parameters": ["heartrate"]}"#, "j")
            #expect(wrong.body.contains(#"{"name":"area.eastMetres","says":"is missing"}"#), "\(wrong)")
            #expect(wrong.body.contains("do you mean `heartRate`?"), "\(wrong)")
            let frozen = await ask(#"{"waits": true}"#, "k")
            let group = try #require(frozen.number("group"), "\(frozen)")
            #expect(frozen.status == 201 && frozen.flag("isFrozen") == true && frozen.body.contains(#""answer":null"#))
            #expect(
                await studies.ask(.delete, "/group-subscriptions/\(group + 7)").isProblem(
                    404, "noSubscription", "HEALTH-R28"))
        }
    }

    @Test(
        "Every word with which the health service refuses has its status, its rule and its sentence; news have names of their own"
    )
    func words() {
        func holds<Word: EventWord>(_ words: Word.Type, _ meanings: [String: Refusals.Meaning]) {
            #expect(Set(words.allCases.map(\.word)) == Set(meanings.keys), "\(words)")
            for (word, meaning) in meanings {
                #expect([403, 404, 409, 422, 503].contains(meaning.status) && meaning.rule != nil, "\(words) \(word)")
            }
        }
        holds(WearerRefusal.self, Refusals.wearers)
        holds(BatchRefusal.self, Refusals.batches)
        holds(AnswerRefusal.self, Refusals.consents)
        holds(PersonalRefusal.self, Refusals.dataRequests)
        holds(AccessDenial.self, Refusals.denials)
        holds(UnsubscribeRefusal.self, Refusals.unsubscriptions)
        holds(GroupRefusal.self, Refusals.groups)
        holds(GroupStopRefusal.self, Refusals.groupStops)

        let (wearer, party, group) = (WearerID(3), ThirdPartyID(2), GroupID(4))
        let layout = GridLayout(
            rows: 1, columns: 1, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
        let batch = DeliveredBatch(
            HealthBatch(
                wearer, DeviceID(1), from: .seconds(8 * 3600), to: .seconds(8 * 3600 + 3), at: .origin,
                [HealthValue(.temperature, hundredths: 3655)]))
        let answer = GroupAnswer(
            members: 1200, interval: .minutes(15),
            parts: [
                GroupPart(
                    start: .seconds(8 * 3600),
                    values: [
                        GroupValue(parameter: .heartRate, count: 1100, meanTenths: 712, lowTenths: 550, highTenths: 905)
                    ])
            ])
        let told: [PartyNotice] = [
            .forwarded(wearer), .status(wearer, .pending), .requestRefused(.down), .answered(wearer, .accepted),
            .batches(wearer, [batch]), .denied(nil, .unknownNumber), .subscribed(wearer),
            .subscriptionEnded(wearer, .withdrawn), .unsubscribeRefused(wearer, .noSubscription), .batch(wearer, batch),
            .left(wearer), .group(group, answer), .groupRefused(group, .tooFew), .groupFrozen(group),
            .groupSubscribed(group), .groupPaused(group), .groupResumed(group), .groupEnded(group),
            .groupStopRefused(group, .notOwn),
        ]
        let notified: [PersonNotice] = [
            .asked(party), .stored(party, .accepted), .requests([]), .subscriptionEnded(party), .refused(party, .down),
        ]
        let news = told.map { WebNews.of($0, layout) } + notified.map { WebNews.of($0, layout) }
        #expect(Set(news.map(\.name)).count == told.count + notified.count)
        let lines = Dictionary(uniqueKeysWithValues: news.map { ($0.name, $0.content.line) })
        #expect(
            lines["data.batch"]?.hasPrefix(
                #"{"wearer":3,"batch":{"start":"1970-01-01T08:00:00.000Z","end":"1970-01-01T08:00:03.000Z","place":{"#)
                == true)
        #expect(lines["data.batch"]?.hasSuffix(#""values":[{"parameter":"temperature","value":36.55}]}}"#) == true)
        let values = #"[{"parameter":"heartRate","count":1100,"mean":71.2,"low":55,"high":90.5}]"#
        #expect(
            lines["group.answered"]
                == #"{"group":4,"answer":{"members":1200,"intervalSeconds":900,"parts":[{"start":"1970-01-01T08:00:00.000Z","values":\#(values)}]}}"#
        )
        #expect(lines["group.refused"] == #"{"group":4,"reason":"tooFew","advice":"otherCriteria"}"#)
        #expect(lines["consent.asked"] == #"{"party":2}"#)
        #expect(lines["data.denied"] == #"{"wearer":null,"reason":"unknownNumber"}"#)
    }
}
