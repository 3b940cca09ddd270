// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The JSON form of one record: one line of `events.jsonl`, without the line break.
///
/// `{"number":1,"timeNs":0,"event":"zoneOpened","zone":1}`: number, time in nanoseconds since 1970-01-01 00:00, the kind's
/// name, then its fields in the order of `CityEvent.fields(_:)`. The turn is left out, as in the fingerprint.
public struct EventLine: EventFieldVisitor {
    /// The version of the log's form; it rises when a field changes its meaning or goes away. New kinds of events, new
    /// words and new fields leave it as it is.
    public static let version = 1

    private var text: String

    /// The line of a record.
    public static func text(of record: EventRecord) -> String {
        let name = record.event.name
        var line = EventLine(
            text: "{\"number\":\(record.number),\"timeNs\":\(record.time.nanoseconds),\"event\":\"\(name)\"")
        record.event.fields(&line)
        return line.text + "}"
    }

    /// The fields of an event alone, as a JSON object: the column `fields` of the table `events`.
    public static func fields(of event: CityEvent) -> String {
        var line = EventLine(text: "")
        event.fields(&line)
        return "{" + line.text.dropFirst() + "}"
    }

    private init(text: String) {
        self.text = text
    }

    private mutating func add(_ name: StaticString, _ value: String) {
        text += ",\"\(name)\":"
        text += value
    }

    /// Writes a number.
    public mutating func number(_ name: StaticString, _ value: Int64) { add(name, String(value)) }
    /// Writes a number or null.
    public mutating func optionalNumber(_ name: StaticString, _ value: Int64?) {
        add(name, value.map { String($0) } ?? "null")
    }
    /// Writes a word as text.
    public mutating func word<Word: EventWord>(_ name: StaticString, _ value: Word) { add(name, "\"\(value.word)\"") }
    /// Writes a word as text, or null.
    public mutating func optionalWord<Word: EventWord>(_ name: StaticString, _ value: Word?) {
        add(name, value.map { "\"\($0.word)\"" } ?? "null")
    }
    /// Writes true or false.
    public mutating func flag(_ name: StaticString, _ value: Bool) { add(name, value ? "true" : "false") }
}
