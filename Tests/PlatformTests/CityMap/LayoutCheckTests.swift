// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import Testing

@testable import CityMap

@Suite struct LayoutCheckTests {
    private func check(
        _ town: Town, _ limits: LayoutLimits = LayoutLimits(), over city: Town? = nil
    ) throws -> LayoutCheck {
        try LayoutCheck(
            geoJSON: town.text, fileName: "town.geojson", numberProperty: "zone", limits: limits,
            covering: city.map {
                LayoutCheck.Ground(
                    geoJSON: $0.text, fileName: "city.geojson", numberProperty: "zone", nameProperty: "name")
            })
    }

    private func errors(_ check: LayoutCheck) -> [LayoutProblem] { check.problems.filter { $0.severity == .error } }

    /// Nine squares of 500 m in three rows, some left out.
    private func block(without missing: Set<Int> = []) -> Town {
        var town = Town()
        for number in 1...9 where !missing.contains(number) {
            let (row, column) = ((number - 1) / 3, (number - 1) % 3)
            town.add("\(number)", Town.square(Double(column) * 500, Double(row) * 500, 500, 500))
        }
        return town
    }

    /// The text with the two numbers of every position swapped.
    private func swapped(_ text: String) -> String {
        text.replacing(#/\[(-?[\d.]+),(-?[\d.]+)\]/#) { "[\($0.2),\($0.1)]" }
    }

    @Test("a good layout has no problem, and its figures are reported")
    func good() throws {
        let found = try check(block())
        #expect(found.problems.isEmpty && found.isGood)
        #expect(found.zones == 9 && abs(found.area - 9 * 250_000) < 500)
        #expect(abs((found.middle?.latitude ?? 0) - 46.0767) < 0.001)
    }

    @Test("rough maps are good; narrow gaps and clockwise rings are warnings", arguments: [0, 1])
    func rough(_ city: Int) throws {
        let map = city == 0 ? RoughMap.inland : .coastal
        let found = try LayoutCheck(geoJSON: map.text, fileName: "rough.geojson")
        #expect(found.isGood, "\(errors(found))")
        #expect(found.problems.filter { $0.feature == nil }.map(\.kind) == [.gap, .outline])
        #expect(found.problems.first?.message.contains(#/^[0-9]{2,} gaps/#) == true, "\(found.problems)")
    }

    @Test("a zone that is missing among others is a gap, named by its neighbours")
    func gap() throws {
        let found = errors(try check(block(without: [5])))
        #expect(found.map(\.kind) == [.gap])
        // Corners touch as well as sides.
        #expect(found.first?.zones.map(\.number) == [1, 2, 3, 4, 6, 7, 8, 9])
        #expect(found.first?.message.contains("features[0] (zone 1, N1)") == true)
        #expect(
            found.first?.message.contains("250") == true && found.first?.message.contains("longitude 11.12") == true)
        // The width that counts is given by the caller.
        var limits = LayoutLimits()
        limits.gap = .metres(251)
        #expect(try errors(check(block(without: [5]), limits)).isEmpty)
        limits.gap = .metres(248)
        #expect(try errors(check(block(without: [5]), limits)).map(\.kind) == [.gap])
    }

    @Test("ground of the city that is in no zone is reported by zone of the city, also at the edge")
    func uncovered() throws {
        let found = errors(try check(block(without: [1, 2]), over: block()))
        #expect(found.map(\.kind) == [.gap, .gap])
        #expect(found.first?.message.contains("of zone 1 (N1) of city.geojson, all of it,") == true)
        #expect(try check(block(), over: block(without: [3])).isGood)
        #expect(try check(block(without: [1])).isGood, "at the edge nothing shows it without the city")
    }

    @Test("a zone nowhere as wide as the limit is a sliver; a sliver beside ampler ground is a warning")
    func slivers() throws {
        var town = block()
        town.add("10", Town.square(0, 1500, 1500, 9))
        #expect(errors(try check(town)).map(\.kind) == [.sliver])
        #expect(errors(try check(town)).first?.message.contains("features[9] (zone 10, N10) is a sliver: 13") == true)
        var ample = block()
        ample.add("10", Town.square(0, 1500, 1500, 11))
        #expect(try check(ample).problems.isEmpty)
        let rock = Town.ring(Town.square(2000, 0, 4, 4))
        let square = Town.ring(Town.square(0, 0, 500, 500))
        let text =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"zone":1},"geometry":"#
            + #"{"type":"MultiPolygon","coordinates":[[\#(square)],[\#(rock)]]}}]}"#
        let mixed = try LayoutCheck(geoJSON: text, fileName: "x", numberProperty: "zone")
        #expect(mixed.isGood && mixed.problems.map(\.kind) == [.sliver])
        #expect(mixed.problems.first?.message.contains("1 sliver among its 2 polygons") == true)
    }

    @Test("swapped axes are guessed from the shape of the zones, and known from the city")
    func swappedAxes() throws {
        let text = swapped(RoughMap.inland.text)
        func check(_ limits: LayoutLimits, over: Bool = false) throws -> [LayoutProblem] {
            let city = LayoutCheck.Ground(
                geoJSON: RoughMap.inland.text, fileName: "city", numberProperty: "zone_id",
                nameProperty: "name")
            return errors(
                try LayoutCheck(geoJSON: text, fileName: "x", limits: limits, covering: over ? city : nil))
        }
        var limits = LayoutLimits()
        #expect(try check(limits).map(\.kind) == [.position])
        #expect(try check(limits).first?.message.contains("--axis-order-known") == true)
        #expect(try check(limits, over: true).map(\.message.localizedLowercase).first?.contains("are swapped") == true)
        limits.knowsAxes = true
        #expect(try check(limits).isEmpty)
        #expect(try check(limits, over: true).count == 1)
        // At 46 degrees north squares drawn as squares are no guess.
        #expect(try self.check(block()).isGood)
        let turned = try LayoutCheck(geoJSON: swapped(block().text), fileName: "x", numberProperty: "zone")
        #expect(errors(turned).map(\.kind) == [.position])
    }

    @Test("one feature with swapped or projected positions is named, and the others are still checked")
    func oneFeature() throws {
        var town = block()
        town.features[4] = swapped(town.features[4])
        town.add("10", Town.square(250, 250, 200, 200))
        let found = errors(try check(town))
        #expect(found.map(\.feature) == [4, 9])
        #expect(found.first?.message.contains("features[4] (zone 5, N5) lies") == true)
        #expect(found.first?.message.contains("probably swapped") == true)
        #expect(found.last?.kind == .overlap)
    }

    @Test("clockwise outer rings are one warning that names the first")
    func clockwise() throws {
        var town = block()
        town.add("10", Array(Town.square(1500, 0, 500, 500).reversed()))
        let found = try check(town)
        #expect(found.isGood && found.problems.map(\.severity) == [.warning])
        #expect(found.problems.first?.message.contains("1 of 10 zones, features[9] (zone 10, N10)") == true)
    }

    @Test("everything is reported at once: numbers, overlap, gap, sliver and ring")
    func allAtOnce() throws {
        var town = block(without: [5])
        town.add("1", Town.square(5000, 0, 500, 500))
        town.add("20", Town.square(100, 100, 300, 300))
        town.add("21", Town.square(3000, 0, 5, 800))
        let kinds = errors(try check(town)).map(\.kind.rawValue)
        #expect(Set(kinds) == ["gap", "overlap", "sliver", "zoneNumber"])
        town.features[0] = town.features[0].replacing("\"zone\":1,", with: "")
        #expect(errors(try check(town)).contains { $0.feature == 0 && $0.kind == .zoneNumber })
    }
}
