// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Recorded messages as text: one line a message, `time_ns,after,kind,numbers...`, after a line that names the format.
public enum MessageFile {
    /// The first line; the number changes when the format does.
    public static let header = "cabrank-messages 1"

    /// What is wrong with a file of messages.
    public struct Damage: Error, Sendable, CustomStringConvertible {
        /// The line, from 1.
        public let line: Int
        /// What is wrong there.
        public let message: String

        /// The place and what is wrong.
        public var description: String { "line \(line): \(message)" }
    }

    /// The line of a message, without its line break.
    public static func line(_ record: MessageRecord) -> String {
        let (kind, numbers) = record.message.numbers
        var line = "\(record.time.nanoseconds),\(record.after),\(kind)"
        for number in numbers { line += ",\(number)" }
        return line
    }

    /// The text of messages.
    public static func text(_ records: [MessageRecord]) -> String {
        ([header] + records.map(line)).map { $0 + "\n" }.joined()
    }

    /// The messages of a text.
    ///
    /// - Throws: `Damage` at the first line that is no message.
    public static func records(_ text: String) throws(Damage) -> [MessageRecord] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
        guard lines.first.map(String.init) == header else {
            throw Damage(line: 1, message: "the file does not begin with `\(header)`")
        }
        var records: [MessageRecord] = []
        for (index, line) in lines.enumerated().dropFirst() {
            let parts = line.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count >= 3, let time = Int64(parts[0]), let after = Int64(parts[1]) else {
                throw Damage(line: index + 1, message: "a time, a count and a kind are needed")
            }
            let numbers = parts.dropFirst(3).compactMap { Int64($0) }
            guard numbers.count == parts.count - 3, let message = ClientMessage(String(parts[2]), numbers) else {
                throw Damage(line: index + 1, message: "`\(line)` is no message of this format")
            }
            let record = MessageRecord(time: CityTime(nanoseconds: time), after: after, message: message)
            if let last = records.last, record.time < last.time || record.after < last.after {
                throw Damage(line: index + 1, message: "the time or the count lies before those of the line above")
            }
            records.append(record)
        }
        return records
    }
}
