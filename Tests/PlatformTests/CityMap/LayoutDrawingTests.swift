// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation
import RuleTestKit
import Testing

@testable import CityMap

@Suite struct LayoutDrawingTests {
    private func drawing(_ town: Town) throws -> LayoutDrawing {
        try LayoutDrawing(geoJSON: town.text, fileName: "town.geojson", numberProperty: "zone", nameProperty: "name")
    }

    /// A town of squares in a row, each 500 m wide, numbered from 1.
    private func row(_ count: Int) -> Town {
        var town = Town()
        for index in 0..<count {
            town.add("\(index + 1)", Town.square(Double(index) * 500, 0, 500, 500))
        }
        return town
    }

    private func check(_ layout: DrawnLayout) throws -> LayoutCheck {
        try LayoutCheck(geoJSON: layout.geoJSON, fileName: "made.geojson")
    }

    /// Every border segment between two zones stands in both of them; the others make the outer border.
    private func outerSegments(_ layout: DrawnLayout) -> [Coverage.Segment: Int] {
        var count: [Coverage.Segment: Int] = [:]
        for segment in layout.zones.flatMap(\.ground.segments) { count[segment, default: 0] += 1 }
        return count
    }

    @Test(
        "cells of a rough map cover its ground once, pass the check and share every corner",
        arguments: [0.5e6, 2e6, 7e6])
    func cells(area: Double) throws {
        try holdCells(RoughMap.inland.drawing(), area: area)
    }

    func holdCells(_ base: LayoutDrawing, area: Double) throws {
        let whole = base.zones.reduce(0) { $0 + $1.area }
        for form in [CellForm.squares, .hexagons] {
            let layout = try base.cells(form, area: area)
            let found = try check(layout)
            #expect(found.problems.map(\.message) == [])
            #expect(layout.zones.map(\.id.number) == (1...layout.zones.count).map { Int32($0) })
            let sum = layout.zones.reduce(0) { $0 + $1.area }
            #expect(abs(sum - whole) < 1e-4 * whole, "\(sum) of \(whole)")
            #expect(outerSegments(layout).values.allSatisfy { $0 <= 2 })
            #expect(layout.zones.allSatisfy { $0.area >= area / 3 && $0.area < 3 * area })
            // At least a third of the cells are whole; those have the area asked for.
            #expect(layout.zones.filter { abs($0.area - area) < 1e-3 * area }.count * 3 > layout.zones.count)
        }
    }

    @Test("squares over a square town are its quarters, named from the south-west")
    func quarters() throws {
        var town = Town()
        town.add("7", Town.square(0, 0, 1000, 1000))
        let layout = try drawing(town).cells(.squares, area: 250_000)
        #expect(layout.zones.map(\.name) == ["A1 N7", "B1 N7", "A2 N7", "B2 N7"])
        #expect(layout.zones.allSatisfy { abs($0.area - 250_000) < 50 })
        #expect(layout.zones.map(\.ground.polygons.count) == [1, 1, 1, 1])
        let text = layout.geoJSON
        #expect(text.hasPrefix("{\"type\":\"FeatureCollection\",\"features\":[\n{\"type\":\"Feature\""))
        #expect(!text.contains(#/\.\d{8}/#))
    }

    @Test("nested cells: each zone of the base is made of whole cells, and pieces are joined within it only")
    func nested() throws {
        var town = Town()
        town.add("1", Town.square(0, 0, 700, 1000))
        town.add("2", Town.square(700, 0, 300, 1000))
        // Squares of 500 m: zone 1 has two whole ones and two pieces of 200 m, zone 2 two pieces of 300 m.
        let layout = try drawing(town).cells(.squares, area: 250_000, leastShare: 0.5, isNested: true)
        #expect(layout.zones.map(\.name) == ["A1 N1", "B1 N2", "A2 N1", "B2 N2"])
        let areas = layout.zones.map { ($0.area / 1000).rounded() }
        #expect(areas == [350, 150, 350, 150])
        // Without nesting the pieces of both zones are whole cells.
        #expect(try drawing(town).cells(.squares, area: 250_000).zones.allSatisfy { abs($0.area - 250_000) < 50 })
    }

