// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

@testable package import Reporting

/// Counts by words as texts, as `summary.json` has them.
extension Counts: ExpressibleByDictionaryLiteral {
    /// Words that are not named did not occur.
    package init(dictionaryLiteral elements: (String, Int)...) {
        self.init(of: Word.known(by: elements.map(\.0)))
        for word in words { self[word] = elements.first { $0.0 == word.word }?.1 ?? 0 }
    }

    var count: Int { words.count }

    subscript(word: String) -> Int? { words.first { $0.word == word }.map { self[$0] } }
}
