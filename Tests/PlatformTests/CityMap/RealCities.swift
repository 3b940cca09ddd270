// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

@testable import CityMap

/// Maps of real cities, which lie beside the project and not in it: in the folder of the environment variable CABRANK_DATA, or in
/// `../shared/data`. Tests that read them have a name that begins with "real city:", and are skipped where the folder is missing;
/// with CABRANK_DATA_REQUIRED they run and fail. `scripts/test` counts them.
enum RealCities {
    private static let environment = ProcessInfo.processInfo.environment
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let folder =
        environment["CABRANK_DATA"].map { URL(filePath: $0) }
        ?? root.deletingLastPathComponent().appending(path: "shared/data")

    /// Whether their tests run.
    static let areThere =
        environment["CABRANK_DATA_REQUIRED"] != nil || FileManager.default.fileExists(atPath: folder.path)

    /// The map of a city: its folder's `zones.geojson`.
    static func map(_ city: String) throws -> String {
        try String(contentsOf: folder.appending(path: city).appending(path: "zones.geojson"), encoding: .utf8)
    }

    static func layout(_ city: String) throws -> PolygonLayout {
        try PolygonLayout(
            geoJSON: map(city), fileName: "\(city)/zones.geojson", numberProperty: "zone_id", nameProperty: "name")
    }

    static func drawing(_ city: String) throws -> LayoutDrawing {
        try LayoutDrawing(geoJSON: map(city), fileName: "\(city)/zones.geojson")
    }
}
