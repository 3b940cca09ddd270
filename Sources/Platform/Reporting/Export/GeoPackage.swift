// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import GRDB

/// An OGC GeoPackage 1.3 with layers of polygons, which geographic information systems open.
///
/// What its columns mean is in it as well, by the extension "schema". It has no date of its own, so that equal results give
/// equal bytes.
package final class GeoPackage {
    /// Longitude and latitude, WGS 84.
    static let referenceSystem: Int32 = 4326

    /// A column of a layer: its name, its type in SQLite and what it says.
    package struct Column {
        package let name, type, text: String

        package init(_ name: String, _ type: String, _ text: String) {
            (self.name, self.type, self.text) = (name, type, text)
        }
    }

    /// Something on the map, with a value for each column.
    package struct Feature {
        package let shape: MultiPolygon?
        package let values: [ResultValue]

        package init(_ shape: MultiPolygon?, _ values: [ResultValue]) {
            (self.shape, self.values) = (shape, values)
        }
    }

    private let database: DatabaseQueue
    private let name: String

    /// Makes the file.
    ///
    /// - Parameters:
    ///   - path: where it is made; nothing may be there.
    ///   - name: how messages name it.
    package init(path: String, name: String) throws(OutputProblem) {
        self.name = name
        do {
            // Refuses a name that something has.
            _ = try NewFile(path: path, name: name)
            database = try DatabaseQueue(path: path)
            try database.write { try $0.execute(sql: Self.frame) }
        } catch let problem as OutputProblem {
            throw problem
        } catch {
            throw .database(error, name)
        }
    }

    /// Adds a layer of polygons.
    ///
    /// - Parameters:
    ///   - layer: its name.
    ///   - text: what it is.
    ///   - columns: what is said of each feature.
    ///   - features: what is on it.
    package func add(
        _ layer: String, _ text: String, _ columns: [Column], _ features: [Feature]
    ) throws(OutputProblem) {
        do {
            try database.write { database in
                let definitions = columns.map { ", \($0.name) \($0.type)" }.joined()
                try database.execute(
                    sql: "CREATE TABLE \(layer) (fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom MULTIPOLYGON"
                        + definitions + ")")
                let marks = String(repeating: ", ?", count: columns.count)
                for feature in features {
                    try database.execute(
                        sql: "INSERT INTO \(layer) VALUES (NULL, ?\(marks))",
                        arguments: StatementArguments(
                            [feature.shape?.geoPackageBytes.databaseValue] + feature.values.map(\.databaseValue)))
                }
                try Self.list(layer, text, columns, features, in: database)
            }
        } catch {
            throw .database(error, name)
        }
    }

    private static func list(
        _ layer: String, _ text: String, _ columns: [Column], _ features: [Feature], in database: Database
    ) throws {
        let bounds = features.compactMap { $0.shape?.bounds }
        try database.execute(
            sql: "INSERT INTO gpkg_contents VALUES (?, 'features', ?, ?, '1970-01-01T00:00:00.000Z', ?, ?, ?, ?, ?)",
            arguments: [
                layer, layer, text, bounds.map(\.west).min(), bounds.map(\.south).min(), bounds.map(\.east).max(),
                bounds.map(\.north).max(), referenceSystem,
            ])
        try database.execute(
            sql: "INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 'MULTIPOLYGON', ?, 0, 0)",
            arguments: [layer, referenceSystem])
        for column in columns {
            try database.execute(
                sql: "INSERT INTO gpkg_data_columns VALUES (?, ?, NULL, NULL, ?, NULL, NULL)",
                arguments: [layer, column.name, column.text])
        }
    }

    /// Closes the file, which is whole then.
    package func close() throws(OutputProblem) {
        do {
            try database.close()
        } catch {
            throw .database(error, name)
        }
    }
}

extension ResultValue {
    fileprivate var databaseValue: DatabaseValue {
        switch self {
        case .null: .null
        case .integer(let value): value.databaseValue
        case .real(let value): value.databaseValue
        case .text(let value): value.databaseValue
        case .flag(let value): value.databaseValue
        }
    }
}
