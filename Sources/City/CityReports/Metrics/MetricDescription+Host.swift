// SPDX-License-Identifier: GPL-3.0-or-later

/// What a run costs on the machine that it runs on (SIM-08). Not part of a report: it differs from machine to machine.
extension MetricDescription {
    /// The metrics of the program's own cost.
    public static let host: [MetricDescription] = [
        MetricDescription("run.wall-time", "s", "Wall time of one replication; the slowest one counts."),
        MetricDescription("run.cpu", "s", "Processor time of one replication; the costliest one counts."),
        MetricDescription(
            "run.memory", "bytes", "Largest resident memory of the program, all replications that run at once together."
        ),
    ]
}
