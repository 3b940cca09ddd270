// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Foundation

/// What a command may take, and the judgement of estimates by it.
struct LoadLimits {
    /// Memory that was stated, in bytes; nil for what the machine has.
    let statedMemory: Double?
    /// Processor time, in seconds.
    let seconds: Double
    private let machine = MachineMemory.free

    /// A day of one core: more is a slip of the pen far more often than a wish.
    static let usualSeconds = 86_400.0

    init(statedMemory: Double?, seconds: Double?) {
        self.statedMemory = statedMemory
        self.seconds = seconds ?? Self.usualSeconds
    }

    /// Memory, in bytes: the stated limit, or what the machine has where that is less.
    var memory: Double { min(statedMemory ?? .infinity, machine?.bytes ?? .infinity) }

    private var memoryText: String {
        if let statedMemory, statedMemory <= machine?.bytes ?? .infinity {
            return "--memory-limit allows \(LoadText.bytes(statedMemory))"
        }
        return "\(machine?.source ?? "the machine") has \(LoadText.bytes(memory))"
    }

    private var timeText: String {
        "--time-limit allows \(LoadText.span(seconds))"
    }

    /// Refuses a run that would take more than there is, naming the keys that ask for it.
    ///
    /// - Parameters:
    ///   - runs: how many runs of the estimate.
    ///   - threads: how many of them at once.
    ///   - option: what asks for more than one run, such as `--replications 1000`.
    /// - Throws: `InputErrors` for keys of the scenario, `ValidationError` for options.
    func check(_ estimate: LoadEstimate, runs: Int = 1, threads: Int = 1, option: String = "") throws {
        if let limit = exceeded(estimate.bytes, estimate.seconds) {
            let over = estimate.parts.filter { part in
                estimate.bytes > memory && part.bytes > (estimate.bytes - memory) / 4
                    || estimate.seconds > seconds && estimate.seconds(of: part) > (estimate.seconds - seconds) / 4
            }
            guard !over.isEmpty else {
                throw ValidationError("the run takes about \(Self.text(estimate)), and \(limit)")
            }
            throw InputErrors(
                problems: over.map { part in
                    let text = Self.text(part.events, part.bytes, estimate.seconds(of: part))
                    return InputProblem(
                        .error, at: part.location, "`\(part.key)`: \(part.asked) take about \(text); \(limit)")
                })
        }
        let atOnce = Double(max(1, min(runs, threads)))
        let kept = runs > 1 ? Double(runs) * estimate.bytesPerReplication : 0
        let allBytes = estimate.bytes + (atOnce - 1) * estimate.bytesOfRun + kept
        let allSeconds = Double(runs) * estimate.secondsOfRun
        guard let limit = exceeded(allBytes, allSeconds) else { return }
        throw ValidationError(
            "\(option): \(runs) runs of about \(Self.text(estimate)), \(Int(atOnce)) at once, take "
                + "\(LoadText.bytes(allBytes)) of memory and \(LoadText.span(allSeconds)) of one processor core; \(limit)"
        )
    }

    /// The limits that so much is above, in words; nil when it is within them.
    private func exceeded(_ bytes: Double, _ seconds: Double) -> String? {
        let limits = [bytes > memory ? memoryText : nil, seconds > self.seconds ? timeText : nil].compactMap(\.self)
        return limits.isEmpty ? nil : limits.joined(separator: ", and ")
    }

    /// An estimate in a line.
    static func text(_ estimate: LoadEstimate) -> String {
        let written =
            estimate.recordedBytes < 1e6
            ? "" : ", and writes \(LoadText.bytes(estimate.recordedBytes)) of events and messages"
        return text(estimate.events, estimate.bytes, estimate.seconds) + written
    }

    private static func text(_ events: Double, _ bytes: Double, _ seconds: Double) -> String {
        "\(LoadText.about(events)) events, \(LoadText.bytes(bytes)) of memory and \(LoadText.span(seconds)) of one "
            + "processor core"
    }
}

extension LoadLimits {
    /// Checks a plan, and watches over the memory of what is run next.
    func admit(_ plan: CityPlan, runs: Int = 1, threads: Int = 1, option: String = "") throws {
        let estimate = LoadEstimate(plan)
        try check(estimate, runs: runs, threads: threads, option: option)
        watch()
    }

    /// Refuses a run that would record more than the disk of a folder has room for.
    func checkRoom(_ plan: CityPlan, in folder: String) throws {
        let estimate = LoadEstimate(plan)
        guard estimate.recordedBytes > 0 else { return }
        // The folder may have to be made: the disk is that of the nearest one that is there.
        var place = URL(filePath: folder).absoluteURL
        while place.pathComponents.count > 1, !FileManager.default.fileExists(atPath: place.path) {
            place.deleteLastPathComponent()
        }
        let facts = try? FileManager.default.attributesOfFileSystem(forPath: place.path)
        guard let free = (facts?[.systemFreeSize] as? NSNumber)?.doubleValue, estimate.recordedBytes > free else {
            return
        }
        throw ValidationError(
            "the run writes about \(LoadText.bytes(estimate.recordedBytes)) of events and messages, and \(folder.shown) has "
                + "\(LoadText.bytes(free)) free; free some space there, or set `record.events` or `record.messages` to false"
        )
    }

    /// Watches over the memory of what is run next. In every run, small ones too: an estimate may be wrong, and that is
    /// when a watch is needed.
    func watch() { MemoryGuard.begin(most: memory, self) }
}
