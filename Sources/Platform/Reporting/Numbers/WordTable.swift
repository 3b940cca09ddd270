// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A value for each word of a list: for those known from the start, and for others once they occur. In the order of the words'
/// numbers.
package struct WordTable<Word: LogWord, Value: Sendable>: Sendable {
    package private(set) var entries: [(word: Word, value: Value)]
    private let blank: Value

    package init(_ words: [Word], blank: Value) {
        self.blank = blank
        entries = words.sorted { $0.number < $1.number }.map { ($0, blank) }
    }

    package subscript(word: Word) -> Value {
        get { entries.first { $0.word == word }?.value ?? blank }
        _modify {
            let index = entries.firstIndex { $0.word.number >= word.number } ?? entries.endIndex
            if index == entries.endIndex || entries[index].word != word { entries.insert((word, blank), at: index) }
            yield &entries[index].value
        }
    }
}
