// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import CitySimulation
import Foundation
import Reporting

/// What a run cost on this machine: goes into run.json, and nowhere else.
struct HostFacts {
    private let began = ContinuousClock.now
    private let date = Date()

    func runFile(_ result: RunResult) -> RunFile {
        let cpu = HostUsage.cpuSeconds
        return RunFile(
            wallSeconds: began.duration(to: .now).inSeconds, cpuSeconds: cpu, peakMemoryBytes: HostUsage.peakBytes,
            eventsPerSecond: cpu > 0 ? Double(result.events) / cpu : nil, host: ProcessInfo.processInfo.hostName,
            date: date.formatted(.iso8601), toolchain: Self.toolchain, version: cabrankVersion,
            scenarioHash: result.context.scenarioHash, seed: String(result.context.seed),
            commandLine: CommandLine.arguments, fingerprint: result.fingerprint)
    }

    private static var toolchain: String {
        #if compiler(>=6.3)
            let compiler = "Swift 6.3 or later"
        #else
            let compiler = "Swift 6.2"
        #endif
        return compiler + ", " + ProcessInfo.processInfo.operatingSystemVersionString
    }
}
