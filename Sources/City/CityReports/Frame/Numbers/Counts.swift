// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// How often each word of a closed list occurred; in JSON an object with a number for each word.
public struct Counts<Word: EventWord>: Codable, Hashable, Sendable {
    /// By the words' raw values.
    private var numbers = Array(repeating: 0, count: Word.allCases.count)

    init() {}

    subscript(word: Word) -> Int {
        get { numbers[Int(word.rawValue)] }
        set { numbers[Int(word.rawValue)] = newValue }
    }

    /// All of them.
    var total: Int { numbers.reduce(0, +) }
    /// The words that occurred, and how often.
    var occurred: [(word: Word, count: Int)] { Word.allCases.map { ($0, self[$0]) }.filter { $0.1 > 0 } }

    static func += (left: inout Counts, right: Counts) {
        for index in left.numbers.indices { left.numbers[index] += right.numbers[index] }
    }

    /// Reads an object of numbers by words; a word that is absent did not occur.
    public init(from decoder: any Decoder) throws {
        let found = try [String: Int](from: decoder)
        for word in Word.allCases { self[word] = found[word.word] ?? 0 }
    }

    /// Writes a number for each word, 0 too.
    public func encode(to encoder: any Encoder) throws {
        try Dictionary(Word.allCases.map { ($0.word, self[$0]) }, uniquingKeysWith: { $1 }).encode(to: encoder)
    }
}
