// SPDX-License-Identifier: GPL-3.0-or-later

/// What runs on a line.
package enum LineMeans: UInt8, Hashable, Sendable, CaseIterable {
    case tram = 0, metro, train, bus, ferry

    /// The means of a type of GTFS, basic or extended; nil for one that is none of these, which runs as a bus.
    ///
    /// Source: https://gtfs.org/documentation/schedule/reference/#routestxt and
    /// https://developers.google.com/transit/gtfs/reference/extended-route-types
    init?(routeType: Int64) {
        switch routeType {
        case 0, 5, 900...999: self = .tram
        case 1, 400...499: self = .metro
        case 2, 12, 100...199: self = .train
        case 3, 11, 200...299, 700...899: self = .bus
        case 4, 1000...1099, 1200...1299: self = .ferry
        default: return nil
        }
    }

    /// Its name in tables.
    package var name: String { "\(self)" }
}
