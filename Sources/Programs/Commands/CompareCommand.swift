// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import CityModel
import CitySimulation
import CitySlices
import Experiments
import Foundation
import Reporting

/// `cabrank compare`.
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "Compare scenarios, zone layouts or settings, with the same people in all.",
        discussion: """
            cabrank compare today=a.yaml planned=b.yaml                    scenarios
            cabrank compare today=city.yaml --layout districts=d.geojson   layouts
            cabrank compare city.yaml --variant more --set fleet.drivers=600 --variant fewer --set fleet.drivers=400

            Any number of variants; each has the name that you give it, or that of its file. --layout and --variant change the first \
            scenario, and --set after a --variant belongs to that one; before them, to all. --base says which variant the others \
            are compared with (the first). With two or more layouts alone, the scenario's own zones take part if it has a \
            name: today=city.yaml.

            Every variant has the same seed and replications, and every person has their own random streams. With --layout, \
            people's locations, weights and conditions stay tied to the zones of the scenario; only the service uses the new \
            zones. Writes compare.json and compare.html, a page that begins with what the variants come to, in plain \
            sentences, and each variant as a complete scenario; with --rows also results.sqlite, with the rows of all replications. With --until-half-width, all \
            variants continue until the paired differences are that precise.

            Exit status: 0 when the comparison is complete, 2 on bad input, 70 on an internal error, 130 when stopped by Ctrl-C.
            """)

    @Argument(
        help: ArgumentHelp("Scenario files, each with a name if you like.", valueName: "name=scenario"),
        completion: .file(extensions: ["yaml"]))
    var scenarios: [String]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A zone layout (GeoJSON) for the service of the first scenario; may be repeated.", valueName: "name=layout"),
        completion: .file(extensions: ["geojson"]))
    var layout: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The first scenario with the values of the --set that follow; may be repeated.", valueName: "name"))
    var variant: [String] = []

    @Option(
        help: ArgumentHelp("The variant that the others are compared with (default: the first).", valueName: "name"))
    var base: String?

    @Option(
        help: ArgumentHelp(
            "Compare this metric too, such as wait.mean@zone=6; may be repeated.", valueName: "metric"))
    var metric: [String] = []

    @Option(help: "The property of the layouts that holds the zone number.")
    var number = "zone_id"

    @Option(help: "The property of the layouts that holds the zone's name.")
    var name = "name"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Set a value of the --variant before it, or of every variant when it comes first; may be repeated.",
            valueName: "path=value"))
    var set: [String] = []

    @OptionGroup var including: IncludeArguments

    @OptionGroup(title: "Replications of each variant (default 20)") var repeating: ReplicationArguments

    @OptionGroup var keeping: RowArguments

    @OptionGroup var load: LoadArguments

    @Option(help: "The seed of every variant, instead of the first scenario's.")
    var seed: UInt64?

    @Option(help: "The folder for the results (default: Reports/compare/<names>).", completion: .directory)
    var out: String?

    @Flag(help: "Print the result as JSON on the standard output, and nothing else there.")
    var json = false

    @Flag(help: "Show no progress.")
    var quiet = false

    func run() throws {
        let rule = try repeating.rule(usual: .count(20)) ?? .count(20)
        if case .count(let count) = rule, count < 2 {
            throw ValidationError("--replications \(count): a comparison needs at least 2, to have an interval")
        }
        let threads = try repeating.threadCount()
        for name in metric { try MetricPath.check(name) }
        let given = try ComparedVariants(
            scenarios: scenarios, layouts: layout, variants: variant, settings: set, base: base,
            words: CommandLine.arguments)
        var record = ExperimentRecord()
        let plans = try record.reading {
            try given.plans(seed: seed, number: number, name: name) { path, settings throws(InputErrors) in
                try including.read(path, setting: settings)
            }
        }
        let files = VariantName.files(plans.map(\.name))
        let limits = try load.limits()
        for entry in plans { try limits.admit(entry.plan, runs: rule.least, threads: threads, option: repeating.text) }
        let experiments = try plans.map { entry in
            var experiment = try Replications(
                entry.plan, rule: rule, threads: threads, seed: plans[0].plan.scenario.seed,
                meter: ReplicationCost.meter)
            experiment.keepsWishes = true
            try experiment.count(metric)
            experiment.crew = try repeating.storing.crew(
                experiment, most: rule.most.timesOrMost(plans.count), keepsRows: keeping.rows)
            return experiment
        }
        let location = OutputLocation(
            named: out, usual: "Reports/compare/" + VariantName.plain(plans.map(\.name)),
            settings: given.everySetting + (seed.map { ["seed=\($0)"] } ?? []))
        let folder = try ExperimentFolder(
            location, resultName: "compare.json",
            others: ["compare.html", RunFolder.lastFile] + files + (keeping.rows ? [RowPool.fileName] : []),
            resumes: repeating.resume, store: repeating.storing.store)
        let path = folder.path
        let journals = try experiments.enumerated().map { index, experiment in
            try folder.journal("journal-\(index + 1).jsonl", experiment)
        }
        let pool = try keeping.pool(in: folder.output, variants: plans.map(\.name))
        for (index, entry) in plans.enumerated() {
            for warning in entry.plan.warnings where index == 0 || !plans[0].plan.warnings.contains(warning) {
                complain(warning.description)
            }
        }
        let line = quiet ? nil : ReplicationLine(rule: rule, level: experiments[0].level)
        let sets = try ReplicationLine.shown(line) { progress in
            try Replications.runSideBySide(
                zip(experiments, journals).map { (experiment: $0, journal: $1) }, rule: rule, threads: threads,
                pool: pool, progress: progress)
        }
        if sets[0].ending == .stopped {
            complain("stopped; finished replications are kept in \(path); continue with --resume")
            throw Interruption.status
        }
        let variants = zip(zip(plans, sets), given.settings).map { entry, settings in
            Comparison.Variant(name: entry.0.name, plan: entry.0.plan, set: entry.1, settings: settings)
        }
        var comparison = Comparison(variants, metrics: metric)
        comparison.origin = record.origin(files: files)
        if let pool { try folder.output.adopt(pool.path, as: RowPool.fileName) }
        for (entry, file) in zip(plans, files) {
            try folder.write(
                scenario: entry.plan.text(in: path), as: file, "The variant `\(entry.name)` of a comparison")
        }
        try folder.write(record, sets[0].context)
        try folder.write(Data(ComparisonPage(comparison).html.utf8), as: "compare.html")
        let bytes = try comparison.encoded()
        try folder.write(bytes, as: "compare.json")
        if json { show(json: bytes) } else { show(comparison.text) }
        sets[0].reportMissedHalfWidth()
        if !json { print("\n  report       \(path)/compare.html") }
    }
}
