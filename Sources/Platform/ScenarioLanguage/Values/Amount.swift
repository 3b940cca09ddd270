// SPDX-License-Identifier: GPL-3.0-or-later

/// A number as a text gives it, with what its unit says; in the base unit.
package struct Amount: Sendable, Hashable {
    /// What the unit of an amount measures.
    package enum Dimension: String, Sendable, CaseIterable {
        /// A number without a unit.
        case plain
        case share
        /// A time, in seconds.
        case time
        /// A length, in metres.
        case length
        /// Memory, in bytes.
        case memory
    }

    /// The number, in the base unit of the dimension.
    package var value: Double
    package var dimension: Dimension

    /// Makes an amount in the base unit of its dimension.
    package init(_ value: Double, _ dimension: Dimension = .plain) {
        self.value = value
        self.dimension = dimension
    }

    /// The number in the unit of a metric (`s`, `km`, `h`, `bytes`, `share`, `1`, `1/h`); nil when it does not measure that.
    package func value(in unit: String) -> Double? {
        switch (unit, dimension) {
        case ("s", .time), ("share", .share), ("share", .plain), ("bytes", .memory): value
        case ("h", .time): value / 3600
        case ("km", .length): value / 1000
        case ("s", _), ("share", _), ("bytes", _), ("h", _), ("km", _): nil
        default: dimension == .plain ? value : nil
        }
    }
}
