// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing

@testable import Reporting
@testable import TaxiSimulation

/// Streets on the maps of a report.
@Suite("Streets on maps")
struct StreetMapTests {
    private static func point(_ east: Double, _ north: Double) -> GeographicPoint {
        GeographicPoint(longitude: east, latitude: north)
    }

    /// Two squares side by side, a degree wide on the equator.
    private static let zones = (0..<2).map { index in
        let west = Double(index)
        return ZoneRecord(
            id: ZoneID(Int32(index + 1)), name: "Zone \(index + 1)",
            inside: Place(metresEast: west * 1000 + 500, north: 500),
            area: 1e6,
            outline: [
                [[point(west, 0), point(west + 1, 0), point(west + 1, 1), point(west, 1), point(west, 0)]]
            ])
    }
    private static let streets = [
        StreetLine(points: [point(0, 0), point(1, 1), point(2, 1)], weight: 2),
        StreetLine(points: [point(0, 1), point(0.5, 0.5)], weight: 1),
        StreetLine(points: [point(0.2, 0.2), point(0.4, 0.2)], weight: 0),
    ]
    /// A degree is a kilometre.
    private static let plane: @Sendable (GeographicPoint) -> Place = {
        Place(metresEast: $0.longitude * 1000, north: $0.latitude * 1000)
    }

    @Test("a path has steps from point to point, and none that draw nothing")
    func path() {
        let figure = StreetFigure(
            streets: Self.streets + [StreetLine(points: [Self.point(3, 3), Self.point(3, 3)], weight: 2)])
        let path = figure.path(2) { (Int($0.longitude * 10), Int($0.latitude * -10)) }
        #expect(path == "M0 0l10 -10l10 0M30 -30")
        #expect(figure.path(0) { (Int($0.longitude * 10), Int($0.latitude * 10)) } == "M2 2l2 0")
    }

    @Test(
        "a page takes so many numbers: small streets go first; small maps have main streets, else all"
    )
    func most() {
        #expect(StreetFigure(streets: Self.streets).lines.map(\.weight) == [2, 1, 0])
        #expect(StreetFigure(main: Self.streets).lines.map(\.weight) == [2, 1])
        #expect(StreetFigure(main: [Self.streets[2]]).lines.map(\.weight) == [0])
        let many = StreetLine(points: (0..<10_000).map { Self.point(Double($0), 0) }, weight: 0)
        #expect(StreetFigure(streets: Self.streets + [many, many]).lines.map(\.weight) == [2, 1])
        #expect(StreetFigure(streets: Self.streets + [many]).lines.count == 4)
    }

    @Test("maps of zones have the streets above the zones, drawn once, and without streets they are as they were")
    func zoneMaps() throws {
        func map(_ streets: ZoneMap.Streets?) -> String {
            ZoneMap(
                Self.zones, title: "Waits", unit: "min", none: "none", values: [3, 4], words: ["3", "4"],
                streets: streets
            ).figure
        }
        let streets = try #require(ZoneMap.Streets(Self.streets, of: Self.zones, name: "calls-streets"))
        #expect(streets.drawing.contains("<path id=\"calls-streets-2\" d=\"M0 3000l3000 -3000l3000 0\"/>"))
        #expect(streets.drawing.contains("<g id=\"calls-streets\"") && !streets.drawing.contains("calls-streets-0"))
        let (with, without) = (map(streets), map(nil))
        #expect(with.contains("</path>\n<use href=\"#calls-streets\"/><text"))
        #expect(!without.contains("<use") && !without.contains("stroke-width"))
        let bare = with.replacing("<use href=\"#calls-streets\"/>", with: "")
            .replacing(#/ stroke="#[0-9a-f]+" stroke-width="5" stroke-linejoin="round" paint-order="stroke"/#, with: "")
        #expect(bare == without)
        #expect(ZoneMap.Streets([], of: Self.zones, name: "a") == nil)
        #expect(ZoneMap.Streets(Self.streets, of: [], name: "a") == nil)
    }

    @Test("the streets below the moving map fit its frame as its script fits the zones, with y downwards")
    func movingMap() throws {
        let drawing = try #require(MovingMapStreets(Self.streets, zones: Self.zones, place: Self.plane)).drawing
        // 2 km by 1 km, with a margin of 20 m and a fiftieth of the longer side.
        #expect(drawing.contains("viewBox=\"-60.0 -1060.0 2120.0 1120.0\""))
        #expect(drawing.contains("d=\"M0 0l1000 -1000l1000 0\"") && drawing.contains("d=\"M200 -200l200 0\""))
        #expect(MovingMapStreets([], zones: Self.zones, place: Self.plane) == nil)
        #expect(MovingMapStreets(Self.streets, zones: Self.zones, place: nil) == nil)
    }
}
