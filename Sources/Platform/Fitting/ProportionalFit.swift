// SPDX-License-Identifier: GPL-3.0-or-later

/// Rates that are changed in proportion until what comes of them is what was recorded, cell by cell: a fixed point.
///
/// What comes of a cell must rise with its rate, nearly in proportion and nearly alone: so it is for calls by hour, of which a share
/// gives up. A cell that cannot give what is wanted, since what serves it is too scarce, ends at the largest rate.
package struct ProportionalFit: Hashable, Sendable {
    /// What is wanted of each cell, 0 or more.
    package let wanted: [Double]
    /// The rate of each cell that is to be tried next.
    package private(set) var rates: [Double]
    /// In one step a rate changes at most by this factor, up or down.
    package static let mostStep = 2.0
    /// A rate is at most so many times what is wanted of it.
    package static let mostFactor = 4.0

    /// Begins with these rates; one of less than a quarter of what is wanted begins with what is wanted, since steps are bounded.
    package init(wanted: [Double], rates: [Double]) {
        precondition(wanted.count == rates.count, "\(wanted.count) cells are wanted, \(rates.count) have rates")
        self.wanted = wanted
        self.rates = zip(rates, wanted).map { $0 * Self.mostFactor < $1 ? $1 : $0 }
    }

    /// Takes what came of the rates, and changes them in proportion to what is wanted.
    package mutating func update(_ given: [Double]) {
        for cell in rates.indices {
            guard wanted[cell] > 0 else {
                rates[cell] = 0
                continue
            }
            let factor = given[cell] > 0 ? wanted[cell] / given[cell] : Self.mostStep
            rates[cell] *= min(max(factor, 1 / Self.mostStep), Self.mostStep)
            rates[cell] = min(rates[cell], Self.mostFactor * wanted[cell])
        }
    }

    /// The cells of which what was given is farther from what is wanted than a share of it.
    package static func missed(_ given: [Double], wanted: [Double], by share: Double) -> [Int] {
        wanted.indices.filter { abs(given[$0] - wanted[$0]) > share * wanted[$0] }
    }

    /// How far what was given is from what is wanted: the sum of the differences of all cells over the sum of what is wanted; nil
    /// where nothing is wanted.
    package static func error(_ given: [Double], wanted: [Double]) -> Double? {
        let sum = wanted.reduce(0, +)
        guard sum > 0 else { return nil }
        return zip(given, wanted).reduce(0) { $0 + abs($1.0 - $1.1) } / sum
    }
}
