// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Reads the events of a file of calendars (RFC 5545), line by line, and notes all that is wrong with it.
struct CalendarReader {
    private struct Component {
        let name: String
        let line: Int
    }

    var faults: CalendarFaults
    var zones = ZoneShelf()
    /// Of times without a zone of their own.
    let cityZone: Int
    private(set) var events: [EventDraft] = []
    private(set) var calendars = 0
    /// Parts of calendars that are no events, by name.
    private(set) var others: [String: Int] = [:]

    private var open: [Component] = []
    private var event: EventDraft?
    private var endsNamedByEnd: Set<String> = []

    /// - Parameters:
    ///   - bytes: the file.
    ///   - file: how problems name it.
    ///   - zone: the city's zone; one that is not known is taken as universal time.
    init(_ bytes: [UInt8], of file: String, zone: String) {
        faults = CalendarFaults(file: file)
        if case .known(let index) = zones.zone(zone) { cityZone = index } else { cityZone = ZoneShelf.universal }
        var lines = ContentLines(bytes)
        var last = 1
        while let line = lines.advance() {
            last = line.folds.last?.line ?? line.line
            do throws(ContentParts.Fault) {
                let parts = try ContentParts(line)
                if calendars == 0, !Self.begins(parts) {
                    faults.note(
                        (line.line, 1), "the file begins with no calendar; allowed: BEGIN:VCALENDAR in its first line")
                    return
                }
                try take(parts)
            } catch {
                faults.note(line, error.index, error.message)
                if calendars == 0 { return }
            }
        }
        if calendars == 0, faults.errorCount == 0 {
            faults.note((1, 1), "the file is empty; allowed: a calendar, from BEGIN:VCALENDAR to END:VCALENDAR")
        }
        for line in lines.emptyLines { faults.note((line, 1), "an empty line; allowed: none within a calendar") }
        if let component = open.last {
            faults.note(
                (last, 1),
                "the file ends within \(component.name), which begins in line \(component.line); allowed: END:\(component.name)"
            )
        }
    }

    private static func begins(_ parts: ContentParts) -> Bool {
        parts.name == "BEGIN" && parts.word == "VCALENDAR"
    }

    private mutating func take(_ parts: ContentParts) throws(ContentParts.Fault) {
        switch parts.name {
        case "BEGIN": try begin(parts)
        case "END": try end(parts)
        case _:
            if open.isEmpty {
                throw ContentParts.Fault(
                    parts.line.bytes.startIndex,
                    "\(parts.name.prefix(40)) stands in no calendar; allowed: BEGIN:VCALENDAR")
            } else if open.count == 1 {
                try takeOfCalendar(parts)
            } else if open.count == 2, event != nil {
                try takeOfEvent(parts)
            }
        }
    }

    /// Asks the clock of a zone.
    mutating func clock<Answer, Fault: Error>(_ zone: Int, _ ask: (inout ZoneClock) throws(Fault) -> Answer)
        throws(Fault)
        -> Answer
    {
        try zones.ask(zone, ask)
    }

    // MARK: Components

    private static let components = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY"]

    private mutating func begin(_ parts: ContentParts) throws(ContentParts.Fault) {
        let name = parts.word
        let line = parts.line.line
        defer { open.append(Component(name: name, line: line)) }
        if name == "VCALENDAR" {
            calendars += 1
            guard open.isEmpty else {
                throw ContentParts.Fault(
                    parts.value.startIndex,
                    "a calendar within \(open[open.count - 1].name); allowed: after END:VCALENDAR")
            }
        } else if open.isEmpty {
            throw ContentParts.Fault(parts.value.startIndex, "\(name) stands in no calendar; allowed: BEGIN:VCALENDAR")
        } else if name == "VEVENT" {
            guard open.count == 1 else {
                throw ContentParts.Fault(
                    parts.value.startIndex,
                    "an event within \(open[open.count - 1].name), which begins in line \(open[open.count - 1].line); allowed: after END:\(open[open.count - 1].name)"
                )
            }
            event = EventDraft(begin: (line, 1))
        } else if open.count == 1, name != "VTIMEZONE" {
            others[name, default: 0] += 1
            if !Self.components.contains(name), let meant = nearestName(to: name, among: Self.components) {
                faults.doubt(
                    parts.line.place(parts.value.startIndex),
                    "\(name) is unknown and left out; did you mean `\(meant)`?")
            }
        }
    }

