// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import Foundation
import RandomStreams
import RecordStores
import TripRules
import TripService

extension BenchCommand {
    /// The files of a live planner: events stored durably, and found by person and day (PERF-07).
    struct Trips: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "trips", abstract: "Measure how fast a planner's events are stored on disk and found.",
            discussion: """
                Fills an encrypted file with events, one for each person on each of five days, then looks days of people up, and stores \
                further events in groups, as a live planner does with what comes while the disk is busy: each group is one durable \
                transaction, whose time each of its events waits. Times are those of the clock on the wall: measure on a quiet disk.
                """)

        @Option(help: "How many events are stored; at least 1.") var events = 1_000_000
        @Option(help: "How many days are looked up; at least 1.") var lookups = 10_000
        @Option(help: "How many further events are stored; at least 1.") var stores = 10_000
        @Option(help: "How many events a transaction holds; at least 1.") var group = 16
        @Option(help: "Where the file lies while it is measured.", completion: .directory)
        var folder = FileManager.default.temporaryDirectory.path

        func validate() throws {
            guard events >= 1, lookups >= 1, stores >= 1, group >= 1, events + stores < Int(Int32.max) else {
                throw ValidationError("events, lookups, stores and group must be at least 1")
            }
        }

        func run() throws {
            try reportingErrors {
                let own = folder + "/cabrank-bench-\(ProcessInfo.processInfo.processIdentifier)"
                defer { try? FileManager.default.removeItem(atPath: own) }
                guard let key = RecordKey.drawn() else {
                    throw ValidationError("libsodium cannot start on this machine")
                }
                let files = try TripFiles(folder: own, key: key)
                let shelf = files.shelves.appointments
                let clock = ContinuousClock()
                let begin = clock.now
                for first in stride(from: 0, to: events, by: 10_000) {
                    try shelf.write((first..<min(first + 10_000, events)).map { .save(event($0)) })
                }
                let filling = begin.duration(to: clock.now).inSeconds

                var stream = RandomStream(StreamKey(seed: 1), for: .test, of: 0)
                var found = 0
                let looked = try (0..<lookups).map { _ in
                    let event = event(stream.index(events))
                    let begin = clock.now
                    let there = try files.appointments(of: event.user, on: event.appointment.time.span.lowerBound)
                    found += there.count
                    return begin.duration(to: clock.now).inSeconds
                }
                var stored: [Double] = []
                for first in stride(from: events, to: events + stores, by: group) {
                    let begin = clock.now
                    try shelf.write((first..<min(first + group, events + stores)).map { .save(event($0)) })
                    let time = begin.duration(to: clock.now).inSeconds
                    stored += [Double](repeating: time, count: min(group, events + stores - first))
                }
                let size = try FileManager.default.attributesOfItem(atPath: own + "/trips.sqlite")[.size] as? Int
                func quantile(_ times: [Double], _ share: Double) -> Double {
                    times.sorted()[Int(Double(times.count - 1) * share)]
                }
                let figures = [
                    ("events", Double(events)), ("filling_seconds", filling), ("file_bytes", Double(size ?? 0)),
                    ("lookups", Double(lookups)), ("found", Double(found)),
                    ("lookup_p50_seconds", quantile(looked, 0.5)),
                    ("lookup_p95_seconds", quantile(looked, 0.95)), ("stores", Double(stores)),
                    ("group", Double(group)),
                    ("store_p50_seconds", quantile(stored, 0.5)), ("store_p95_seconds", quantile(stored, 0.95)),
                ]
                print("{\(figures.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ","))}")
            }
        }

        /// The event of a number: each person has one on each of five days.
        private func event(_ number: Int) -> StoredAppointment {
            let (person, day) = (number / 5, number % 5)
            let start = CityTime.seconds(20_000 * 86_400 + day * 86_400 + 9 * 3600 + person % 8 * 3600)
            return StoredAppointment(
                user: TripUserID(Int32(person + 1)),
                Appointment(
                    id: AppointmentID(Int32(number + 1)), origin: ChangeStamp(TripDeviceID(1), Int32(day + 1)),
                    calendar: TripCalendarID(Int32(person + 1)), description: "meeting \(number)",
                    time: .standard(from: start, until: start + .hours(1)),
                    place: Place(metresEast: Double(person % 1000), north: Double(day))))
        }
    }
}
