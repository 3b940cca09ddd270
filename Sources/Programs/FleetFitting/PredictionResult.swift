// SPDX-License-Identifier: GPL-3.0-or-later
package import Experiments
package import Reporting
import TripRecords

/// How far predictions of days are from what was recorded, of the runs and of the two simple ways beside them.
package struct PredictionResult: Sendable {
    /// A day.
    package struct Day: Sendable, Hashable {
        package let date: String
        /// The hours that the record lacks, and the fitted days have: taken to be as on these, and in no figure but those of all vacant times.
        package let unrecorded: [Int]
        package let copying, little, runs: FigureErrors
        /// Rides recorded, and of the mean run.
        package let seen, ran: Double
    }

    /// The facts of the scenario; nil without a day.
    package let context: RunContext?
    package let wish: DayPrediction.Wish
    package let days: [Day]

    /// The three ways.
    package enum Way: String, CaseIterable, Sendable {
        case copying, little, runs
    }

    /// The mean of the errors of all days, each with the same weight.
    package func mean(_ way: Way) -> FigureErrors { .mean(days.map { ($0.errors(way), 1) }) }

    /// The rows of a table of errors: the figure, and the error of copying, of Little's line, and of the runs.
    package static func rows(_ errors: (Way) -> FigureErrors) -> [[String]] {
        func row(_ name: String, _ text: (Double?) -> String, _ value: (FigureErrors) -> Double?) -> [String] {
            [name] + Way.allCases.map { text(value(errors($0))) }
        }
        return [
            row("rides by hour", FitText.percent) { $0.rides },
            row("mean ride", FitText.percent) { $0.ride },
            row("middle ride by hour", FitText.percent) { $0.rideByHour },
            row("occupied share by hour", FitText.percent) { $0.occupied },
            row("middle vacant time by hour", FitText.percent) { $0.vacantByHour },
            row("occupied share of taxis heard of, hours alike", FitText.percent) { $0.occupiedOfHeard },
            row("middle vacant time, hours alike", FitText.percent) { $0.vacantAlike },
            row("middle vacant time", FitText.percent) { $0.vacant },
            row("law of vacant times, largest difference", FitText.distance) { $0.law },
        ]
    }

    static let heads = ["error of", "copying", "Little's line", "runs"]

    /// The tables for a terminal.
    package var text: String {
        var text = ""
        if days.count > 1 {
            text += "  mean of \(days.count) days\n" + FitText.table([Self.heads] + Self.rows(mean)) + "\n"
        }
        for day in days {
            text += "  \(day.date): \(Text.short(day.seen, 0)) rides, \(Text.short(day.ran, 0)) in the runs\n"
            if let words = day.unrecordedWords { text += "  \(words)\n" }
            text += FitText.table([Self.heads] + Self.rows(day.errors)) + "\n"
        }
        return text + "  " + Self.words + "\n"
    }

    static let words =
        "Copying takes the fitted days as they were; it lies within the noise of a week, so nothing beats it without knowing something of the day. Errors by hour are means with the recorded rides as weights, but for the two in which hours count alike."
}

extension PredictionResult.Day {
    /// What stands for hours that were not recorded; nil where all were.
    package var unrecordedWords: String? {
        guard !unrecorded.isEmpty else { return nil }
        return
            "The record lacks the hours \(FitText.hours(unrecorded)): they run as on the fitted days, and are in no figure but those of all vacant times."
    }

    /// The errors of a way.
    package func errors(_ way: PredictionResult.Way) -> FigureErrors {
        switch way {
        case .copying: copying
        case .little: little
        case .runs: runs
        }
    }
}

/// A prediction as one HTML file, which opens from disk without any script, server or network.
package struct PredictionPage {
    private let result: PredictionResult
    private let origin: ExperimentOrigin

    package init(_ result: PredictionResult, _ origin: ExperimentOrigin) {
        (self.result, self.origin) = (result, origin)
    }

    package var html: String {
        let context = result.context
        var page = PageTemplate(title: context?.title ?? "", kind: "prediction")
        page.style = FitPage.style
        page.header = PageTemplate.facts([
            ("scenario", context?.name ?? ""),
            ("given", result.wish.given.isEmpty ? "nothing" : Text.list(result.wish.given.map(\.rawValue))),
            ("runs of each day", String(result.wish.replications)), ("seed", context.map { String($0.seed) } ?? ""),
            ("version", context?.version ?? ""),
        ])
        let days = result.days.map { day in
            FitPage.table(day.date, PredictionResult.heads, PredictionResult.rows(day.errors))
                + (day.unrecordedWords.map { "<p>\(Text.html($0))</p>\n" } ?? "")
        }
        page.main =
            PageTemplate.section(
                "mean", "All days",
                FitPage.table("The mean of the days", PredictionResult.heads, PredictionResult.rows(result.mean))
                    + "<p>\(Text.html(PredictionResult.words))</p>\n")
            + PageTemplate.section("days", "By day", days.joined())
            + PageTemplate.section("origin", "How this was made", origin.html("No scenario is beside this page."))
        return page.html
    }
}

/// The JSON form of a prediction; its schema is in `predict.schema.json` of this target's articles.
package struct PredictionFile: ResultFile {
    struct Day: Encodable {
        let date: String
        let unrecordedHours: [Int]
        let recorded, ran: Double
        let copying, little, runs: FitFile.Errors
    }

    struct Mean: Encodable {
        let copying, little, runs: FitFile.Errors
    }

    let predictVersion: Int
    let scenario, seed, version, command: String
    let inputs: [HashedFile]
    let settings, given: [String]
    let replications: Int
    let mean: Mean
    let days: [Day]

    package init(_ result: PredictionResult, _ origin: ExperimentOrigin) {
        predictVersion = 1
        scenario = result.context?.name ?? ""
        seed = result.context.map { String($0.seed) } ?? ""
        version = result.context?.version ?? ""
        (command, inputs, settings) = (origin.command, origin.inputs, origin.settings)
        given = result.wish.given.map(\.rawValue)
        replications = result.wish.replications
        mean = Mean(
            copying: FitFile.Errors(result.mean(.copying)), little: FitFile.Errors(result.mean(.little)),
            runs: FitFile.Errors(result.mean(.runs)))
        days = result.days.map { day in
            Day(
                date: day.date, unrecordedHours: day.unrecorded, recorded: day.seen, ran: day.ran,
                copying: FitFile.Errors(day.copying),
                little: FitFile.Errors(day.little), runs: FitFile.Errors(day.runs))
        }
    }
}
