// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

extension RecurrenceRule {
    private static let partNames =
        ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"] + List.allCases.map(\.rawValue)

    private typealias Fault = ContentParts.Fault

    /// Reads the value of an `RRULE`.
    ///
    /// - Throws: the first thing that is wrong with it.
    init(_ value: ArraySlice<UInt8>) throws(ContentParts.Fault) {
        var seen: Set<String> = []
        for part in value.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
            let word = part.prefix { $0 != UInt8(ascii: "=") }
            let name = String(decoding: word, as: UTF8.self).uppercased()
            guard Self.partNames.contains(name) else {
                let meant = nearestName(to: name, among: Self.partNames).map { "; did you mean `\($0)`?" } ?? ""
                throw Fault(
                    part.startIndex,
                    "unknown part \"\(name.prefix(40))\" of a rule; allowed: \(Self.partNames.joined(separator: ", "))\(meant)"
                )
            }
            guard part.count > word.count + 1 else {
                throw Fault(part.startIndex, "\(name) has no value; allowed: such as FREQ=WEEKLY")
            }
            guard seen.insert(name).inserted else { throw Fault(part.startIndex, "\(name) stands twice in the rule") }
            try take(name, part.dropFirst(word.count + 1), at: part.startIndex)
        }
        guard seen.contains("FREQ") else {
            throw Fault(value.startIndex, "the rule has no FREQ; allowed: \(Self.frequencies)")
        }
        if seen.contains("COUNT"), seen.contains("UNTIL") {
            throw Fault(value.startIndex, "the rule has both COUNT and UNTIL; allowed: one of them")
        }
        try checkParts(value.startIndex)
    }

    private static let frequencies = Frequency.allCases.map(\.rawValue).joined(separator: ", ")

    private mutating func take(_ name: String, _ value: ArraySlice<UInt8>, at start: Int) throws(ContentParts.Fault) {
        let text = String(decoding: value, as: UTF8.self)
        switch name {
        case "FREQ":
            guard let known = Frequency(rawValue: text.uppercased()) else {
                let meant =
                    nearestName(to: text, among: Frequency.allCases.map(\.rawValue))
                    .map { "; did you mean `\($0)`?" } ?? ""
                throw Fault(start, "FREQ \"\(text.prefix(40))\" is not known; allowed: \(Self.frequencies)\(meant)")
            }
            frequency = known
        case "INTERVAL": interval = try Self.number(name, value, 1...10_000)
        case "COUNT": count = try Self.number(name, value, 1...999_999_999)
        case "UNTIL":
            until = try CalendarTime(value, of: "UNTIL", isBound: true)
        case "WKST":
            weekStart = text.uppercased()
            guard Self.weekdays.contains(weekStart) else {
                throw Fault(
                    start, "WKST \"\(text.prefix(40))\" is not a day; allowed: \(Self.weekdays.joined(separator: ", "))"
                )
            }
        case "BYDAY":
            for item in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
                let day = try Self.day(item)
                if !days.contains(day) { days.append(day) }
            }
            try Self.checkLength(name, days.count, 366, at: start)
        case _:
            guard let list = List(rawValue: name) else { return }
            try take(list, value, at: start)
        }
    }

    private mutating func take(_ list: List, _ value: ArraySlice<UInt8>, at start: Int) throws(ContentParts.Fault) {
        var numbers: Set<Int> = []
        for item in value.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let digits = item.first == UInt8(ascii: "+") && list.countsFromEnd ? item.dropFirst() : item
            let number = WholeNumber.value(digits).map(Int.init)
            guard let number, list.range.contains(list.countsFromEnd ? abs(number) : number) else {
                let range = "\(list.range.lowerBound) to \(list.range.upperBound)"
                throw Fault(
                    item.startIndex,
                    "\(list.rawValue) \"\(String(decoding: item.prefix(20), as: UTF8.self))\" is not allowed; allowed: \(range)"
                        + (list.countsFromEnd
                            ? ", or -\(list.range.lowerBound) to -\(list.range.upperBound) from the end" : ""))
            }
            numbers.insert(number)
        }
        try Self.checkLength(
            list.rawValue, numbers.count, list.range.upperBound + (list.countsFromEnd ? 0 : 1), at: start)
        lists[list] = numbers.sorted()
    }

    /// libical holds as many.
    private static func checkLength(_ name: String, _ count: Int, _ most: Int, at start: Int) throws(ContentParts.Fault)
    {
        guard count <= most else { throw Fault(start, "\(name) has \(count) values; allowed: up to \(most)") }
    }

    private static func number(_ name: String, _ value: ArraySlice<UInt8>, _ range: ClosedRange<Int64>)
        throws(ContentParts.Fault) -> Int
    {
        guard let number = WholeNumber.value(value), range.contains(number) else {
            throw Fault(
                value.startIndex,
                "\(name) \"\(String(decoding: value.prefix(20), as: UTF8.self))\" is not allowed; allowed: \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return Int(number)
    }

    private static func day(_ item: ArraySlice<UInt8>) throws(ContentParts.Fault) -> Day {
        let name = String(decoding: item.suffix(2), as: UTF8.self).uppercased()
        var digits = item.dropLast(2)
        let hasNumber = !digits.isEmpty
        if digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        let ordinal = hasNumber ? WholeNumber.value(digits).map(Int.init) ?? 0 : 0
        guard let weekday = weekdays.firstIndex(of: name), !hasNumber || (1...53).contains(abs(ordinal)) else {
            throw Fault(
                item.startIndex,
                "BYDAY \"\(String(decoding: item.prefix(20), as: UTF8.self))\" is not a day; allowed: \(weekdays.joined(separator: ", ")), with a number from 1 to 53, or -1 to -53, in front for the nth of the month or year"
            )
        }
        return Day(ordinal: ordinal, weekday: weekday)
    }

    /// What may not stand together (RFC 5545, 3.3.10, and the table there).
    private func checkParts(_ start: Int) throws(ContentParts.Fault) {
        func refuse(_ list: List, unless allowed: Frequency...) throws(ContentParts.Fault) {
            guard lists[list] != nil, !allowed.contains(frequency) else { return }
            throw Fault(
                start,
                "\(list.rawValue) with FREQ=\(frequency.rawValue); allowed: with \(allowed.map(\.rawValue).joined(separator: ", "))"
            )
        }
        try refuse(.week, unless: .yearly)
        try refuse(.yearDay, unless: .yearly)
        try refuse(.monthDay, unless: .daily, .monthly, .yearly)
        try refuse(.month, unless: .daily, .weekly, .monthly, .yearly)
        try refuse(.position, unless: .monthly, .yearly)
        for (list, others) in [(List.week, [List.monthDay, .yearDay, .position]), (.yearDay, [.month, .monthDay])] {
            guard lists[list] != nil, let other = others.first(where: { lists[$0] != nil }) else { continue }
            throw Fault(start, "\(list.rawValue) with \(other.rawValue); allowed: one of them")
        }
        if lists[.yearDay] != nil, !days.isEmpty { throw Fault(start, "BYYEARDAY with BYDAY; allowed: one of them") }
        if days.contains(where: { $0.ordinal != 0 }),
            frequency != .monthly && frequency != .yearly || lists[.week] != nil
        {
            throw Fault(start, "BYDAY with a number; allowed: with MONTHLY, and with YEARLY without BYWEEKNO")
        }
        if lists[.position] != nil, lists.count == 1, days.isEmpty {
            throw Fault(start, "BYSETPOS stands alone; allowed: with another part of BY...")
        }
        // Of a year with the longest February.
        func longest(_ month: Int) -> Int { Int(CivilTime.days(in: Int32(month), of: 2000)) }
        let months = list(.month)
        if !months.isEmpty, !list(.monthDay).isEmpty,
            !months.contains(where: { month in list(.monthDay).contains { abs($0) <= longest(month) } })
        {
            throw Fault(start, "there is no such day in any year: BYMONTH and BYMONTHDAY")
        }
    }
}
