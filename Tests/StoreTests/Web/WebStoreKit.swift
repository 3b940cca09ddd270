// SPDX-License-Identifier: GPL-3.0-or-later

import Accounts
import CityLoop
import CityModel
import StoreRules
import StoreService
import Testing
import WebTestKit

@testable import WebInterface

/// Two stores behind the web interface, with the devices of the first one. A visit lasts a millisecond of the city's time at least.
struct WebTown {
    let town: StoreTown
    let web: WebCity
    /// The same without devices.
    let bare: WebCity

    /// Keys of the first store's totem, gate and exit, and of the second store's gate.
    static let (totem, gate, exit, otherGate) = ("totem-1-key-0123456789", "gate-1-key", "exit-1-key", "gate-2-key")
    static let secondTotem = "totem-1b-key"

    init(_ settings: StoreSettings = .of(2, 1, 2)) throws {
        var parameters = StoreParameters()
        parameters.leastVisit = .milliseconds(1)
        let secrets = RecordedSecrets(KeyedSecrets(key: [7]))
        town = try StoreTown(settings, parameters: parameters, writing: nil, secrets: secrets) { _, _ in
            .delivered(after: .zero)
        }
        var devices = WebDevices()
        #expect(devices.add(.init("door totem", .totem, of: StoreID(1)), key: Self.totem) == nil)
        #expect(devices.add(.init("door gate", .gate, of: StoreID(1)), key: Self.gate) == nil)
        #expect(devices.add(.init("till", .exit, of: StoreID(1)), key: Self.exit) == nil)
        #expect(devices.add(.init("second totem", .totem, of: StoreID(1)), key: Self.secondTotem) == nil)
        #expect(devices.add(.init("other gate", .gate, of: StoreID(2)), key: Self.otherGate) == nil)
        web = LiveWeb.open(town.client, secrets, devices, stores: WebStores(town.stores.service))
        bare = LiveWeb.open(town.client, secrets)
    }

    /// Runs the city while programs speak to it.
    func live(_ body: (WebProgram) async throws -> Void) async throws {
        // What it holds is told weakly of what happens.
        defer { withExtendedLifetime(town) {} }
        try await town.loop.live { try await body(WebProgram(web)) }
    }

    /// Signs shopper number n in, whose phone nobody has used before.
    func shopper(_ number: Int, _ program: WebProgram) async throws -> WebProgram {
        let phone = "+39 333 1000\(100 + number)"
        let sent = await program.ask(.post, "/phone-codes", #"{"phone": "\#(phone)"}"#, key: "code \(number)")
        #expect(sent.status == 202, "\(sent)")
        var session: WebProgram?
        // The message is on its way at the instant of the answer.
        for _ in 0..<500 where session == nil {
            try await Task.sleep(for: .milliseconds(10))
            guard let code = town.phone.code else { continue }
            session = await program.session(
                "/phone-sessions", #"{"phone": "\#(phone)", "code": "\#(code)", "token": true}"#)
        }
        return try #require(session)
    }

    /// Begins the session of a member of staff.
    func staff(_ name: String, _ program: WebProgram) async throws -> WebProgram {
        let form = #"{"username": "\#(name)", "password": "\#(StoreTown.password)", "token": true}"#
        return try #require(await program.session("/staff/sessions", form))
    }

    /// A time of the day as requests state it.
    static func time(_ hour: Int, _ minute: Int = 0, day: Int = 0) -> String {
        WebTime.text(clock(hour, minute, day: day))
    }
}
