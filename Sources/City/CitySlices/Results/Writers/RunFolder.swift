// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Foundation
package import Reporting

/// One run's results on their way into a folder. All is made aside, inside of the folder, and takes its place when it is
/// complete: older results stay until then, and nobody takes half of them for the whole.
package final class RunFolder {
    /// The file that takes its place last: as long as it is not there, the results are not complete.
    package static let lastFile = "run.json"

    /// Where the results will be.
    package var path: String { output.path }
    private let output: OutputFolder
    private let stage: String
    private let last: String
    private let replacesAll: Bool
    /// The run; may be set anew before `close`, when more is known.
    package var context: RunContext
    /// How sure the metrics are; goes into summary.json and the report.
    package var intervals: IntervalsResult?
    /// What all replications say together; goes into the report.
    package var replicated: ReplicatedPart?
    /// The run's own tables; nil when those of many runs take their place.
    private let tables: RunDatabase?
    private let pool: String?
    private let events: EventLineWriter?
    private let movingMap: (any MovingMapObserver)?
    private var others: [LineFile] = []
    /// The files made aside so far.
    private var names = ["results.sqlite"]
    private var isOpen = true

    /// Begins a run's results.
    ///
    /// - Parameters:
    ///   - output: Where the results will be.
    ///   - context: The run.
    ///   - keepsEvents: Also writes `events.jsonl` and the table `events`.
    ///   - tables: Fill tables of further services while the run goes on.
    ///   - pool: A finished file with the tables of many runs, to be `results.sqlite` instead of this run's alone.
    ///   - movingMap: Gathers the moving map of the report; nil for none.
    ///   - last: The file that takes its place last.
    ///   - replacesAll: Removes at the end what older results left in the folder.
    /// - Throws: `OutputProblem` when the files cannot be made, or somebody else's have their names.
    package init(
        in output: OutputFolder, context: RunContext, keepsEvents: Bool = false, tables: [any TableFold] = [],
        movingMap: (any MovingMapObserver)? = nil, pool: String? = nil, last: String = RunFolder.lastFile,
        replacesAll: Bool = true
    ) throws(OutputProblem) {
        self.output = output
        self.context = context
        self.pool = pool
        self.last = last
        self.replacesAll = replacesAll
        self.movingMap = movingMap
        try output.check(
            ["report.html", "results.sqlite", Self.lastFile, "summary.json"] + (keepsEvents ? ["events.jsonl"] : []))
        stage = try output.stage()
        do throws(OutputProblem) {
            self.tables =
                pool == nil
                ? try RunDatabase(
                    path: stage + "/results.sqlite", name: output.path + "/results.sqlite", context: context,
                    keepsEvents: keepsEvents, folds: tables) : nil
            events =
                keepsEvents
                ? try EventLineWriter(path: stage + "/events.jsonl", name: output.path + "/events.jsonl") : nil
            if keepsEvents { names.append("events.jsonl") }
        } catch {
            output.dropStage(["results.sqlite", "events.jsonl"])
            throw error
        }
    }

    /// What must observe the run.
    package var observers: [any EventObserver] { [tables?.observer, events, movingMap].compactMap(\.self) }

    /// What is to be said of a moving map that was asked for and is not in the report; nil where it is there, or nobody asked.
    package var movingMapRemark: String? { movingMap?.part?.remark }

    /// The first error of any write so far: the run need not go on.
    package var failure: OutputProblem? {
        tables?.failure ?? events?.failure ?? others.lazy.compactMap(\.failure).first
    }

    /// Opens a further file of the folder to be written while the run goes on, such as `messages.jsonl`; to be closed before
    /// the folder.
    ///
    /// - Throws: when it cannot be made.
    package func lines(_ name: String) throws(OutputProblem) -> LineFile {
        try output.check([name])
        let file = try LineFile(path: stage + "/" + name, name: path + "/" + name)
        others.append(file)
        names.append(name)
        return file
    }

    /// Writes a further file into the folder, such as `scenario.yaml`.
    ///
    /// - Throws: when it cannot be written.
    package func write(_ bytes: Data, as name: String) throws(OutputProblem) {
        let file = try NewFile(path: stage + "/" + name, name: path + "/" + name)
        names.append(name)
        try file.add(bytes)
    }

    /// Writes all that is left, and the files take their places. Call it after the observers' `finish(at:)`.
    ///
    /// - Throws: when anything could not be written; what was in the folder before is still there.
    package func close(
        result: MetricsResult, violations: [Violation], fingerprint: String, serviceFingerprint: String? = nil,
        run: RunFile, assets: ReportAssets = .fromEnvironment()
    ) throws {
        try tables?.close(context: context, result: result, violations: violations, fingerprint: fingerprint)
        if let pool { try OutputFolder.link(pool, stage + "/results.sqlite") }
        try events?.close()
        let summary = SummaryFile(
            context: context, result: result, violations: violations, fingerprint: fingerprint,
            serviceFingerprint: serviceFingerprint, intervals: intervals)
        try write(try summary.encoded(), as: "summary.json")
        try write(try run.encoded(), as: Self.lastFile)
        var page = ReportPage(
            context: context, result: result, violations: violations, fingerprint: fingerprint, assets: assets,
            intervals: intervals)
        page.movingMap = movingMap?.part
        page.hasAllRows = pool != nil
        page.replicated = replicated
        try write(page)
        try output.publish(last: last, replacesAll: replacesAll)
        isOpen = false
        output.close()
    }

    /// Writes the report, the numbers of a moving map in their place.
    private func write(_ page: ReportPage) throws(OutputProblem) {
        let html = Data(page.html.utf8)
        guard let map = page.movingMap, let mark = html.range(of: map.mark, options: .backwards) else {
            return try write(html, as: "report.html")
        }
        let file = try NewFile(path: stage + "/report.html", name: path + "/report.html")
        names.append("report.html")
        try file.add(html[..<mark.lowerBound])
        try map.eachPiece { (piece: Data) throws(OutputProblem) in try file.add(piece) }
        try file.add(html[mark.upperBound...])
    }

    /// Gives up: removes what was made so far. What was in the folder before stays.
    package func abandon() {
        guard isOpen else { return }
        isOpen = false
        output.dropStage(names)
        output.close()
    }

    deinit { abandon() }
}
