// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import Foundation
import ScenarioLanguage
import StoreCodes
import StoreRules
import Synchronization
import Testing

@testable import WebInterface
@testable import WebPopulation

/// A load of shoppers on the clock of the wall, with a server that answers by heart and no network.
@Suite struct ShopperRunTests {
    private static let town = """
        cabrank: 1
        name: town
        length: 12 s
        warm-up: 0 s
        city: {grid: {rows: 1, columns: 1, cell: 10 m, anchor: {longitude: 9.185, latitude: 45.456}}}
        travel: {walking-speed: 10 m/s}
        server: {}
        stores:
          rules: {least-visit: 1 s}
          groups: [{name: corner, chain: Corner, count: 1, zones: {1: 1}, limit: 60, hours: "00:00-24:00"}]
          shoppers:
            - name: neighbours
              population: {people: 5, pause: {exponential: 1 s}}
              radius: 1 km
              set-out: {uniform: {from: 0 s, to: 1 ms}}
              early: {uniform: {from: 0 s, to: 1 ms}}
              visit: {uniform: {from: 1 s, to: 2 s}}

        """

    private static var now: CityTime { CityTime(nanoseconds: Int64(Date().timeIntervalSince1970 * 1000) * 1_000_000) }

    @Test(
        "STORE-R4, STORE-CALL, STORE-R10, STORE-EXIT: people sign in, queue, are called before they have their ticket, and are let in and out by devices"
    )
    func visits() async throws {
        let start = CityTime(nanoseconds: (Self.now.nanoseconds / 1_000_000_000 + 1) * 1_000_000_000)
        let plan = try CityPlan(
            ScenarioReader(services: Slices.all.keys).read(
                text: Self.town, named: "town.yaml", folder: "",
                overrides: [ScenarioOverride(text: "start=\(ClockText.text(start))")]))
        var devices = StoreDevices()
        for kind in [WebDevices.Kind.totem, .gate, .exit] {
            devices.add(StoreDevice(kind, of: StoreID(1)), key: "the \(kind.rawValue)'s key")
        }
        #expect(LiveLoad.problems(plan, devices: devices).isEmpty)
        #expect(LiveLoad.unsent(plan, devices: devices).isEmpty)
        let server = StoreByHeart { Self.now }
        let load = LiveLoad("test", transport: server, mail: server, devices: devices) { Self.now }
        await load.signInPhones(plan) { _, _ in }
        #expect(load.signedIn.opened == 5 && load.signedIn.failed == 0, "\(load.signedIn)")
        while Self.now < start { try await Task.sleep(for: .milliseconds(5)) }
        let result = try await load.run(plan)

        let seen = server.seen
        #expect(result.lost == 0 && result.again == 0 && result.gaps == 0, "\(result)")
        #expect(seen.tickets > 0 && result.told["store.called"] == seen.tickets, "\(seen)")
        #expect(seen.scansIn > 0 && seen.scansOut > 0, "\(seen)")
        #expect(seen.strangers.isEmpty, "who has not the device's key: \(seen.strangers)")
        #expect(Set(seen.keys).count == seen.keys.count, "a key is of one request")
        #expect(result.kinds.map(\.kind).contains("codeScan") && result.kinds.allSatisfy { $0.refused.isEmpty })
    }

    @Test("A load whose stores have no devices sends nobody there")
    func bare() throws {
        let plan = try CityPlan(
            ScenarioReader(services: Slices.all.keys).read(text: Self.town, named: "town.yaml", folder: ""))
        #expect(LiveLoad.unsent(plan, devices: nil) == ["stores"])
        #expect(LiveLoad.problems(plan, devices: nil).map(\.message).contains { $0.contains("nobody is sent") })
        let problems = LiveLoad.problems(plan, devices: StoreDevices()).map(\.message)
        #expect(problems.count == 3 && problems.first?.hasPrefix("store 1 has no totem") == true, "\(problems)")
    }
}

/// A server with one store, where nobody waits.
private final class StoreByHeart: PersonTransport, PersonMail {
    struct Seen: Sendable {
        var tickets = 0, scansIn = 0, scansOut = 0
        var keys: [String] = []
        var strangers: [String] = []
    }

