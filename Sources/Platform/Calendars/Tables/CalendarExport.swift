// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// A table of events as a file of iCalendar (RFC 5545), with the instants that its times mean in a zone.
package struct CalendarExport {
    /// How every file that is written begins, by which it is known.
    package static let beginning = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Cabrank//Cabrank//EN\r\n"

    package private(set) var bytes: [UInt8]
    package private(set) var count = 0
    /// What can be doubted, in the order of the table.
    package private(set) var doubts: [InputProblem]

    /// - Parameters:
    ///   - table: the table.
    ///   - file: how problems name it.
    ///   - zone: the zone whose clock shows the table's times.
    /// - Throws: all that is wrong with the table.
    package init(_ table: [UInt8], of file: String, zone: String) throws(InputErrors) {
        let read = try EventTable.read(table, of: file)
        doubts = read.doubts
        bytes = Array(Self.beginning.utf8)
        var zones = ZoneShelf()
        let index = if case .known(let index) = zones.zone(zone) { index } else { ZoneShelf.universal }
        var faults: [InputProblem] = []
        for row in read.rows {
            let (start, startShowing) = zones.ask(index) { $0.instant(row.event.start) }
            let (end, endShowing) = zones.ask(index) { $0.instant(row.event.end) }
            let location = InputLocation(file: file, line: row.line)
            for (column, time, showing) in [
                ("start", row.event.start, startShowing), ("end", row.event.end, endShowing),
            ] {
                switch showing {
                case .once: break
                case .never:
                    doubts.append(
                        InputProblem(
                            .warning, at: location,
                            "\(column) \(time.text) is shown by no clock in \(zone); it is counted with the offset before the change"
                        )
                    )
                case .twice:
                    doubts.append(
                        InputProblem(
                            .warning, at: location,
                            "\(column) \(time.text) is shown twice by clocks in \(zone); the first is taken"))
                }
            }
            if end < start {
                faults.append(
                    InputProblem(
                        .error, at: location,
                        "the event ends at \(end.text) before it begins at \(start.text), as the clock is put forward in \(zone); allowed: an end at the start or later"
                    ))
            }
            add(row.event, start, end)
        }
        guard faults.isEmpty else {
            throw InputErrors(problems: Array(faults.prefix(InputErrors.mostListed)), errorCount: faults.count)
        }
        add("END:VCALENDAR")
        count = read.rows.count
    }

    private mutating func add(_ event: CalendarEvent, _ start: UniversalTime, _ end: UniversalTime) {
        add("BEGIN:VEVENT")
        add("UID:", CalendarText.value(event.uid))
        // When it was made would be another one each time: the same table gives the same bytes.
        add("DTSTAMP:19700101T000000Z")
        if let occurrence = event.occurrence { add("RECURRENCE-ID:\(occurrence.calendarText)") }
        add("DTSTART:\(start.calendarText)")
        if end > start { add("DTEND:\(end.calendarText)") }
        if !event.name.isEmpty { add("SUMMARY:", CalendarText.value(event.name)) }
        if !event.site.isEmpty { add("LOCATION:", CalendarText.value(event.site)) }
        if let position = event.position { add("GEO:\(position.calendarText)") }
        add("END:VEVENT")
    }

    /// Adds a content line, folded so that no line has more than 75 bytes, between characters (3.1).
    private mutating func add(_ name: String, _ value: [UInt8] = []) {
        let line = Array(name.utf8) + value
        var start = 0
        while true {
            let room = start == 0 ? 75 : 74
            var end = min(line.count, start + room)
            if end < line.count {
                // 10xxxxxx goes on with a character.
                while end > start + 1, line[end] & 0xC0 == 0x80 { end -= 1 }
            }
            bytes += line[start..<end]
            bytes += "\r\n".utf8
            guard end < line.count else { return }
            bytes.append(UInt8(ascii: " "))
            start = end
        }
    }
}
