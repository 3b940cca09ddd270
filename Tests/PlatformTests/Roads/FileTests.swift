// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import Roads

@Suite("The file of a network")
struct FileTests {
    private static func file(_ seed: Int) throws -> RoadFile {
        var draft = StreetDraft.random(seed: seed, most: 12)
        draft.hours = [
            HourTable(days: .sat, milliseconds: (0..<UInt32(draft.tails.count * 24)).map { $0 }),
            HourTable(days: .week, milliseconds: (0..<UInt32(draft.tails.count * 24)).map { $0 * 7 }),
        ]
        return try RoadFile(draft.network())
    }

    @Test("what is written is read again whole, and the same network is the same bytes")
    func roundTrip() throws {
        for seed in 0..<20 {
            let file = try Self.file(seed)
            let read = try RoadFile(file.bytes)
            #expect(read.graph.network == file.graph.network && read.graph.hierarchy == file.graph.hierarchy)
            #expect(read.hash == file.hash && read.bytes == file.bytes && file.hash.count == 16)
            #expect(try Self.file(seed).bytes == file.bytes)
        }
        #expect(try Self.file(1).hash != Self.file(2).hash)
    }

    @Test("the same network is the same bytes while other threads order networks too")
    func threads() async throws {
        let networks = (0..<4).map { StreetDraft.random(seed: 40 + $0, most: 400).network() }
        let alone = try networks.map { try RoadFile($0).bytes }
        try await withThrowingTaskGroup(of: (Int, [UInt8]).self) { group in
            for round in 0..<16 {
                let number = round % networks.count
                group.addTask { (number, try RoadFile(networks[number]).bytes) }
            }
            for try await (number, bytes) in group { #expect(bytes == alone[number], "\(number)") }
        }
    }

    @Test("a file that is cut or changed anywhere is refused, and so is another one or another version")
    func refused() throws {
        let bytes = try Self.file(3).bytes
        #expect(throws: RoadFile.Fault.noNetwork) { try RoadFile([]) }
        #expect(throws: RoadFile.Fault.noNetwork) { try RoadFile(Array("from_node,to_node\n".utf8)) }
        var other = bytes
        other[8] = 9
        #expect(throws: RoadFile.Fault.version(9)) { try RoadFile(other) }
        for end in stride(from: 8, to: bytes.count, by: 41) {
            #expect(throws: RoadFile.Fault.damaged) { try RoadFile(Array(bytes[..<end])) }
        }
        for at in stride(from: 12, to: bytes.count, by: 7) {
            var changed = bytes
            changed[at] ^= 4
            #expect(throws: RoadFile.Fault.damaged) { try RoadFile(changed) }
        }
    }

    @Test("a content that does not fit together is refused although its hash is right")
    func unsound() throws {
        let file = try Self.file(4)
        var network = file.graph.network
        network.millimetres.removeLast()
        var writer = WordWriter()
        writer.add(network, file.graph.hierarchy)
        var reader = WordReader(writer.words[...])
        #expect(reader.network() == nil)
        var whole = WordWriter()
        whole.add(file.graph.network, file.graph.hierarchy)
        for count in 0..<whole.words.count {
            var cut = WordReader(whole.words[..<count])
            #expect(cut.network() == nil, "\(count) words")
        }
    }
}
