// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// An open word of which some are always shown, zeros too. The room that has them says which.
package protocol ListedWord: OpenWord {
    static var listed: [Self] { get }
}

extension OpenWord {
    /// The words that are always shown; none where no room says any.
    package static var told: [Self] { (Self.self as? any ListedWord.Type)?.listed as? [Self] ?? [] }
}

extension Counts where Word: OpenWord {
    /// The words that are always shown.
    package init() { self.init(of: Word.told) }
}
