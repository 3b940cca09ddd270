// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

/// A word that must not stand in the code of `Sources`, and what to write in its place.
struct BannedWord: Sendable, CustomTestStringConvertible {
    /// The text looked for. A letter or digit in front of a word that starts with a letter makes it another word.
    let word: String
    /// What to write in its place.
    let instead: String
    /// Folders (ending in `/`) and files where it may stand, each with the reason.
    let allowed: [String: String]

    var testDescription: String { word }

    init(_ word: String, instead: String, allowed: [String: String] = [:]) {
        self.word = word
        self.instead = instead
        self.allowed = allowed
    }

    /// True when the line of code has this word.
    func isIn(_ code: String) -> Bool {
        var rest = code[...]
        while let found = rest.firstRange(of: word) {
            let before = code[..<found.lowerBound].last
            let startsWord = word.first?.isLetter ?? false
            if !startsWord || !(before.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false) {
                return true
            }
            rest = rest[found.upperBound...]
        }
        return false
    }

    /// True when the word may stand in the file at this path.
    func isAllowed(in path: String) -> Bool {
        allowed.keys.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
    }
}

extension BannedWord {
    /// Every banned word.
    static let all = concurrency + wallClock + chance + danger

    // MARK: - Allow lists: a path and why

    /// Where tasks and executors may be made.
    private static let loopOnly = [
        "Sources/Platform/CityLoop/": "the loop is the executor: it makes the tasks that it runs",
        "Sources/Programs/LiveExample/": "live clients are on threads of their own",
        "Sources/Programs/StoreExample/": "live clients are on threads of their own",
        "Sources/Programs/TripExample/": "live clients are on threads of their own",
        "Sources/Programs/cabrankd/": "the city's thread is made beside those of the network",
        "Sources/Programs/WebPopulation/": "the server that people talk to is elsewhere",
    ]

    /// Where the time of the host may be read. It never decides what happens in the city.
    private static let hostTime = [
        "Sources/Platform/CityLoop/Pace/": "a paced run follows the host's clock",
        "Sources/Platform/CityLoop/Inbox/": "a paced run waits for the host's clock",
        "Sources/Platform/CityHost/Live/LiveInputs.swift":
            "the input log, used on the loop's thread only, as the event log",
        "Sources/City/Experiments/Postgres/": "how long a database may be away",
        "Sources/City/Experiments/Database/": "signs of life of workers, and the pace of replications",
        "Sources/Programs/Commands/": "progress, duration and date of a run, for people",
        "Sources/Programs/cabrankd/": "a live city begins at the time that the host's clock shows",
    ]

    /// Where Foundation is asked about an instant that a file names.
    private static let zoneClock = hostTime.merging(
        ["Sources/Platform/Calendars/Zones/ZoneClock.swift": "the offset of an instant; no clock is read"]
    ) { first, _ in first }

    /// Where code may go around the language's checks of memory or of concurrency.
    private static let unchecked: [String: String] = [
        "Sources/Platform/CityLoop/": "the kernel: raw memory where it is hottest, one thread by construction",
        "Sources/Platform/CityModel/EventLog/":
            "the kernel's log: records are written as raw memory on the loop's thread",
        "Sources/Platform/CityModel/Ids/Prefetch.swift":
            "names an address for the processor to fetch, and reads nothing",
        "Sources/Platform/RandomStreams/Streams/RandomStream.swift": "hands the address of a stream's words to GSL",
        "Sources/Platform/CityMap/Plane/Geometries.swift": "a thin shell around the C library GEOS",
        "Sources/Platform/CityMap/Plane/LocalPlane.swift": "a thin shell around the C library PROJ",
        "Sources/Platform/CityHost/Live/LiveInputs.swift":
            "the input log, used on the loop's thread only, as the event log",
        "Sources/City/Experiments/Postgres/": "a thin shell around the C library libpq",
        "Sources/Platform/Reporting/Tables/ResultDatabase.swift":
            "a write inside a write, which GRDB names unsafe and serialises",
    ]

    // MARK: - Words

    /// Work that leaves the loop runs in an order that nobody controls.
    private static let concurrency = [
        BannedWord("Task {", instead: "loop.start(_:_:)", allowed: loopOnly),
        BannedWord("Task(", instead: "loop.start(_:_:)", allowed: loopOnly),
        BannedWord("Task.detached", instead: "loop.start(_:_:)", allowed: loopOnly),
        BannedWord("Task.immediate", instead: "loop.start(_:_:)", allowed: loopOnly),
        BannedWord("Task.sleep", instead: "the loop's clock, which sleeps in city time", allowed: loopOnly),
        BannedWord("DispatchQueue", instead: "the loop", allowed: loopOnly),
        BannedWord("Thread(", instead: "the loop", allowed: loopOnly),
    ]

    /// What the host's clock says differs from run to run.
    private static let wallClock = [
        BannedWord("ContinuousClock", instead: "CityTime, handed in as `at now:`", allowed: hostTime),
        BannedWord("SuspendingClock", instead: "CityTime, handed in as `at now:`", allowed: hostTime),
        BannedWord("Date(", instead: "CityTime, handed in as `at now:`", allowed: zoneClock),
        BannedWord("Date.now", instead: "CityTime, handed in as `at now:`", allowed: hostTime),
        BannedWord("DispatchTime", instead: "CityTime, handed in as `at now:`", allowed: hostTime),
        BannedWord("clock_gettime", instead: "CityTime, handed in as `at now:`", allowed: hostTime),
        BannedWord("gettimeofday", instead: "CityTime, handed in as `at now:`", allowed: hostTime),
        BannedWord(".systemUptime", instead: "CityTime, handed in as `at now:`", allowed: hostTime),
    ]

    /// Chance that no seed controls. Swift's hash values differ from process to process.
    private static let chance = [
        BannedWord("SystemRandomNumberGenerator", instead: "a RandomStream"),
        BannedWord(".random(", instead: "a draw from a RandomStream"),
        BannedWord(".shuffled(", instead: "a draw from a RandomStream"),
        BannedWord(".shuffle(", instead: "a draw from a RandomStream"),
        BannedWord(".randomElement(", instead: "a draw from a RandomStream"),
        BannedWord("arc4random", instead: "a draw from a RandomStream"),
        BannedWord("UUID(", instead: "an ID counted by its owner"),
        BannedWord("Hasher(", instead: "a fingerprint with a fixed start"),
        BannedWord(".hashValue", instead: "a fingerprint with a fixed start"),
    ]

    /// Code that the compiler cannot check.
    private static let danger = [
        BannedWord("@unchecked Sendable", instead: "a value, an actor or a Mutex", allowed: unchecked),
        BannedWord("nonisolated(unsafe)", instead: "a value, an actor or a Mutex", allowed: unchecked),
        BannedWord("unsafe", instead: "safe code", allowed: unchecked),
        BannedWord("Unsafe", instead: "arrays and spans", allowed: unchecked),
        BannedWord("withUnsafe", instead: "arrays and spans", allowed: unchecked),
        BannedWord("fatalError(", instead: "a precondition that names ids, time and state"),
    ]

    /// The allow list of unchecked code, for the test that it names only what is there.
    static var uncheckedPaths: [String] { unchecked.keys.sorted() }
}
