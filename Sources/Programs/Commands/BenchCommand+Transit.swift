// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Transit

extension BenchCommand {
    /// The import of feeds and the search in timetables; see `TransitMeasures`.
    struct Timetables: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "transit", abstract: "Measure import, file and queries of a timetable.")

        @Argument(help: "The feeds: zips or folders.", completion: .file())
        var feeds: [String]

        @Option(help: "The service day, such as 2025-06-12.")
        var date: String

        @Option(
            help: "The queries: a CSV file with from_stop, to_stop and depart_s.",
            completion: .file(extensions: ["csv"]))
        var queries: String

        func validate() throws { _ = try TimetableArgument.day(date) }

        func run() throws {
            try reportingErrors {
                var measures = TransitMeasures { HostUsage.cpuSeconds }
                try measures.measure(
                    feeds, on: TimetableArgument.day(date), queries: fileBytes(queries), of: queries, bytes: fileBytes)
                let figures =
                    measures.figures.map { "\"\($0.name)\":\($0.value)" } + [
                        "\"peak_rss_bytes\":\(HostUsage.peakBytes)"
                    ]
                print("{\(figures.joined(separator: ","))}")
            }
        }
    }
}
