// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// What `run.json` holds: how the result came about, the machine and the wall clock included. The only file of a run
/// folder, besides the database's inner pages, that differs from machine to machine.
package struct RunFile: ResultFile, Codable {
    /// Seconds of wall time.
    package var wallSeconds: Double
    /// Seconds of processor time.
    package var cpuSeconds: Double
    /// Largest resident memory in bytes.
    package var peakMemoryBytes: Int64
    /// Events by second of processor time.
    package var eventsPerSecond: Double?
    package var host: String
    /// The date and time of the run, as the caller formats it.
    package var date: String
    /// Compiler and operating system.
    package var toolchain: String
    package var version: String
    /// The hash of the scenario's text.
    package var scenarioHash: String
    /// The seed, as text.
    package var seed: String
    package var commandLine: [String]
    /// The event log's fingerprint; nil for many runs, each of which has its own in their results.
    package var fingerprint: String?
    /// The files that were read, where they were noted.
    package var inputs: [HashedFile]?

    package init(
        wallSeconds: Double, cpuSeconds: Double, peakMemoryBytes: Int64, eventsPerSecond: Double? = nil, host: String,
        date: String, toolchain: String, version: String, scenarioHash: String, seed: String, commandLine: [String],
        fingerprint: String?, inputs: [HashedFile]? = nil
    ) {
        self.wallSeconds = wallSeconds
        self.cpuSeconds = cpuSeconds
        self.peakMemoryBytes = peakMemoryBytes
        self.eventsPerSecond = eventsPerSecond
        self.host = host
        self.date = date
        self.toolchain = toolchain
        self.version = version
        self.scenarioHash = scenarioHash
        self.seed = seed
        self.commandLine = commandLine
        self.fingerprint = fingerprint
        self.inputs = inputs
    }
}
