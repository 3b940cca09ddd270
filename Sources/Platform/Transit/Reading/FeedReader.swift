// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// Reads the tables of one feed into a draft; what is wrong is gathered, all of it.
struct FeedReader {
    let feed: Feed
    /// What is put before the feed's ids.
    let prefix: String
    private(set) var problems: [InputProblem] = []
    private(set) var errorCount = 0
    private(set) var doubts: [InputProblem] = []

    /// Numbers of the draft by ids of the feed.
    var stops: [String: UInt32] = [:]
    var operators: [String: UInt32] = [:]
    var lines: [String: UInt32] = [:]
    var services: [String: UInt32] = [:]
    var shapes: [String: UInt32] = [:]
    var trips: [String: UInt32] = [:]
    /// The trips of the feed.
    var tripRows: [TripRow] = []
    /// How many trips each service of the feed has, and where it is named first.
    var serviceTrips: [Int] = []
    var servicePlaces: [(id: String, file: String, line: Int)] = []
    /// The number of the feed's first service in the draft.
    var firstService = 0

    struct TripRow {
        let name: UInt32
        let line: UInt32
        let service: UInt32
        let headsign: UInt32
        let shape: UInt32
    }

    /// Names are looked for only as often as people read: with thousands of names each search takes its time.
    private var hints = 20

    init(_ feed: Feed, prefix: String) {
        self.feed = feed
        self.prefix = prefix
    }

    /// Reads everything.
    mutating func read(into draft: inout TimetableDraft) {
        readAgencies(&draft)
        readStops(&draft)
        readLines(&draft)
        readServices(&draft)
        readShapes(&draft)
        readTrips(&draft)
        let frequencies = readFrequencies(&draft)
        readStopTimes(&draft, frequencies)
        readTransfers(&draft)
    }

    /// A table that is read from its second line on; nil when the feed has none, or its header cannot be read.
    mutating func table(_ name: String, _ columns: CSVColumns) -> ByteTable? {
        guard let bytes = feed.files[name] else { return nil }
        let table = ByteTable(bytes, of: "\(feed.path)/\(name)", columns, isLenient: true)
        // Feeds have columns of their own; only one that may be a slip is told.
        doubts += table.doubts.filter { $0.message.contains("did you mean") }
        guard table.isReadable else {
            take(table)
            return nil
        }
        return table
    }

    /// Takes what was wrong with a table, by line.
    mutating func take(_ table: ByteTable) {
        if table.shortLines > 0 {
            doubts.append(
                InputProblem(
                    .warning, at: InputLocation(file: table.file),
                    "\(table.shortLines) lines have fewer cells than the header; those that are missing are taken as empty"
                ))
        }
        errorCount += table.errorCount
        let sorted = table.problems.enumerated().sorted {
            ($0.element.location.line, $0.offset) < ($1.element.location.line, $1.offset)
        }
        problems += sorted.prefix(max(0, InputErrors.mostListed - problems.count)).map(\.element)
    }

    /// Takes an error that was found after its table was read.
    mutating func take(_ message: String, in name: String, line: Int = 1) {
        errorCount += 1
        guard problems.count < InputErrors.mostListed else { return }
        problems.append(InputProblem(.error, at: InputLocation(file: "\(feed.path)/\(name)", line: line), message))
    }

    /// Takes a doubt about a whole file.
    mutating func doubt(_ message: String, in name: String) {
        doubts.append(InputProblem(.warning, at: InputLocation(file: "\(feed.path)/\(name)"), message))
    }

    /// An id that is new; noted when it is empty or appears twice.
    func newID(_ column: String, _ what: String, _ known: [String: Int], _ table: inout ByteTable) -> String? {
        let id = table.text(column)
        if id.isEmpty {
            table.note(column, "\(column) is empty; each \(what) has an id")
            return nil
        }
        if let first = known[id] {
            table.note(column, "the \(what) \(id) appears twice: also in line \(first)")
            return nil
        }
        return id
    }

    /// The number that an id stands for; noted when it stands for none.
    mutating func number(_ column: String, in known: [String: UInt32], of file: String, _ table: inout ByteTable)
        -> UInt32?
    {
        let id = table.text(column)
        if let number = known[id] { return number }
        table.note(column, unknown(column, id, in: known, of: file))
        return nil
    }

    /// What is said of an id that nothing has.
    mutating func unknown(_ column: String, _ id: String, in known: [String: UInt32], of file: String) -> String {
        var hint = ""
        if hints > 0 {
            hints -= 1
            hint = nearestName(to: id, among: known.keys.sorted()).map { "; did you mean `\($0)`?" } ?? ""
        }
        return "\(column) \"\(id)\" is not in \(file)\(hint)"
    }

    /// Seconds of a clock time such as `7:05:00` or `25:30:00`; nil when it is none, or past 48:00.
    static func clock(_ text: ArraySlice<UInt8>) -> Int32? {
        var (parts, value, digits, last) = (0, Int32(0), 0, Int32(0))
        let blank = UInt8(ascii: " ")
        var (from, to) = (text.startIndex, text.endIndex)
        while from < to, text[from] == blank { from += 1 }
        while to > from, text[to - 1] == blank { to -= 1 }
        for index in from..<to {
            let byte = text[index]
            if byte == UInt8(ascii: ":") {
                guard digits > 0, parts < 2, parts == 0 || digits == 2 else { return nil }
                value = (value + last) * 60
                (parts, digits, last) = (parts + 1, 0, 0)
            } else {
                guard (48...57).contains(byte), digits < 2 else { return nil }
                last = last * 10 + Int32(byte - 48)
                digits += 1
                if parts > 0, last > 59 { return nil }
            }
        }
        guard parts == 2, digits == 2 else { return nil }
        let seconds = value + last
        return seconds <= Timetable.latestTime ? seconds : nil
    }

    static let clockForm = "is not a time such as 07:05:00, from 00:00:00 to 47:59:59"

    /// A time of the day with its seconds.
    static func clockText(_ seconds: Int32) -> String {
        func two(_ value: Int32) -> String { (value < 10 ? "0" : "") + "\(value)" }
        return "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    }
}
