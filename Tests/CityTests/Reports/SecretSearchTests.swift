// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import CityTestKit
import Foundation
import GRDB
import RuleTestKit
import Testing

/// The search for planted secrets finds what it should, and nothing else.
@Suite struct SecretSearchTests {
    private let search = SecretSearch([
        Secret("password", "Zw\"ergPinguin_7"), Secret("mail", "Ada.Planted@geheim.example"),
        Secret("place", "7654321", allowedEvents: ["positionReported"]),
    ])

    private func finds(_ text: String) -> [String] { search.finds(in: text.utf8, place: "text").map(\.description) }

    @Test("Every form of a secret is found")
    func forms() {
        #expect(finds("nothing here, ZwergPinguin neither") == [])
        #expect(finds("a Zw\"ergPinguin_7 b") == ["password in text (plain)"])
        #expect(finds("{\"p\":\"Zw\\\"ergPinguin_7\"}") == ["password in text (plain)"])
        #expect(finds("zw\"ergpinguin_7") == ["password in text (lower)"])
        #expect(finds("ADA.PLANTED@GEHEIM.EXAMPLE") == ["mail in text (upper)"])
        #expect(finds("x=ada.planted@geheim.example;") == ["mail in text (lower)"])
        #expect(finds("q=Ada%2EPlanted%40geheim%2Eexample") == ["mail in text (percent)"])
        let base64 = Data("Ada.Planted@geheim.example".utf8).base64EncodedString()
        #expect(finds("basic \(base64)") == ["mail in text (base64)"])
        // Inside a longer text, at each place in a group of three bytes, with anything around it.
        for lead in 0..<6 {
            for tail in 0..<4 {
                let text = String(repeating: "x", count: lead) + "Ada.Planted@geheim.example"
                let longer = Data((text + String(repeating: "\u{7f}", count: tail)).utf8).base64EncodedString()
                #expect(finds("basic \(longer)") == ["mail in text (base64)"], "\(lead) \(tail)")
            }
        }
        let hex = "Ada.Planted@geheim.example".utf8.map { String(format: "%02x", $0) }.joined()
        #expect(finds("x'\(hex)'") == ["mail in text (hex)"])
    }

    @Test("A number is found as a whole, and is allowed in the events that may hold it")
    func numbers() {
        #expect(finds("17654321, 76543210") == [])
        #expect(finds("[7654321]") == ["place in text (plain)"])
        let log = """
            {"cabrankLog":1}
            {"number":1,"timeNs":1,"event":"positionReported","eastMm":7654321}
            {"number":2,"timeNs":1,"event":"offerSent","cellEastMm":7654321}
            """
        #expect(search.finds(inLog: log, place: "log").map(\.description) == ["place in log:3 (plain)"])
    }

    @Test("A folder is searched through: logs, databases with their deleted rows, all other files")
    func folder() throws {
        let temporary = try TemporaryFolder()
        let clean = temporary.path + "/clean"
        _ = try writeRun(city(hours: 4), sharedRides().records, to: clean, keepsEvents: true)
        let none = try search.finds(inFolder: clean)
        #expect(none == [])
        try "note: Ada.Planted@geheim.example".write(toFile: clean + "/notes.csv", atomically: true, encoding: .utf8)
        let database = try DatabaseQueue(path: clean + "/results.sqlite")
        try database.write { database in
            try database.execute(sql: "CREATE TABLE extra (word TEXT)")
            try database.execute(sql: "INSERT INTO extra VALUES (?)", arguments: ["Zw\"ergPinguin_7"])
            try database.execute(
                sql: "INSERT INTO events VALUES (900001, 1, 'positionReported', '{\"eastMm\":7654321}')")
        }
        try database.close()
        let found = Set(try search.finds(inFolder: clean).map(\.secret))
        #expect(found == ["mail", "password"])
        let again = try DatabaseQueue(path: clean + "/results.sqlite")
        try again.write { database in
            try database.execute(sql: "PRAGMA secure_delete = OFF; DELETE FROM extra")
            try database.execute(
                sql: "INSERT INTO events VALUES (900002, 1, 'offerSent', '{\"cellEastMm\":7654321}')")
        }
        try again.close()
        let after = try search.finds(inFolder: clean)
        #expect(Set(after.map(\.secret)) == ["mail", "password", "place"])
    }

    @Test("The events of accounts, server and clients hold numbers and words of closed lists only")
    func events() {
        // Whatever a text field of an event could carry would be neither.
        func judge<Fact: Event>(_ type: Fact.Type) {
            for kind in Fact.kinds {
                #expect(kind.parts.allSatisfy { $0.form != .text }, "\(kind.name)")
                let names = ["name", "email", "password", "token", "address"]
                #expect(kind.parts.allSatisfy { !names.contains($0.name) }, "\(kind.name)")
            }
        }
        judge(AccountEvent.self)
        judge(ServerEvent.self)
        judge(ClientEvent.self)
    }
}
