// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import RuleTestKit

@testable import CityMap

/// A city's map as rough as those of real cities, made from a seed: borders with many corners that do not quite fit, so that
/// there are overlaps and gaps of metres; a zone within a zone; islands; outer rings that run clockwise.
struct RoughMap {
    /// Where on the globe it lies.
    let centre: GeographicPoint
    let rows: Int
    let columns: Int
    let seed: Int
    /// The width of a zone, in metres.
    var cell = 1400.0
    /// By how much a corner of a border may differ between its two sides, in metres.
    var misfit = 2.5
    /// How often a border between two zones is halved: 5 gives 31 corners.
    var halvings = 5

    /// 90 zones around the middle of a city at 45 degrees north.
    static let inland = RoughMap(
        centre: GeographicPoint(longitude: 9.19, latitude: 45.464), rows: 9, columns: 10, seed: 1)
    /// 132 zones on a coast, with islands, at 41 degrees north.
    static let coastal = RoughMap(
        centre: GeographicPoint(longitude: -73.94, latitude: 40.71), rows: 11, columns: 12, seed: 2, misfit: 4,
        halvings: 6)

    private typealias Corner = (east: Double, north: Double)

    /// GeoJSON with the properties `zone_id`, `name` and `district`, of which there are nine.
    var text: String {
        let plane = LocalPlane(centre: centre)
        var numbers = SplitMix64(seed: seed)
        var features: [String] = []
        func ring(_ corners: [Corner], clockwise: Bool) -> String {
            let closed =
                (clockwise ? corners.reversed() : corners) + [clockwise ? corners[corners.count - 1] : corners[0]]
            let positions = closed.map { corner in
                let point = plane.geographic(Place(metresEast: corner.east, north: corner.north))
                return "[\(round(point.longitude * 1e6) / 1e6),\(round(point.latitude * 1e6) / 1e6)]"
            }
            return "[\(positions.joined(separator: ","))]"
        }
        func add(_ district: Int, _ polygons: [[String]]) {
            let number = features.count + 1
            let coordinates = polygons.map { "[\($0.joined(separator: ","))]" }
            let shape =
                coordinates.count == 1
                ? #""type":"Polygon","coordinates":\#(coordinates[0])"#
                : #""type":"MultiPolygon","coordinates":[\#(coordinates.joined(separator: ","))]"#
            features.append(
                #"{"type":"Feature","properties":{"zone_id":\#(number),"name":"Quarter \#(number)","district":\#(district)},"#
                    + #""geometry":{\#(shape)}}"#)
        }
        let nodes = drawNodes(&numbers)
        let borders = drawBorders(nodes, &numbers)
        for row in 0..<rows {
            for column in 0..<columns {
                let district = row * 3 / rows * 3 + column * 3 / columns + 1
                // Each side of a border is drawn anew, by somebody who was not quite so careful.
                let outline =
                    rough(borders.along[row][column], &numbers)
                    + rough(borders.up[row][column + 1], &numbers)
                    + rough(borders.along[row + 1][column].reversed(), &numbers)
                    + rough(borders.up[row][column].reversed(), &numbers)
                var polygons = [[ring(outline, clockwise: features.count % 3 == 2)]]
                let middle = (
                    east: (nodes[row][column].east + nodes[row + 1][column + 1].east) / 2,
                    north: (nodes[row][column].north + nodes[row + 1][column + 1].north) / 2
                )
                let hasEnclave = (row * columns + column) % 17 == 8
                if hasEnclave { polygons[0].append(ring(circle(middle, radius: 250), clockwise: true)) }
                if row == 0, column % 3 == 1 {
                    for islet in 1...3 {
                        let place = (east: middle.east + Double(islet) * 160, north: middle.north - cell - 300)
                        polygons.append([ring(circle(place, radius: 60), clockwise: false)])
                    }
                }
                add(district, polygons)
                if hasEnclave {
                    add(district, [[ring(rough(circle(middle, radius: 250), &numbers), clockwise: false)]])
                }
            }
        }
        return "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}"
    }

    /// Where four zones meet: a grid, each place moved by up to a sixth of a zone.
    private func drawNodes(_ numbers: inout SplitMix64) -> [[Corner]] {
        (0...rows).map { row in
            (0...columns).map { column in
                let move = (numbers.share() - 0.5, numbers.share() - 0.5)
                return (
                    east: (Double(column) - Double(columns) / 2 + move.0 / 3) * cell,
                    north: (Double(row) - Double(rows) / 2 + move.1 / 3) * cell
                )
            }
        }
    }

    /// The borders of zones, west to east and south to north; each without its last corner is a part of an outline.
    private func drawBorders(
        _ nodes: [[Corner]], _ numbers: inout SplitMix64
    ) -> (along: [[[Corner]]], up: [[[Corner]]]) {
        var along: [[[Corner]]] = []
        for row in 0...rows {
            along.append((0..<columns).map { wander(nodes[row][$0], nodes[row][$0 + 1], &numbers) })
        }
        var up: [[[Corner]]] = []
        for row in 0..<rows {
            up.append((0...columns).map { wander(nodes[row][$0], nodes[row + 1][$0], &numbers) })
        }
        return (along, up)
    }

    /// A line that wanders: each half is bent again, by up to a twelfth of its length.
    private func wander(_ start: Corner, _ end: Corner, _ numbers: inout SplitMix64) -> [Corner] {
        var line = [start, end]
        for _ in 0..<halvings {
            var finer = [line[0]]
            for (from, to) in zip(line, line.dropFirst()) {
                let bend = (numbers.share() - 0.5) / 6
                finer.append(
                    (
                        east: (from.east + to.east) / 2 - bend * (to.north - from.north),
                        north: (from.north + to.north) / 2 + bend * (to.east - from.east)
                    ))
                finer.append(to)
            }
            line = finer
        }
        return line
    }

    /// A side's own drawing of a border: one corner in five differs. The ends stay, and the last one is left to the next border.
    private func rough(_ line: some Collection<Corner>, _ numbers: inout SplitMix64) -> [Corner] {
        line.enumerated().dropLast().map { index, corner in
            guard index > 0, numbers.below(5) == 0 else { return corner }
            return (
                east: corner.east + (numbers.share() * 2 - 1) * misfit,
                north: corner.north + (numbers.share() * 2 - 1) * misfit
            )
        }
    }

    private func circle(_ middle: Corner, radius: Double) -> [Corner] {
        (0..<24).map { index in
            let turn = Double(index) * .pi / 12
            return (east: middle.east + radius * cos(turn), north: middle.north + radius * sin(turn))
        }
    }

    func layout() throws -> PolygonLayout {
        try PolygonLayout(geoJSON: text, fileName: "rough.geojson", numberProperty: "zone_id", nameProperty: "name")
    }

    func drawing() throws -> LayoutDrawing {
        try LayoutDrawing(geoJSON: text, fileName: "rough.geojson")
    }
}