    private mutating func end(_ parts: ContentParts) throws(ContentParts.Fault) {
        let name = parts.word
        guard let index = open.lastIndex(where: { $0.name == name }) else {
            throw ContentParts.Fault(
                parts.value.startIndex,
                "END:\(name) without its BEGIN"
                    + (open.last.map { "; allowed: END:\($0.name), for BEGIN in line \($0.line)" } ?? ""))
        }
        let inner = open[open.count - 1]
        let isInnermost = index == open.count - 1
        open.removeSubrange(index...)
        // An event that ends with its calendar is judged too.
        if let event, open.count <= 1 {
            close(event)
            self.event = nil
        }
        guard isInnermost else {
            throw ContentParts.Fault(
                parts.value.startIndex,
                "END:\(name) within \(inner.name), which begins in line \(inner.line); allowed: END:\(inner.name)")
        }
    }

    private mutating func takeOfCalendar(_ parts: ContentParts) throws(ContentParts.Fault) {
        let text = String(decoding: parts.value.prefix(60), as: UTF8.self)
        switch parts.name {
        case "VERSION" where text != "2.0":
            throw ContentParts.Fault(parts.value.startIndex, "version \"\(text)\" of iCalendar; allowed: 2.0")
        case "CALSCALE" where text.uppercased() != "GREGORIAN":
            throw ContentParts.Fault(parts.value.startIndex, "the calendar scale \"\(text)\"; allowed: GREGORIAN")
        case _: break
        }
    }

    // MARK: Events

    /// Other properties that events have (RFC 5545, RFC 7986, RFC 9073): a name like one of these is no slip of the pen.
    private static let otherNames: Set<String> = [
        "ATTACH", "ATTENDEE", "CATEGORIES", "CLASS", "COLOR", "COMMENT", "CONFERENCE", "CONTACT", "CREATED",
        "DESCRIPTION",
        "DTSTAMP", "IMAGE", "LAST-MODIFIED", "ORGANIZER", "PRIORITY", "RELATED-TO", "REQUEST-STATUS", "RESOURCES",
        "SEQUENCE",
        "STRUCTURED-DATA", "STYLED-DESCRIPTION", "TRANSP", "URL", "CONCEPT", "LINK", "REFID", "NAME", "SOURCE", "DUE",
    ]

    private mutating func takeOfEvent(_ parts: ContentParts) throws(ContentParts.Fault) {
        guard var draft = event else { return }
        defer { event = draft }
        guard let property = EventDraft.Property(rawValue: parts.name) else {
            if parts.name == "EXRULE" {
                throw ContentParts.Fault(
                    parts.line.bytes.startIndex, "EXRULE is of an older iCalendar and not read; allowed: EXDATE")
            }
            if !Self.otherNames.contains(parts.name), !parts.name.hasPrefix("X-"),
                let meant = nearestName(to: parts.name, among: EventDraft.Property.allCases.map(\.rawValue)),
                let property = EventDraft.Property(rawValue: meant)
            {
                draft.slips.append((parts.name, parts.line.line, property))
            }
            return
        }
        let place = parts.line.place(parts.line.bytes.startIndex)
        if let earlier = draft.seen[property], !property.mayRepeat {
            throw ContentParts.Fault(
                parts.line.bytes.startIndex,
                "\(property.rawValue) stands twice in the event, first in line \(earlier.line)")
        }
        draft.seen[property] = place
        switch property {
        case .uid: draft.uid = try text(parts)
        case .summary: draft.name = try text(parts)
        case .location: draft.site = try text(parts)
        case .geo:
            guard let position = GeoPosition(parts.value) else {
                throw ContentParts.Fault(
                    parts.value.startIndex,
                    "GEO \"\(String(decoding: parts.value.prefix(40), as: UTF8.self))\" is no place; allowed: latitude;longitude, such as 46.0667;11.1167"
                )
            }
            draft.position = position
        case .start: draft.start = try time(parts)
        case .end: draft.end = try time(parts)
        case .duration:
            draft.span = try CalendarSpan(parts.value)
        case .rule: draft.rule = try RecurrenceRule(parts.value)
        case .addedDates: draft.added += try times(parts)
        case .removedDates: draft.removed += try times(parts)
        case .recurrence:
            if let range = parts.parameter("RANGE") {
                throw ContentParts.Fault(
                    range.start,
                    "RANGE=\(range.text.prefix(40)) changes a series from an occurrence on, which is not read; allowed: RECURRENCE-ID without RANGE"
                )
            }
            draft.recurrence = try time(parts)
        case .status: draft.isCancelled = parts.word == "CANCELLED"
        }
    }

