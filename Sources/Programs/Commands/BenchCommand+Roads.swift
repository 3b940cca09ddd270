// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Roads

extension BenchCommand {
    /// The search of streets; see `RoadMeasures`.
    struct Streets: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "roads", abstract: "Measure order, hierarchy, file and queries of a network of streets.")

        @OptionGroup var network: NetworkArgument

        @Option(help: "The queries: a CSV file with from_node and to_node.", completion: .file(extensions: ["csv"]))
        var queries: String

        func run() throws {
            try reportingErrors {
                var measures = RoadMeasures { HostUsage.cpuSeconds }
                try measures.measure(try network.read().graph.network, queries: fileBytes(queries), of: queries)
                let figures =
                    measures.figures.map { "\"\($0.name)\":\($0.value)" } + [
                        "\"peak_rss_bytes\":\(HostUsage.peakBytes)"
                    ]
                print("{\(figures.joined(separator: ","))}")
            }
        }
    }
}
