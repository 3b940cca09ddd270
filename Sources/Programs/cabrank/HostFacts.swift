// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import CitySimulation
import Foundation

/// What a run cost on this machine: goes into run.json, and nowhere else.
struct HostFacts {
    private let began = ContinuousClock.now
    private let date = Date()

    func runFile(_ result: RunResult) -> RunFile {
        var usage = rusage()
        getrusage(Self.thisProcess, &usage)
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        let cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
        let wall = began.duration(to: .now)
        let wallSeconds = Double(wall.components.seconds) + Double(wall.components.attoseconds) / 1e18
        return RunFile(
            wallSeconds: wallSeconds, cpuSeconds: cpu, peakMemoryBytes: PeakMemory.bytes,
            eventsPerSecond: cpu > 0 ? Double(result.events) / cpu : nil, host: ProcessInfo.processInfo.hostName,
            date: date.formatted(.iso8601), toolchain: Self.toolchain, version: cabrankVersion,
            scenarioHash: result.context.scenarioHash, seed: String(result.context.seed),
            commandLine: CommandLine.arguments, fingerprint: result.fingerprint)
    }

    // The constant is an enum case with the GNU library and a plain number elsewhere.
    #if canImport(Glibc)
        private static let thisProcess = RUSAGE_SELF.rawValue
    #else
        private static let thisProcess = RUSAGE_SELF
    #endif

    private static var toolchain: String {
        #if compiler(>=6.3)
            let compiler = "Swift 6.3 or later"
        #else
            let compiler = "Swift 6.2"
        #endif
        return compiler + ", " + ProcessInfo.processInfo.operatingSystemVersionString
    }
}
