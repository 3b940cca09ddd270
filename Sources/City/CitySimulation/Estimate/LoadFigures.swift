// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices

// What the parts of a run cost beside those of its services.
//
// Events were counted, and memory was read as the peak of the process, over runs of the shipped scenarios and of cities with
// much of one thing: 50,000 drivers without calls, 200,000 people who do not call, 200,000 calls that all abort, 40,000
// zones, 50,000 accounts, 20,000 requests that wait. Memory was measured with the report's folder written. Time
// is that of the release build in the table of the article Speed: `taxi-x100` makes 27 million events in 28.8 s with its full report,
// smaller cities less an event.
extension LoadFigures {
    /// The program, its libraries and an empty city, in bytes.
    static let program = 50e6

    // MARK: Memory, in bytes

    /// The gateway, and the curves of its report.
    static let server = 12e6
    /// An account that nobody uses during the run, and one that was opened in the run and is used no more.
    static let account = 1_600.0
    /// A zone with its queue and outline, and its row of the report for each hour: 40,000 zones over a day took 242 MiB, 400
    /// zones over 60 days 61 MiB.
    static let zone = 3_900.0
    static let zoneHour = 115.0
    /// The weight of a pair of zones, for destinations that depend on the origin.
    static let pair = 16.0
    /// A sender of a flood.
    static let sender = 500.0
    /// What is kept of a finished replication: some 300 metrics, and 80 bytes a zone.
    static let replication = 30_000.0
    static let replicationZone = 80.0

    // MARK: Events

    /// A registrant's life without edits: registration, mail, first login. Measured: 31.
    static let registrant = 31.0

    // MARK: Time, in seconds of one core

    /// An event with its noting, hashing and folding.
    static let event = 1.1e-6
    /// The same when every invariant is checked after every turn.
    static let checkedEvent = 2.5e-6
    /// An account that exists before the run: 38 s for 1,000,000 (Speed).
    static let enrolment = 40e-6
    /// An event as a line of `events.jsonl`, and the messages that come with an event on average, in time and bytes: measured with
    /// a city of all services, 140,000 events of 167 bytes and 30,600 messages of 477 bytes.
    static let recordedEvent = 5e-6
    static let recordedEventBytes = 160.0
    static let recordedMessages = 7e-6
    static let recordedMessagesBytes = 110.0
    /// A byte of a travel table, in time and in memory while it is read: 2,160,000 rows took 6.8 s and 710 MB.
    static let tableByte = 0.25e-6
    static let tableByteMemory = 25.0
    /// A byte of a network of streets, in time and in memory with the times of its users.
    static let roadsByte = 0.02e-6
    static let roadsByteMemory = 12.0
    /// A byte of a timetable, in time and in memory with the search of a day.
    static let linesByte = 0.1e-6
    static let linesByteMemory = 15.0
    /// A byte of a map: Vienna's 1.5 MB took 1.6 s.
    static let mapByte = 1.1e-6
    /// Start and end of the program, with the report.
    static let start = 0.15
}
