// SPDX-License-Identifier: GPL-3.0-or-later

/// Halton's sequences: numbers from 0 up to 1 that lie evenly, and so do pairs of them for two bases in a square. Nothing is drawn.
///
/// Source: J. H. Halton, Numerische Mathematik 2, 1960.
package enum Halton {
    /// The digits of a number in a base, behind the point, the last one first.
    package static func radical(_ number: Int, _ base: Int) -> Double {
        var (rest, share, value) = (number, 1.0, 0.0)
        while rest > 0 {
            share /= Double(base)
            value += share * Double(rest % base)
            rest /= base
        }
        return value
    }
}
