// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

@testable public import CityReports

/// Counts by words as texts, as `summary.json` has them.
extension Counts: ExpressibleByDictionaryLiteral {
    /// Words that are not named did not occur.
    public init(dictionaryLiteral elements: (String, Int)...) {
        self.init()
        for word in Word.allCases { self[word] = elements.first { $0.0 == word.word }?.1 ?? 0 }
    }

    var count: Int { Word.allCases.count }

    subscript(word: String) -> Int? { Word.allCases.first { $0.word == word }.map { self[$0] } }
}
