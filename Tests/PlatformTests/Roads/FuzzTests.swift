// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import RuleTestKit
import Testing

@testable import Roads

/// Inputs that are broken anywhere are read or refused with a sentence, and stop nothing.
@Suite("Broken streets")
struct FuzzTests {
    /// A text with some bytes changed, taken out, or doubled.
    private func broken(_ text: String, _ numbers: inout SplitMix64) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0...numbers.below(4) {
            guard !bytes.isEmpty else { return bytes }
            let at = numbers.below(bytes.count)
            switch numbers.below(5) {
            case 0: bytes[at] = UInt8(numbers.below(256))
            case 1: bytes.removeSubrange(at..<min(bytes.count, at + 1 + numbers.below(9)))
            case 2: bytes.insert(contentsOf: bytes[at..<min(bytes.count, at + 1 + numbers.below(30))], at: at)
            case 3: bytes[at] = Array(",\n\"=@-.xyN9% ".utf8)[numbers.below(13)]
            default: bytes.removeSubrange(at...)
            }
        }
        return bytes
    }

    @Test("broken maps become a network, or problems with lines")
    func maps() throws {
        let text = """
            n5 Tbarrier=gate,access=private x9.001y45
            w10 Thighway=residential,maxspeed=30%20%mph Nn1x9y45,n5x9.001y45,n3x9.002y45
            w20 Thighway=primary,oneway=-1 Nn2x9.001y45.001,n5x9.001y45,n4xy
            r1 Ttype=restriction,restriction=no_left_turn,except=psv;bicycle Mw10@from,n5@via,w20@to
            r2 Ttype=restriction,restriction=only_right_turn Mw20@from,n5@via,w10@to

            """
        var made = 0
        for seed in 0..<3_000 {
            var numbers = SplitMix64(seed: seed)
            var reader = StreetMapReader(file: "city.opl")
            let network = reader.network(broken(text, &numbers))
            #expect((network == nil) == !reader.problems.isEmpty, "seed \(seed)")
            guard let network else { continue }
            made += 1
            if seed % 20 == 0 {
                #expect(try RoadFile(RoadFile(network).bytes).graph.network == network, "seed \(seed)")
            }
        }
        #expect(made > 500 && made < 2_900)
    }

    @Test("broken tables become a network, or problems with lines")
    func tables() {
        let nodes = "node,lon,lat\n1,9.0,45.0\n2,9.001,45.0\n-3,9.001,45.001\n"
        let edges =
            "edge,from_node,to_node,length_m,class,seconds,foot\n7,1,2,78.8,primary,10.5,\n8,2,-3,111,residential,20,yes\n9,-3,1,\"140\",service,,7\n"
        let hours =
            "edge," + StreetTables.hourNames.joined(separator: ",") + "\n"
            + [7, 8, 9].map { edge in "\(edge)," + (0..<24).map { "\($0 + 20)" }.joined(separator: ",") }
            .joined(separator: "\n") + "\n"
        var made = 0
        for seed in -1..<3_000 {
            var numbers = SplitMix64(seed: max(seed, 0))
            var reader = StreetTables()
            func table(_ name: String, _ text: String, _ which: Int) -> StreetTables.Table {
                .init(file: name, bytes: seed % 3 == which ? broken(text, &numbers) : Array(text.utf8))
            }
            let network = reader.network(
                nodes: table("nodes.csv", nodes, 0), edges: table("edges.csv", edges, 1),
                hours: [(days: .week, table: table("seconds-week.csv", hours, 2))])
            #expect((network == nil) == !reader.problems.isEmpty, "seed \(seed)")
            // The first ones are whole.
            if seed < 0 { #expect(network != nil, "\(reader.problems)") }
            if network != nil { made += 1 }
        }
        #expect(made > 20 && made < 2_900, "\(made)")
    }
}
