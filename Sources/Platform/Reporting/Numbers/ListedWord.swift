// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// An open word of which some are always shown, zeros too.
package protocol ListedWord: OpenWord {
    static var listed: [Self] { get }
}

extension ListedWord {
    static var texts: [String] { listed.map(\.word) }
}

extension Counts where Word: ListedWord {
    /// The words that are always shown.
    package init() { self.init(of: Word.listed) }
}
