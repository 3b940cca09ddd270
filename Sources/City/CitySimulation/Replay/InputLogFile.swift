// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import Foundation

/// The messages that reached the services of a city as JSON lines: after a line that names format and version, one line for
/// each message.
package enum InputLogFile {
    /// The first line; the version changes when an older reader could take a message for another one.
    package static let header = #"{"format":"cabrank-input-log","version":2}"#
    /// What is said of messages that were recorded before they were JSON lines.
    package static let olderFormat =
        "recorded by an earlier version, in a format that is no longer read; run the scenario again with --messages"
    /// What the first lines of those began with. Version 1 held the messages of one service, without its name.
    private static let olderHeaders = ["cabrank-messages ", #"{"format":"cabrank-input-log","version":1}"#]

    /// What is wrong with an input log.
    package struct Damage: Error, CustomStringConvertible {
        /// The line, from 1.
        package let line: Int
        /// What is wrong there.
        package let message: String

        /// The line and what is wrong.
        package var description: String { "line \(line): \(message)" }
    }

    /// The line of a message, without its line break.
    package static func line(_ record: InputRecord) -> String {
        String(decoding: data(record, encoder), as: UTF8.self)
    }

    /// The text of messages.
    package static func text(_ records: [InputRecord]) -> String {
        // One encoder for all lines: making one costs as much as a line.
        let encoder = encoder
        var text = Data((header + "\n").utf8)
        for record in records {
            text.append(data(record, encoder))
            text.append(UInt8(ascii: "\n"))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static func data(_ record: InputRecord, _ encoder: JSONEncoder) -> Data {
        do {
            return try encoder.encode(record)
        } catch {
            preconditionFailure("a message of whole numbers and words can be written: \(error)")
        }
    }

    /// The messages of a text, which are of these types.
    ///
    /// - Throws: `Damage` at the first line that is no message.
    package static func records(_ text: String, of types: [any RecordedInput.Type]) throws(Damage) -> [InputRecord] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        if let first = lines.first, olderHeaders.contains(where: first.hasPrefix) {
            throw Damage(line: 1, message: olderFormat)
        }
        guard lines.first.map(String.init) == header else {
            throw Damage(line: 1, message: "the file does not begin with `\(header)`")
        }
        let decoder = JSONDecoder()
        decoder.userInfo[Line.types] = types
        var records: [InputRecord] = []
        for (index, line) in lines.enumerated().dropFirst() {
            guard let record = try? decoder.decode(Line.self, from: Data(line.utf8)).record else {
                throw Damage(line: index + 1, message: "`\(line)` is not a message in this format")
            }
            if let last = records.last, record.time < last.time || record.after < last.after {
                throw Damage(line: index + 1, message: "the time or the count is lower than on the line above")
            }
            records.append(record)
        }
        return records
    }

    /// A line on its way in, which the decoder uses to find the types of messages.
    private struct Line: Decodable {
        static let types: CodingUserInfoKey = {
            guard let key = CodingUserInfoKey(rawValue: "types") else { preconditionFailure("any text is a key") }
            return key
        }()
        let record: InputRecord

        init(from decoder: any Decoder) throws {
            let types = decoder.userInfo[Self.types] as? [any RecordedInput.Type] ?? []
            record = try InputRecord(from: decoder, types: types)
        }
    }
}
