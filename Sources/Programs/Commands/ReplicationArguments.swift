// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import Experiments
import Synchronization

/// How many replications, on how many threads: the same for every command that runs experiments.
struct ReplicationArguments: ParsableArguments {
    @Option(help: "Run this many replications and report intervals.")
    var replications: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Run replications until the half width of this metric's 95 % interval is at most this share of its mean, such "
                + "as wait.p95=2%; for a comparison, the half width of the paired difference as a share of the first "
                + "variant's mean; may be repeated.", valueName: "metric=share"))
    var untilHalfWidth: [String] = []

    @Option(help: "With --until-half-width: the smallest number of replications (default 10).")
    var minReplications: Int?

    @Option(help: "With --until-half-width: the largest number of replications (default 500).")
    var maxReplications: Int?

    @Option(
        help: """
            How many replications run at once (default: one on each processor core). With --store, 0 leaves all to workers.
            """)
    var threads: Int?

    @Flag(help: "Continue an interrupted experiment: finished replications are taken from its journal.")
    var resume = false

    @OptionGroup var storing: StoreArguments

    /// The rule that was asked for; the usual one, if there is one, when none was.
    func rule(usual: ReplicationRule? = nil) throws -> ReplicationRule? {
        if untilHalfWidth.isEmpty, minReplications != nil || maxReplications != nil {
            throw ValidationError("--min-replications and --max-replications need --until-half-width")
        }
        if let replications {
            guard untilHalfWidth.isEmpty else {
                throw ValidationError("give --replications or --until-half-width, not both")
            }
            guard replications >= 1 else {
                throw ValidationError("--replications \(replications): at least 1 is needed")
            }
            return .count(replications)
        }
        guard !untilHalfWidth.isEmpty else {
            if resume, usual == nil {
                throw ValidationError("--resume needs --replications or --until-half-width")
            }
            return usual
        }
        let targets = try untilHalfWidth.map { text in
            do {
                return try HalfWidthTarget(text: text)
            } catch {
                throw ValidationError("--until-half-width: \(error)")
            }
        }
        return .untilHalfWidth(
            targets, least: minReplications ?? 10, most: maxReplications ?? max(500, minReplications ?? 0))
    }

    /// The option that says how many, for messages.
    var text: String {
        replications.map { "--replications \($0)" } ?? minReplications.map { "--min-replications \($0)" }
            ?? "--until-half-width"
    }

    func threadCount() throws -> Int { try Self.count(ofThreads: threads, storing) }

    /// Checks a number of threads; one on each core when none is given, and 0 where a database has others that work.
    static func count(ofThreads threads: Int?, _ storing: StoreArguments? = nil) throws -> Int {
        let cores = try MachineSize.cores()
        guard let threads else { return cores }
        if threads == 0, storing?.store != nil { return 0 }
        guard threads >= 1 else {
            throw ValidationError(
                "--threads \(threads): at least 1 is needed"
                    + (threads == 0 && storing != nil ? " without --store" : ""))
        }
        guard threads <= mostThreads else {
            throw ValidationError("--threads \(threads): at most \(mostThreads) are allowed")
        }
        if threads > cores, !hasWarned.exchange(true, ordering: .relaxed) {
            complain(
                "warning: --threads \(threads): this machine has \(cores) processor core\(cores == 1 ? "" : "s"); more threads "
                    + "than cores only slow each other down (set \(MachineSize.variable) if it has another number of cores)"
            )
        }
        return threads
    }

    private static let mostThreads = 4096
    /// Commands ask for the number several times; one warning is enough.
    private static let hasWarned = Atomic<Bool>(false)
}
