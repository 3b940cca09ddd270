// SPDX-License-Identifier: GPL-3.0-or-later
package import CityModel

/// The events of a file of calendars on the city's clock, recurring ones occurrence by occurrence.
///
/// Reads no clock, and asks libical for the instants of rules and Foundation for the offsets of zones: nothing else.
package struct CalendarImport {
    /// In the order of their starts.
    package private(set) var events: [CalendarEvent] = []
    package private(set) var summary = CalendarSummary()
    /// What can be doubted, in the order of the text.
    package private(set) var doubts: [InputProblem] = []

    private struct Row {
        let event: CalendarEvent
        let start: UniversalTime
        let end: UniversalTime
        let place: EventDraft.Place
    }

    private var reader: CalendarReader
    private var rows: [Row] = []
    private let first: UniversalTime?
    private let beyond: UniversalTime?
    /// By event: the occurrences for which events of their own stand.
    private var replaced: [String: Set<UniversalTime>] = [:]
    private var isWithoutExpander = false

    /// What is wrong with the name of a zone; nil when it is one.
    package static func fault(ofZone name: String) -> String? {
        var zones = ZoneShelf()
        if case .known = zones.zone(name) { return nil }
        return ZoneShelf.message(name)
    }

    /// - Parameters:
    ///   - bytes: the file.
    ///   - file: how problems name it.
    ///   - zone: the city's zone, by its name in the IANA database.
    ///   - first: 00:00 of the first day of which events are wanted; all when nil.
    ///   - beyond: 00:00 of the day behind the last one; all when nil, which no rule without an end may be.
    /// - Throws: all that is wrong with the file.
    package init(
        _ bytes: [UInt8], of file: String, zone: String, from first: WallTime? = nil, until beyond: WallTime? = nil
    ) throws(InputErrors) {
        reader = CalendarReader(bytes, of: file, zone: zone)
        var clock = reader.zones.clocks[reader.cityZone]
        self.first = first.map { clock.instant($0).instant }
        self.beyond = beyond.map { clock.instant($0).instant }
        summary.calendars = reader.calendars
        summary.events = reader.events.count
        summary.others = reader.others
        findReplaced()
        for draft in reader.events { take(draft) }
        rows.sort {
            ($0.event.start, $0.start, $0.event.uid, $0.event.occurrence?.seconds ?? 0)
                < ($1.event.start, $1.start, $1.event.uid, $1.event.occurrence?.seconds ?? 0)
        }
        tellMeetings()
        guard reader.faults.errorCount == 0 else { throw reader.faults.problems }
        doubts = reader.faults.doubts
        events = rows.map(\.event)
        summary.rows = events.count
    }

    private mutating func instant(_ time: EventDraft.Time) -> UniversalTime {
        reader.clock(time.zone) { $0.instant(time.time.wall).instant }
    }

    /// Finds the occurrences of series for which events of their own stand, and events that are there twice.
    private mutating func findReplaced() {
        var lines: [String: Int] = [:]
        for draft in reader.events where draft.seen[.uid] != nil {
            let number = draft.begin.line
            if let time = draft.recurrence {
                let instant = instant(time)
                if !replaced[draft.uid, default: []].insert(instant).inserted {
                    reader.faults.note(
                        time.place, "two events stand for the occurrence of \(instant.text) of one UID; allowed: one")
                }
            } else if draft.seen[.recurrence] == nil, let other = lines.updateValue(number, forKey: draft.uid) {
                reader.faults.note(
                    draft.place(.uid),
                    "the UID is that of the event in line \(other) too; allowed: one event of each UID, and others with RECURRENCE-ID"
                )
            }
        }
    }

    private mutating func take(_ draft: EventDraft) {
        guard let start = draft.start else { return }
        let begins = instant(start)
        // With DTEND each lasts as long as the first.
        let length = draft.end.map { instant($0).seconds - begins.seconds } ?? 0
        if let end = draft.end, end.isDate == start.isDate, length < 0 {
            reader.faults.note(
                end.place,
                "the event ends at \((begins + length).text) before it begins at \(begins.text); allowed: DTEND after DTSTART"
            )
            return
        }
        guard !draft.isAllDay else { return summary.allDay += 1 }
        guard !draft.isCancelled else { return summary.cancelled += 1 }
        if draft.seen[.end] == nil, draft.seen[.duration] == nil { summary.withoutEnd += 1 }
        let isSeries = draft.recurrence == nil && (draft.seen[.rule] != nil || !draft.added.isEmpty)
        guard isSeries else {
            return add(draft, start, length, begins, at: draft.recurrence.map { instant($0) })
        }
        summary.series += 1
        var instants = [begins]
        if let rule = draft.rule {
            guard let expansion = expansion(rule, of: draft, start, begins) else { return }
            instants = expansion.instants
            summary.inGaps += expansion.gaps.count { gap in
                first.map { gap >= $0 } ?? true && beyond.map { gap < $0 } ?? true
            }
        }
        var all = Set(instants)
        for time in draft.added { all.insert(instant(time)) }
        for time in draft.removed { all.remove(instant(time)) }
        if let own = replaced[draft.uid] { all.subtract(own) }
        for instant in all.sorted() { add(draft, start, length, instant, at: instant) }
    }

    private mutating func expansion(
        _ rule: RecurrenceRule, of draft: EventDraft, _ start: EventDraft.Time, _ begins: UniversalTime
    ) -> RuleExpansion? {
        let place = draft.place(.rule)
        // A day as an end is that whole day, and a time without Z one of the event's zone.
        let last = rule.until.map { until in
            let wall = until.form == .date ? until.wall + 86_399 : until.wall
            return until.form == .universal
                ? UniversalTime(seconds: wall.seconds) : reader.clock(start.zone) { $0.instant(wall).instant }
        }
        do throws(RuleExpansion.Fault) {
            let beyond = beyond
            let expansion = try reader.clock(start.zone) { clock throws(RuleExpansion.Fault) in
                try RuleExpansion(
                    rule, from: start.time.wall, at: begins, &clock, through: last, before: beyond)
            }
            if !expansion.startsByRule, !draft.removed.contains(where: { instant($0) == begins }) {
                reader.faults.doubt(
                    place,
                    "DTSTART is none of the instants of its rule; it is kept as the first occurrence all the same")
            }
            return expansion
        } catch {
            switch error {
            case .endless:
                reader.faults.note(
                    place, "the rule has no end; allowed: COUNT or UNTIL in the rule, or --until on the command line")
            case .tooMany:
                reader.faults.note(
                    place,
                    "the rule gives more than \(RuleExpansion.most) occurrences; allowed: fewer, by COUNT or UNTIL in the rule or --until on the command line"
                )
            case .notInstalled:
                if !isWithoutExpander {
                    reader.faults.note(
                        place,
                        "libical is not installed, which expands rules; on Debian it is in the package libical3 (apt-get install libical3). Calendars without RRULE need none"
                    )
                }
                isWithoutExpander = true
            }
            return nil
        }
    }

    /// Adds one occurrence, if it lies in the days that are wanted.
    private mutating func add(
        _ draft: EventDraft, _ first: EventDraft.Time, _ length: Int64, _ start: UniversalTime,
        at occurrence: UniversalTime?
    ) {
        // The days of a duration are days of the wall (3.8.5.3).
        let end: UniversalTime
        if let span = draft.span {
            let dayLater = reader.clock(first.zone) { clock in
                span.days == 0 ? start : clock.instant(clock.wall(start) + span.days * 86_400).instant
            }
            end = max(start, dayLater + span.seconds)
        } else {
            end = start + length
        }
        let isEarly = self.first.map { start < $0 && end <= $0 } ?? false
        guard !isEarly, beyond.map({ start < $0 }) ?? true else { return summary.outside += 1 }
        let walls = reader.clock(reader.cityZone) { ($0.wall(start), $0.wall(end)) }
        guard max(walls.0, walls.1) <= .latest, walls.0.seconds >= 0 else { return summary.outside += 1 }
        let place = draft.place(.start)
        // The clock may have been put back between the two.
        let isTurned = walls.1 < walls.0
        if isTurned {
            reader.faults.doubt(
                place,
                "the city's clock is put back between start and end, \(walls.0.text) and \(walls.1.text); the end is told by the event's length"
            )
        }
        let event = CalendarEvent(
            uid: draft.uid, name: draft.name, start: walls.0,
            end: isTurned ? walls.0 + (end.seconds - start.seconds) : walls.1, site: draft.site,
            position: draft.position, occurrence: occurrence)
        rows.append(Row(event: event, start: start, end: end, place: place))
    }

    /// Tells where two instants have one time on the city's clock.
    private mutating func tellMeetings() {
        var clock = reader.zones.clocks[reader.cityZone]
        var second: [WallTime: (instant: UniversalTime, place: EventDraft.Place)] = [:]
        for row in rows {
            var isAgain = false
            for instant in [row.start, row.end] {
                let wall = clock.wall(instant)
                guard clock.instant(wall).instant != instant else { continue }
                isAgain = true
                if second[wall] == nil { second[wall] = (instant, row.place) }
            }
            if isAgain { summary.shownTwice += 1 }
        }
        guard !second.isEmpty else { return }
        for row in rows {
            for instant in [row.start, row.end] {
                let wall = clock.wall(instant)
                guard let later = second[wall], later.instant != instant else { continue }
                // Told once.
                second[wall] = nil
                reader.faults.doubt(
                    later.place,
                    "\(instant.text), in the event of line \(row.place.line), and \(later.instant.text) are both \(wall.text) on the city's clock"
                )
            }
        }
    }
}