    @Test(arguments: [0.2e6, 0.7e6])
    func nestedOverRoughMap(area: Double) throws {
        let base = try RoughMap.inland.drawing()
        let layout = try base.cells(.hexagons, area: area, isNested: true)
        #expect(try check(layout).problems.map(\.message) == [])
        // The middle of each cell lies in one zone of the base, and the areas of a zone's cells add up to its own.
        let city = try base.joined(base.zones.indices.map(\.self))
        var sums = [Double](repeating: 0, count: base.zones.count)
        for cell in layout.zones {
            let home = try #require(base.zones.firstIndex { cell.name.hasSuffix(" " + $0.name) })
            sums[home] += cell.area
        }
        for (sum, zone) in zip(sums, city.zones) { #expect(abs(sum - zone.area) < 1e-3 * zone.area) }
    }

    @Test("equal questions give equal bytes, and rings run as RFC 7946 wants them")
    func deterministic() throws {
        let layout = try RoughMap.inland.drawing().cells(.hexagons, area: 3e6)
        #expect(try layout.geoJSON == RoughMap.inland.drawing().cells(.hexagons, area: 3e6).geoJSON)
        for rings in layout.zones.flatMap(\.ground.polygons) {
            for (index, ring) in rings.enumerated() {
                #expect((Ground.doubleArea(Ground.flat(ring)) > 0) == (index == 0))
                #expect(ring.first == ring.last)
            }
        }
    }

    @Test("an area that gives too many cells is refused before they are made")
    func tooManyCells() throws {
        #expect(throws: LayoutProblems.self) { try drawing(row(2)).cells(.squares, area: 1e-3) }
    }

    @Test("hexagons tile: every cell of a grid has the same area, and its middle is its own")
    func hexagons() {
        for form in [CellForm.squares, .hexagons] {
            let grid = CellGrid(form, area: 1e6, west: -7000, south: -5000, east: 6000, north: 9000)
            for row in 0..<grid.rows {
                for column in 0..<grid.columns {
                    let ring = grid.outline(row: row, column: column)
                    let area = Ground.doubleArea(ring.flatMap { [$0.east, $0.north] }) / 2
                    #expect(abs(area - 1e6) < 1e-3)
                    let corners = ring.dropLast()
                    let east = corners.reduce(0) { $0 + $1.east } / Double(corners.count)
                    let north = corners.reduce(0) { $0 + $1.north } / Double(corners.count)
                    #expect(grid.cell(east: east, north: north) == (row, column))
                }
            }
        }
    }

    @Test("the corners of the rectangle lie in cells of the grid, whatever its size")
    func covering() {
        for seed in 0..<300 {
            var numbers = SplitMix64(seed: seed)
            let (width, height) = (100 + 9000 * numbers.share(), 100 + 9000 * numbers.share())
            let area = 1e4 + 4e6 * numbers.share()
            for form in [CellForm.squares, .hexagons] {
                let grid = CellGrid(form, area: area, west: 0, south: 0, east: width, north: height)
                for (east, north) in [(0, 0), (width, 0), (0, height), (width, height)] {
                    let cell = grid.cell(east: east, north: north)
                    let ring = grid.outline(row: cell.row, column: cell.column)
                    // Left of every edge, or on it: inside a convex cell.
                    for (start, end) in zip(ring, ring.dropFirst()) {
                        let side =
                            (end.east - start.east) * (north - start.north)
                            - (end.north - start.north) * (east - start.east)
                        #expect(side > -1e-3 * area, "seed \(seed), \(form)")
                    }
                }
            }
        }
    }

    @Test("zones with few drivers join neighbours until each has enough; totals and names are kept")
    func merging() throws {
        let amounts: [ZoneID: Double] = [1: 1, 2: 5, 3: 2, 4: 9, 5: 0]
        let layout = try drawing(row(5)).merged(least: 5, amounts: amounts)
        // 5 has least and joins 4; then 1 joins 2; then 3 joins the neighbour that has less: 1 and 2.
        #expect(layout.zones.map(\.members) == [[1, 2, 3], [4, 5]])
        #expect(layout.zones.map(\.id) == [1, 4])
        #expect(layout.zones.map(\.name) == ["N2 +2", "N4 +1"])
        #expect(abs(layout.zones[0].area - 750_000) < 100)
        #expect(throws: LayoutProblems.self) { try drawing(row(5)).merged(least: 18, amounts: amounts) }
        #expect(try drawing(row(5)).merged(least: 17, amounts: amounts).zones.count == 1)
    }

    @Test("a zone without neighbours joins the nearest")
    func island() throws {
        var town = row(2)
        town.add("3", Town.square(3000, 0, 500, 500))
        let layout = try drawing(town).merged(least: 1, amounts: [1: 5, 2: 5])
        #expect(layout.zones.map(\.members) == [[1], [2, 3]])
        #expect(layout.zones[1].ground.polygons.count == 2)
    }

    @Test("merged zones of a rough map have what they need, cover the same ground, and are good", arguments: [0.0, 25])
    func rough(tolerance: Double) throws {
        try holdMerged(RoughMap.coastal.drawing(), tolerance: tolerance)
    }

    func holdMerged(_ base: LayoutDrawing, tolerance: Double) throws {
        let amounts = Dictionary(uniqueKeysWithValues: base.zones.map { ($0.id, Double($0.id.number % 7)) })
        let layout = try base.merged(least: 12, amounts: amounts, tolerance: tolerance)
        #expect(try check(layout).problems.map(\.message) == [])
        for zone in layout.zones { #expect(zone.members.reduce(0) { $0 + (amounts[$1] ?? 0) } >= 12) }
        #expect(layout.zones.flatMap(\.members).sorted() == base.zones.map(\.id))
        let (before, after) = (base.zones.reduce(0) { $0 + $1.area }, layout.zones.reduce(0) { $0 + $1.area })
        #expect(abs(after - before) < 2e-3 * before)
        #expect(outerSegments(layout).values.allSatisfy { $0 <= 2 })
    }

    @Test("simplifying moves no border farther than the tolerance and keeps every zone")
    func simplifying() throws {
        try holdSimplified(RoughMap.inland.drawing(), by: "district")
    }

    func holdSimplified(_ base: LayoutDrawing, by property: String) throws {
        let fine = try base.merged(by: property)
        let coarse = try base.merged(by: property, tolerance: 30)
        #expect(coarse.geoJSON.utf8.count < fine.geoJSON.utf8.count / 2)
        #expect(coarse.zones.map(\.name) == (1...9).map { "\(property.capitalized) \($0)" })
        #expect(coarse.zones.flatMap(\.members).count == base.zones.count)
        let session = Geometries()
        let lines = fine.zones.map { $0.ground.metres(in: base.plane).joined() }
        let old = try #require(session.lines(lines.flatMap { $0 }))
        for zone in coarse.zones {
            for ring in zone.ground.metres(in: base.plane).joined() {
                for index in stride(from: 0, to: ring.count, by: 2) {
                    let corner = try #require(session.point(ring[index], ring[index + 1]))
                    #expect(old.distance(corner) < 0.05)
                }
            }
        }
        let new = try #require(session.lines(coarse.zones.flatMap { $0.ground.metres(in: base.plane).joined() }))
        for line in lines.joined() {
            for index in stride(from: 0, to: line.count, by: 2) {
                let corner = try #require(session.point(line[index], line[index + 1]))
                #expect(new.distance(corner) <= 30.5)
            }
        }
    }

    @Test("gaps and overlaps of the base are gone: the lowest number has shared ground, neighbours what was nobody's")
    func mending() throws {
        var town = Town()
        // A gap of 5 m, closed in by a third zone on top and a fourth below; the second lies 3 m over the third.
        town.add("1", Town.square(0, 0, 500, 500))
        town.add("2", Town.square(505, 0, 495, 503))
        town.add("3", Town.square(0, 500, 1000, 300))
        town.add("4", Town.square(0, -300, 1000, 300))
        let layout = try drawing(town).merged(least: 1, amounts: [1: 1, 2: 1, 3: 1, 4: 1])
        #expect(layout.zones.count == 4)
        // The gap has its longest border with 1 or 2; ground shared with 3 stays with 2.
        let areas = layout.zones.map(\.area)
        #expect(abs(areas[0] + areas[1] - (500 * 500 + 495 * 503 + 5 * 500)) < 60)
        #expect(abs(areas[2] - (1000 * 300 - 495 * 3)) < 60)
        let found = try check(layout).problems.map(\.message)
        #expect(found == [])
    }
}