    /// A text; control characters in it, which programs write that take texts of one code for another, are blanks.
    private mutating func text(_ parts: ContentParts) throws(ContentParts.Fault) -> String {
        guard let index = parts.value.firstIndex(where: ContentParts.isControl) else {
            return try CalendarText.text(parts.value)
        }
        faults.doubt(parts.line.place(index), "\(parts.name) has a control character, which is taken as a blank")
        var value = parts.value
        for index in value.indices where ContentParts.isControl(value[index]) { value[index] = UInt8(ascii: " ") }
        return try CalendarText.text(value)
    }

    private mutating func times(_ parts: ContentParts) throws(ContentParts.Fault) -> [EventDraft.Time] {
        if let form = parts.parameter("VALUE"), form.text.uppercased() == "PERIOD" {
            throw ContentParts.Fault(
                form.start,
                "\(parts.name) of periods is not read; allowed: VALUE=DATE-TIME, or VALUE=DATE of whole days")
        }
        let zone = try zone(parts)
        var times: [EventDraft.Time] = []
        for value in parts.value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            times.append(try time(parts, value, zone))
        }
        return times
    }

    private mutating func time(_ parts: ContentParts) throws(ContentParts.Fault) -> EventDraft.Time {
        try time(parts, parts.value, zone(parts))
    }

    private func time(_ parts: ContentParts, _ value: ArraySlice<UInt8>, _ zone: Int) throws(ContentParts.Fault)
        -> EventDraft.Time
    {
        let time = try CalendarTime(value, of: parts.name)
        if let form = parts.parameter("VALUE") {
            let wanted = form.text.uppercased()
            guard ["DATE", "DATE-TIME"].contains(wanted) else {
                throw ContentParts.Fault(form.start, "VALUE=\(wanted.prefix(40)); allowed: DATE-TIME, DATE")
            }
            guard (wanted == "DATE") == (time.form == .date) else {
                throw ContentParts.Fault(
                    value.startIndex,
                    "\(parts.name) is \(time.form == .date ? "a date" : "a date with a time"), but its VALUE is \(wanted)"
                )
            }
        }
        return EventDraft.Time(
            time: time, zone: time.form == .universal ? ZoneShelf.universal : zone,
            place: parts.line.place(value.startIndex))
    }

    private mutating func zone(_ parts: ContentParts) throws(ContentParts.Fault) -> Int {
        guard let parameter = parts.parameter("TZID") else { return cityZone }
        switch zones.zone(parameter.text) {
        case .known(let index): return index
        case .ends(let index):
            if endsNamedByEnd.insert(parameter.text).inserted {
                faults.doubt(
                    parts.line.place(parameter.start),
                    "the time zone \"\(parameter.text)\" is taken as `\(zones.clocks[index].name)`, with which its name ends"
                )
            }
            return index
        case .unknown(let message): throw ContentParts.Fault(parameter.start, message)
        }
    }

    /// Judges an event when it ends.
    private mutating func close(_ draft: EventDraft) {
        events.append(draft)
        for slip in draft.slips where draft.seen[slip.meant] == nil && slip.meant != .start && slip.meant != .uid {
            faults.doubt(
                (slip.line, 1),
                "the property \(slip.name) is unknown and left out; did you mean `\(slip.meant.rawValue)`?")
        }
        for property in [EventDraft.Property.uid, .start] where draft.seen[property] == nil {
            let slip = draft.slips.first { $0.meant == property }
            faults.note(
                draft.begin,
                "the event has no \(property.rawValue); allowed: one in each event"
                    + (slip.map { "; did you mean it by \($0.name) in line \($0.line)?" } ?? ""))
        }
        if draft.seen[.end] != nil, draft.seen[.duration] != nil {
            faults.note(draft.place(.duration), "the event has both DTEND and DURATION; allowed: one of them")
        }
        guard let start = draft.start else { return }
        for (name, time) in [("DTEND", draft.end)] + draft.added.map({ ("RDATE", $0) })
            + draft.removed.map({ ("EXDATE", $0) })
        {
            guard let time, time.isDate != start.isDate else { continue }
            faults.note(
                time.place,
                "\(name) is \(time.isDate ? "a date" : "a date with a time") and DTSTART is not; allowed: both of one form"
            )
        }
    }
}
