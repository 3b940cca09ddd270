// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import Foundation

extension Kind {
    /// The values of an event's parts, as they stand in its line of the log.
    ///
    /// - Throws: when the line is not JSON or lacks a part.
    package func values(of event: Fact) throws -> [LogValue] {
        var text = EventText(Fact.self)
        text.line(Record(number: 1, time: .epoch, turn: 1, event: event))
        let line = try JSONDecoder().decode([String: LogValue].self, from: Data(text.bytes))
        return try parts.map { part in
            guard let value = line[part.name] else { throw UnreadableField() }
            return value
        }
    }

    /// The example with one part changed, for each of its parts.
    ///
    /// - Throws: when the example cannot be read back.
    package func variants() throws -> [Fact] {
        let values = try values(of: example)
        return try parts.indices.map { index in
            var changed = values
            changed[index] = parts[index].changed(values[index])
            return try read(changed)
        }
    }
}

extension Kind.Part {
    /// Another value that the part may hold.
    fileprivate func changed(_ value: LogValue) -> LogValue {
        switch (form, value) {
        case (_, .number(let number)): .number(number + 1)
        case (_, .flag(let flag)): .flag(!flag)
        case (.word(let words), .text(let word)):
            .text(words[((words.firstIndex(of: word) ?? 0) + 1) % words.count])
        case (.openWord, .text(let word)): .text(word == "example1" ? "example2" : "example1")
        case (_, .text(let text)): .text(text + "x")
        case (_, .null): .null
        }
    }
}
