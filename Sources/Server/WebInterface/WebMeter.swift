// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Synchronization

/// Counts requests and how long they took, for whoever runs the server.
package final class WebMeter: Sendable {
    private struct Key: Hashable {
        let method: String
        let path: String
        let status: Int
    }

    private struct Count {
        var number = 0
        var seconds = 0.0
        var below = [Int](repeating: 0, count: WebMeter.bounds.count)
    }

    private struct State {
        var counts: [Key: Count] = [:]
        var streams = 0
    }

    /// The bounds of a histogram, in seconds.
    static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = Mutex(State())

    /// Nothing is counted yet.
    package init() {}

    /// A request was answered.
    ///
    /// - Parameters:
    ///   - request: what was asked.
    ///   - status: the status of the answer.
    ///   - seconds: from the last byte of the request to its answer.
    package func count(_ request: WebRequest, status: Int, seconds: Double) {
        let key = Key(method: request.method.rawValue, path: WebCity.pattern(of: request), status: status)
        state.withLock { state in
            state.counts[key, default: Count()].number += 1
            state.counts[key]?.seconds += seconds
            for (index, bound) in Self.bounds.enumerated() where seconds <= bound {
                state.counts[key]?.below[index] += 1
            }
        }
    }

    /// A stream of events was opened, or has ended.
    package func count(streams change: Int) { state.withLock { $0.streams += change } }

    /// How many streams of events are open.
    package var streams: Int { state.withLock { $0.streams } }

    /// All counts in the text form of Prometheus 0.0.4, in a fixed order.
    package var text: String {
        let state = state.withLock { $0 }
        let counts = state.counts.sorted {
            ($0.key.path, $0.key.method, $0.key.status) < ($1.key.path, $1.key.method, $1.key.status)
        }
        var lines = [
            "# HELP cabrank_streams Open streams of events.", "# TYPE cabrank_streams gauge",
            "cabrank_streams \(state.streams)",
            "# HELP cabrank_request_seconds From a request to its answer; some wait until something happens.",
            "# TYPE cabrank_request_seconds histogram",
        ]
        for (key, count) in counts {
            let labels = "method=\"\(key.method)\",path=\"\(key.path)\",status=\"\(key.status)\""
            for (bound, below) in zip(Self.bounds, count.below) {
                lines.append("cabrank_request_seconds_bucket{\(labels),le=\"\(bound)\"} \(below)")
            }
            lines.append("cabrank_request_seconds_bucket{\(labels),le=\"+Inf\"} \(count.number)")
            lines.append("cabrank_request_seconds_sum{\(labels)} \(count.seconds)")
            lines.append("cabrank_request_seconds_count{\(labels)} \(count.number)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
