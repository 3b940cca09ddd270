// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import CityMap

@Suite struct ZoneSharesTests {
    private func drawing(_ zones: [(String, [(Double, Double)])]) throws -> LayoutDrawing {
        var town = Town()
        for (number, ring) in zones { town.add(number, ring) }
        return try LayoutDrawing(
            geoJSON: town.text, fileName: "town.geojson", numberProperty: "zone", nameProperty: "name")
    }

    /// One zone of 900 m and one of 300 m, to three of 400 m.
    private func shares() throws -> ZoneShares {
        ZoneShares(
            from: try drawing([("1", Town.square(0, 0, 900, 300)), ("2", Town.square(900, 0, 300, 300))]),
            to: try drawing([
                ("5", Town.square(0, 0, 400, 300)), ("6", Town.square(400, 0, 400, 300)),
                ("7", Town.square(800, 0, 400, 300)),
            ]))
    }

    @Test("shares are shares of ground")
    func ground() throws {
        let shares = try shares()
        let first = try #require(shares.parts(of: 1))
        #expect(first.map(\.zone) == [5, 6, 7])
        for (part, share) in zip(first, [4.0 / 9, 4.0 / 9, 1.0 / 9]) { #expect(abs(part.share - share) < 1e-4) }
        #expect(shares.parts(of: 2)?.map(\.share) == [1])
        #expect(shares.parts(of: 3) == nil)
    }

    @Test("weights by zone keep their sums to the last digit")
    func weights() throws {
        let text = try shares().carried(csv: "zone_id,calls,drivers\n1,0.9,9\n2,0.1,2\n", fileName: "x.csv")
        let rows = text.split(separator: "\n").map { $0.split(separator: ",") }
        #expect(rows.first == ["zone_id", "calls", "drivers"] && rows.dropFirst().map { $0[0] } == ["5", "6", "7"])
        let calls = rows.dropFirst().compactMap { Double($0[1]) }
        for (value, expected) in zip(calls, [0.4, 0.4, 0.2]) { #expect(abs(value - expected) < 1e-4) }
        let millionths = rows.dropFirst().compactMap { Int($0[1].filter { $0 != "." }) }
        #expect(millionths.reduce(0, +) == 1_000_000)
        #expect(rows.dropFirst().compactMap { Int($0[2].filter { $0 != "." }) }.reduce(0, +) == 11_000_000)
    }

    @Test("weights from zone to zone are shared at both ends")
    func pairs() throws {
        let text = try shares().carried(
            csv: "origin_zone,destination_zone,weight\n1,1,81\n2,1,9\n", fileName: "x.csv")
        let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
        #expect(rows.count == 9)
        let expected = ["5,5": 16.0, "5,7": 4, "7,7": 2, "7,5": 8]
        for row in rows {
            guard let weight = expected["\(row[0]),\(row[1])"] else { continue }
            #expect(abs((Double(row[2]) ?? 0) - weight) < 0.01, "\(row)")
        }
        #expect(rows.compactMap { Int($0[2].filter { $0 != "." }) }.reduce(0, +) == 90_000_000)
    }

    @Test("rows of a trace stay whole and are dealt out in the shares")
    func trace() throws {
        let lines = (0..<90).map { "00:00:\($0 < 10 ? "0" : "")\($0 % 60),1,2,1" }
        let csv = (["time,origin_zone,destination_zone,travelers"] + lines).joined(separator: "\n") + "\n"
        let rows = try shares().carried(csv: csv, fileName: "x.csv").split(separator: "\n").dropFirst()
        #expect(rows.count == 90)
        var counts: [Substring: Int] = [:]
        for row in rows {
            let cells = row.split(separator: ",")
            counts[cells[1], default: 0] += 1
            #expect(cells[2] == "7")
        }
        #expect(counts["5"].map { abs($0 - 40) <= 1 } == true && counts["7"].map { abs($0 - 10) <= 1 } == true)
    }

    @Test("what cannot be carried is reported line by line")
    func problems() throws {
        func messages(_ csv: String) throws -> [String] {
            let shares = try shares()
            do throws(InputErrors) {
                _ = try shares.carried(csv: csv, fileName: "x.csv")
                return []
            } catch {
                return error.description.split(separator: "\n").map(String.init)
            }
        }
        let found = try messages("zone_id,calls\n1,x\n3,1\n1,2\n2,-1\n")
        #expect(found.count == 4, "\(found)")
        #expect(found.first == "x.csv:2:3: error: `x` in column `calls` is not a number of 0 or more")
        #expect(try messages("zone,calls\n1,2\n").first?.contains("zone_id") == true)
        #expect(try messages("zone_id,calls\n1\n").first?.contains("1 cells") == true)
        #expect(try messages("zone_id,calls\n") != [])
    }

    @Test("a zone off the new layout is an error when it has weight, and nothing when it has none")
    func outside() throws {
        let shares = ZoneShares(
            from: try drawing([("1", Town.square(0, 0, 500, 500)), ("2", Town.square(900, 0, 500, 500))]),
            to: try drawing([("5", Town.square(0, 0, 500, 500))]))
        #expect(throws: InputErrors.self) { try shares.carried(csv: "zone_id,n\n1,1\n2,1\n", fileName: "x") }
        #expect(try shares.carried(csv: "zone_id,n\n1,1\n2,0\n", fileName: "x") == "zone_id,n\n5,1.000000\n")
    }
}
