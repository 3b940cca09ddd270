// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The metrics of the server's front door and of the accounts. A run has them when it has a server or their events occur.
extension MetricDescription {
    /// The metrics of the server and its clients.
    public static let server: [MetricDescription] = processing + door + levels + clients

    private static let processing: [MetricDescription] =
        processing("processing", "Processing time of all messages (DEC-PERF-MEASURE)")
        + [
            MetricDescription(
                "processing.over10s", "1",
                "Messages that took 10 s or more, or were refused for want of room or time; must be 0 (PERF-04).")
        ]
        + MessageKind.allCases.flatMap {
            processing("processing.\($0.metricName)", "Processing time of messages of the kind \($0.word)")
        }

    private static func processing(_ name: String, _ text: String) -> [MetricDescription] {
        // What the server had no room or no time for is in no time, and counts as later.
        times(name, text) + [
            MetricDescription(
                "\(name).under5s", "share",
                "\(text): share in strictly less than 5 s; without an answer counts as later (PERF-03)."),
            MetricDescription(
                "\(name).under10s", "share",
                "\(text): share in strictly less than 10 s; without an answer counts as later (PERF-04)."),
        ]
    }

    private static func times(_ name: String, _ text: String) -> [MetricDescription] {
        family(name, text).filter { !$0.name.hasSuffix(".sd") && !$0.name.hasSuffix(".p90") }
    }

    private static let door: [MetricDescription] =
        times("server.wait", "Time from a message's arrival to its worker")
        + [
            MetricDescription("server.arrivals", "1", "Messages that arrived after the warm-up."),
            MetricDescription("server.arrivalRate", "1/s", "Messages a second."),
            MetricDescription(
                "server.unanswered", "1", "Messages neither answered nor refused when the run ended."),
            MetricDescription(
                "server.openAtEnd", "1",
                "Of the messages that arrived after the warm-up, those neither answered nor refused at the end."),
            MetricDescription("server.refused", "1", "Messages refused at the door."),
        ]
        + ServerRefusal.allCases.map {
            MetricDescription("server.refused.\($0.word)", "1", "Messages refused for the reason \($0.word).")
        } + [
            MetricDescription(
                "server.utilisation", "share",
                "The workers' busy time, as a share of their time while the server was up."),
            MetricDescription("server.queueMean", "1", "Messages waiting for a worker, mean over time."),
            MetricDescription("server.queueMax", "1", "Most messages waiting at one time."),
            MetricDescription("server.outages", "1", "Outages (AVAIL-02)."),
            MetricDescription("server.downtime", "s", "Time in which the server was down."),
            MetricDescription(
                "server.availability", "share",
                "Time in which the server was up, as a share of all time (AVAIL-01: 0.98)."),
            MetricDescription("server.timersReleased", "1", "Timers that fell due in an outage and fired after it."),
        ]

    private static let levels: [MetricDescription] = [
        MetricDescription(
            "passengers.connectedMin", "1", "Fewest passengers with a live session at any time (PERF-01)."),
        MetricDescription("passengers.connectedMean", "1", "Passengers with a live session, mean over time."),
        MetricDescription(
            "drivers.activeMin", "1", "Fewest drivers available or busy at any time (PERF-02)."),
        MetricDescription("drivers.activeMean", "1", "Drivers available or busy, mean over time."),
    ]

    private static let clients: [MetricDescription] =
        times("clients.latency", "Time from sending a message to showing its answer (PERF-17)")
        + ClientKind.allCases.flatMap {
            times("clients.latency.\($0.word)", "Time from sending to showing on \($0.word) clients (PERF-17)")
        }
        + ClientKind.allCases.flatMap {
            times("clients.input.\($0.word)", "Time to fill in a form on \($0.word) clients (UI-04)")
        } + [MetricDescription("clients.actions", "1", "What users did with their clients (UI-01).")]
}