    private struct State {
        var seen = Seen()
        var texts: [ReadText] = []
        var streams: [String: AsyncThrowingStream<[UInt8], any Error>.Continuation] = [:]
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> CityTime

    init(_ clock: @escaping @Sendable () -> CityTime) { self.clock = clock }

    var seen: Seen { state.withLock { $0.seen } }

    func new() -> [ReadMail] { [] }

    func texts() -> [ReadText] {
        state.withLock { state in
            defer { state.texts = [] }
            return state.texts
        }
    }

    func send(_ request: PersonRequest) async throws -> PersonAnswer {
        if let key = request.key { state.withLock { $0.seen.keys.append(key) } }
        let content = request.content.flatMap { JSONContent.read(Array($0.line.utf8)) } ?? .null
        let path = request.path.split(separator: "?").first ?? ""
        switch (request.method, path) {
        case (.post, "/phone-codes"):
            let text = ReadText("To: \(content["phone"]?.text ?? "")\n\nYour code is 123456.\n")
            state.withLock { $0.texts += text.map { [$0] } ?? [] }
            return answer(202, .null)
        case (.post, "/phone-sessions"):
            return answer(201, ["token": .text("session of \(content["phone"]?.text ?? "")")])
        case (.get, "/me/pass"): return answer(200, ["pass": .null])
        case (.get, "/stores"):
            return answer(
                200, StoreJSON.stores([StoreRow(store: StoreID(1), distance: .metres(5), isOpen: true)], empty: nil))
        case (.get, "/stores/1"):
            return answer(200, StoreJSON.of(StorePage(store: StoreID(1), isOpen: true, queued: 0, wait: .zero)))
        case (.post, "/stores/1/tickets"): return try await ticket(request)
        case (.post, "/totems/1/gate"):
            return scan(request, "the gate's key", content, ["decision": "open"]) { $0.scansIn += 1 }
        case (.post, "/totems/1/exit"): return scan(request, "the exit's key", content, [:]) { $0.scansOut += 1 }
        case (.get, "/totems/1/displays"):
            try await Task.sleep(for: .milliseconds(500))
            return answer(200, ["displays": .list([]), "hasGap": false, "last": 0])
        default: return answer(404, ["word": .text("unknownPath")])
        }
    }

    private func answer(_ status: Int, _ content: JSONValue) -> PersonAnswer {
        PersonAnswer(status: status, content: JSONContent.read(Array(content.line.utf8)) ?? .null)
    }

    /// The ticket's call is told while its answer is on the way.
    private func ticket(_ request: PersonRequest) async throws -> PersonAnswer {
        let now = clock()
        let (number, stream) = state.withLock { state in
            state.seen.tickets += 1
            return (Int32(state.seen.tickets), state.streams[request.session ?? ""])
        }
        let called: JSONValue = [
            "at": .time(now), "news": ["pass": JSONValue(Int(number)), "until": .time(now + .minutes(5))],
        ]
        stream?.yield(Array("id: \(number)\nevent: store.called\ndata: \(called.line)\n\n".utf8))
        try await Task.sleep(for: .milliseconds(50))
        let receipt = Receipt(
            pass: PassID(number), store: StoreID(1), code: EntryCode(high: 1, low: UInt64(number)), time: now, ahead: 0)
        return answer(201, StoreJSON.of(receipt))
    }

    private func scan(
        _ request: PersonRequest, _ key: String, _ content: JSONContent, _ more: KeyValuePairs<String, JSONValue>,
        _ count: (inout Seen) -> Void
    ) -> PersonAnswer {
        state.withLock { state in
            count(&state.seen)
            if request.device != key { state.seen.strangers.append(request.device ?? "nobody") }
        }
        let pass = content["code"]?.text.flatMap { EntryCode(text: $0) }?.low ?? 0
        return answer(200, .object([("pass", .whole(pass))] + more.map { ($0.key, $0.value) }))
    }

    func events(
        of session: String, after number: Int64?, from source: SourceAddress
    ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        let (stream, line) = AsyncThrowingStream.makeStream(of: [UInt8].self, throwing: (any Error).self)
        state.withLock { $0.streams[session] = line }
        line.yield(Array("id: 0\nevent: open\ndata: {\"last\":0}\n\n".utf8))
        return stream
    }
}
