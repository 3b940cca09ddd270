// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// How often each word of a list occurred; in JSON an object with a number for each word.
///
/// Of an open list the words are given; another one joins them when it occurs.
package struct Counts<Word: LogWord>: Codable, Hashable, Sendable {
    /// The words, by number.
    package private(set) var words: [Word]
    /// By the words' numbers.
    private var numbers: [Int] = []

    package init(of words: [Word]) {
        self.words = words
        numbers = Array(repeating: 0, count: 1 + Int(words.map(\.number).max() ?? 0))
    }

    package subscript(word: Word) -> Int {
        get { numbers.indices.contains(Int(word.number)) ? numbers[Int(word.number)] : 0 }
        set {
            let index = Int(word.number)
            if index >= numbers.count { numbers += Array(repeating: 0, count: index + 1 - numbers.count) }
            if numbers[index] == 0, !words.contains(word) {
                words.insert(word, at: words.firstIndex { $0.number > word.number } ?? words.endIndex)
            }
            numbers[index] = newValue
        }
    }

    package var total: Int { numbers.reduce(0, +) }
    /// The words that occurred, and how often.
    package var occurred: [(word: Word, count: Int)] { words.map { ($0, self[$0]) }.filter { $0.1 > 0 } }

    package static func += (left: inout Counts, right: Counts) {
        for (word, count) in right.occurred { left[word] += count }
    }

    /// Whether the same words occurred as often.
    package static func == (left: Counts, right: Counts) -> Bool {
        left.total == right.total
            && left.occurred.allSatisfy { word, count in
                right.occurred.contains { $0 == (word, count) }
            }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(total) }

    /// Reads an object of numbers by words; a word that is absent did not occur.
    package init(from decoder: any Decoder) throws {
        let found = try [String: Int](from: decoder)
        self.init(of: Word.known(by: found.keys.sorted()))
        guard found.keys.allSatisfy({ key in words.contains { $0.word == key } }) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "a word that is not known"))
        }
        for word in words { self[word] = found[word.word] ?? 0 }
    }

    /// Writes a number for each word, 0 too.
    package func encode(to encoder: any Encoder) throws {
        try Dictionary(words.map { ($0.word, self[$0]) }, uniquingKeysWith: { $1 }).encode(to: encoder)
    }
}

extension Counts where Word: EventWord {
    /// The words of a closed list.
    package init() { self.init(of: Array(Word.allCases)) }
}
