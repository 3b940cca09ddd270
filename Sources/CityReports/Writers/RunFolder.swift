// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import Foundation

/// The folder of one run's results. All is written into a temporary neighbour, which takes the folder's name when it is
/// complete: nobody ever sees half a result.
public final class RunFolder {
    /// Where the results will be.
    public let path: String
    private let partial: String
    /// The run; may be set anew before `close`, when more is known.
    public var context: RunContext
    /// How sure the metrics are; goes into summary.json and the report.
    public var intervals: IntervalsResult?
    private let rides: RideWriter
    private let lines: EventLineWriter?
    private var isOpen = true

    /// Begins a folder; missing parents are made.
    ///
    /// - Parameters:
    ///   - path: Where the results will be; a folder that is there is replaced at the end.
    ///   - context: The run.
    ///   - keepsEvents: Also writes `events.jsonl` and the table `events`.
    /// - Throws: when the neighbour `<path>.partial` cannot be written.
    public init(path: String, context: RunContext, keepsEvents: Bool = false) throws {
        self.path = path
        self.context = context
        partial = path + ".partial"
        let files = FileManager.default
        try? files.removeItem(atPath: partial)
        do {
            try files.createDirectory(atPath: partial, withIntermediateDirectories: true)
        } catch {
            throw WriterError.cannotWrite(partial)
        }
        rides = try RideWriter(path: partial + "/results.sqlite", keepsEvents: keepsEvents)
        lines = keepsEvents ? try EventLineWriter(path: partial + "/events.jsonl") : nil
    }

    /// What must observe the run.
    public var observers: [any EventObserver] { [rides] + (lines.map { [$0] } ?? []) }

    /// Opens a further file of the folder to be written while the run goes on, such as `messages.csv`; to be closed before
    /// the folder.
    ///
    /// - Throws: when it cannot be made.
    public func lines(_ name: String) throws -> LineFile {
        try LineFile(path: partial + "/" + name)
    }

    /// Writes a further file into the folder, such as `scenario.yaml`.
    ///
    /// - Throws: when it cannot be written.
    public func write(_ bytes: Data, as name: String) throws {
        let target = partial + "/" + name
        do {
            try bytes.write(to: URL(fileURLWithPath: target))
        } catch {
            throw WriterError.cannotWrite(target)
        }
    }

    /// Writes all that is left and gives the folder its name. Call it after the observers' `finish(at:)`.
    ///
    /// - Throws: when anything could not be written; the folder then does not exist, or is the old one.
    public func close(
        result: MetricsResult, violations: [Violation], fingerprint: String, serviceFingerprint: String? = nil,
        run: RunFile,
        assets: ReportAssets = .fromEnvironment()
    ) throws {
        try rides.close(context: context, result: result, violations: violations, fingerprint: fingerprint)
        try lines?.close()
        let summary = SummaryFile(
            context: context, result: result, violations: violations, fingerprint: fingerprint,
            serviceFingerprint: serviceFingerprint, intervals: intervals)
        try write(try summary.encoded(), as: "summary.json")
        try write(try run.encoded(), as: "run.json")
        let page = ReportPage(
            context: context, result: result, violations: violations, fingerprint: fingerprint, assets: assets,
            intervals: intervals)
        try write(Data(page.html.utf8), as: "report.html")
        try takeName()
    }

    private func takeName() throws {
        let files = FileManager.default
        let old = path + ".old"
        do {
            try? files.removeItem(atPath: old)
            if files.fileExists(atPath: path) { try files.moveItem(atPath: path, toPath: old) }
            try files.moveItem(atPath: partial, toPath: path)
            try? files.removeItem(atPath: old)
        } catch {
            throw WriterError.cannotWrite(path)
        }
        isOpen = false
    }

    /// Gives up: removes what was written so far.
    public func abandon() {
        guard isOpen else { return }
        isOpen = false
        try? FileManager.default.removeItem(atPath: partial)
    }

    deinit { abandon() }
}
