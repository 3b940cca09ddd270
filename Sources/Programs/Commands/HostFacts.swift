// SPDX-License-Identifier: GPL-3.0-or-later

import CitySimulation
import CitySlices
import Foundation
import Reporting

/// What a run cost on this machine: goes into run.json, and nowhere else.
struct HostFacts {
    private let began = ContinuousClock.now
    private let date = Date()

    func runFile(_ result: RunResult) -> RunFile {
        var file = runFile(result.context, inputs: nil)
        if file.cpuSeconds > 0 { file.eventsPerSecond = Double(result.events) / file.cpuSeconds }
        file.fingerprint = result.fingerprint
        return file
    }

    /// The same of an experiment, whose first scenario this is.
    func runFile(_ context: RunContext, inputs: [HashedFile]?) -> RunFile {
        RunFile(
            wallSeconds: began.duration(to: .now).inSeconds, cpuSeconds: HostUsage.cpuSeconds,
            peakMemoryBytes: HostUsage.peakBytes, host: ProcessInfo.processInfo.hostName,
            date: date.formatted(.iso8601), toolchain: Self.toolchain, version: cabrankVersion,
            scenarioHash: context.scenarioHash, seed: String(context.seed), commandLine: CommandLine.arguments,
            fingerprint: nil, inputs: inputs)
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
