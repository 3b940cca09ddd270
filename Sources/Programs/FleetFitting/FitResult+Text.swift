// SPDX-License-Identifier: GPL-3.0-or-later
import CitySlices
import Reporting

extension FitResult {
    /// The tables and sentences for a terminal.
    package var text: String {
        let table =
            [["", "recorded", "fitted", "Little's line"]] + rows.map { [$0.name, $0.recorded, $0.fitted, $0.little] }
        var text = notFitted.map { "  \($0)\n\n" } ?? ""
        text += FitText.table(table) + "\n"
        for sentence in sentences { text += "  " + sentence + "\n" }
        if !ranges.isEmpty {
            text += "\n  What the record does not determine: values that fit as well\n"
            text += FitText.table(
                [["", "fitted", "as good", "got no taxi"]]
                    + ranges.map { [$0.parameter.rawValue, fitted($0), good($0), lost($0)] })
        }
        for answer in answers {
            text += "\n  \(answer.question.text): the answers over all that fits as well\n"
            text += FitText.table([["", "from", "to"]] + bands(answer))
        }
        return text
    }

    /// What stands before all else where the fit does not show what the record shows.
    var notFitted: String? {
        let shortfalls = shortfalls
        guard !shortfalls.isEmpty else { return nil }
        return
            "Not fitted: \(shortfalls.joined(separator: "; ")): the ranges and answers say nothing of the city."
    }

    /// What must be known before a number is used.
    package var sentences: [String] {
        var sentences: [String] = []
        if wish.changesCalls {
            sentences.append(
                "Those served of the fitted calls differ from those recorded by \(FitText.percent(callError)), in the \(judged) replications of the search; the table is of \(wish.replications) others."
            )
        }
        if wish.changesSpeed {
            sentences.append(
                "The free speed is \(Text.short(scenario.travel.freeSpeed * 3.6, 1)) km/h, \(Text.short(speed, 3)) times what it was; the mean ride differs from that recorded by \(FitText.percent(errors.ride))."
            )
        }
        if !missed.isEmpty {
            sentences.append(
                "In these hours those served differ from those recorded by more than \(FitText.percent(FleetFit.hourTolerance)), as where taxis are too few: \(missed.joined(separator: ", "))."
            )
        }
        if !wish.holds.contains(.patience) && !wish.changes.contains(.patience) {
            sentences.append(
                "Nobody recorded who gave up: the calls depend on the scenario's patience. --hold patience=\"15 min\" says what else fits."
            )
        }
        for range in ranges where range.parameter == .patience || range.parameter == .turnaround {
            sentences.append("The \(range.parameter.rawValue) is a mean: the law that a group has of it is kept.")
        }
        for range in ranges where !range.isTold {
            sentences.append("The record says nothing of \(range.parameter.rawValue): it has no taxis.")
        }
        return sentences
    }

    func fitted(_ range: Range) -> String {
        range.parameter.text(range.value) + (range.isHeld ? " (held)" : "")
    }

    /// `5 to 30 min`, with `or less` and `or more` where no value beyond was found to fit worse.
    func good(_ range: Range) -> String {
        guard range.isTold else { return "the record says nothing of it" }
        let (good, bounded) = (range.good, range.isBounded)
        let low = range.parameter.text(good.lowerBound) + (bounded.below ? "" : " or less")
        let high = range.parameter.text(good.upperBound) + (bounded.above ? "" : " or more")
        return good.lowerBound == good.upperBound && bounded.below && bounded.above ? low : "\(low) to \(high)"
    }

    func lost(_ range: Range) -> String {
        "\(FitText.percent(range.lost.lowerBound)) to \(FitText.percent(range.lost.upperBound))"
    }

    /// The band of each figure's change over the cases.
    func bands(_ answer: Answer) -> [[String]] {
        func band(_ name: String, _ change: (Case) -> Double?, _ text: (Double) -> String) -> [String]? {
            let all = answer.cases.compactMap(change)
            guard let low = all.min(), let high = all.max() else { return nil }
            return [name, text(low), text(high)]
        }
        func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + FitText.percent(value) }
        func points(_ value: Double) -> String { (value > 0 ? "+" : "") + Text.short(value * 100, 1) + " points" }
        func relative(_ before: Double?, _ after: Double?) -> Double? {
            guard let before, let after, before > 0 else { return nil }
            return after / before - 1
        }
        return [
            band("rides", { relative($0.before.rides, $0.after.rides) }, signed),
            band(
                "occupied share",
                { one in one.before.occupied.flatMap { before in one.after.occupied.map { $0 - before } } }, points),
            band("middle vacant time", { relative($0.before.vacant, $0.after.vacant) }, signed),
            band("asked and got no taxi", { $0.after.lost - $0.before.lost }, points),
        ].compactMap(\.self)
    }
}
