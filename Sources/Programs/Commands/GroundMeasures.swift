// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser

/// An area on the command line: a number above 0 and its unit, `2km2`, `40 ha`, `500000m²`.
struct GroundArea: ExpressibleByArgument, Equatable {
    let squareMetres: Double

    init?(argument: String) {
        let units = [("km2", 1e6), ("km²", 1e6), ("ha", 1e4), ("m2", 1), ("m²", 1)]
        guard let value = measured(argument, units), value > 0 else { return nil }
        squareMetres = value
    }
}

/// A length on the command line: a number from 0 to 10 km and its unit, `10m`, `0.5 km`.
struct GroundLength: ExpressibleByArgument, Equatable {
    let metres: Double

    init(metres: Double) { self.metres = metres }

    init?(argument: String) {
        guard let value = measured(argument, [("km", 1000), ("m", 1)]), (0...10_000).contains(value) else { return nil }
        metres = value
    }

    var defaultValueDescription: String { "\(metres) m" }
}

/// The value in the base unit; nil when the text is no number with one of the units.
private func measured(_ text: String, _ units: [(String, Double)]) -> Double? {
    guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    let digits = text.dropLast(unit.count).filter { $0 != " " }
    guard let number = Double(digits), number.isFinite else { return nil }
    return number * factor
}
