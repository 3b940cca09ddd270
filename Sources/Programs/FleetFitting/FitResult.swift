// SPDX-License-Identifier: GPL-3.0-or-later
package import CitySlices
package import Reporting
package import TripRecords

/// What a fit found.
package struct FitResult: Sendable {
    /// Calls of an hour of a mean day of a kind.
    package struct Calls: Hashable, Sendable {
        package let days: String
        package let hour: Int
        package let calls: Double
    }

    /// A value that was tried of a number, with the calls fitted anew.
    package struct Tried: Sendable {
        package let value: Double
        /// The mean error that a search makes small; nil where the record has nothing to tell it by.
        package let distance: Double?
        /// Whether it fits as well as the best one (`EqualFit`), as all do of which the record says nothing.
        package let isAsGood: Bool
        /// The share of those who asked and got no taxi.
        package let lost: Double
        let scenario: Scenario
        let runs: [RunFigures]
    }

    /// What the record says of a number.
    package struct Range: Sendable {
        package let parameter: FitParameter
        /// The value of the fitted scenario.
        package let value: Double
        /// Whether it was held, not looked for.
        package let isHeld: Bool
        /// By rising value.
        package let tried: [Tried]

        /// Whether the record says anything of it.
        package var isTold: Bool { tried.contains { $0.distance != nil } }

        /// The values around the fitted one that all fit as well.
        package var good: ClosedRange<Double> {
            let place = tried.firstIndex { $0.value == value } ?? 0
            var (low, high) = (place, place)
            while low > 0, tried[low - 1].isAsGood { low -= 1 }
            while high + 1 < tried.count, tried[high + 1].isAsGood { high += 1 }
            return tried[low].value...tried[high].value
        }

        /// Whether a value beyond the range was tried and fits worse, below and above.
        package var isBounded: (below: Bool, above: Bool) {
            (tried.contains { $0.value < good.lowerBound }, tried.contains { $0.value > good.upperBound })
        }

        /// The shares of lost calls over the range.
        package var lost: ClosedRange<Double> {
            let known = tried.filter { good.contains($0.value) }.map(\.lost)
            return (known.min() ?? 0)...(known.max() ?? 0)
        }
    }

    /// A question answered at one point that fits as well as any.
    package struct Case: Hashable, Sendable {
        /// `as fitted`, or the value that is another one.
        package let name: String
        package let before: Summary
        package let after: Summary
    }

    /// The answers to a question over all points that fit equally well.
    package struct Answer: Hashable, Sendable {
        package let question: FitQuestion
        package let cases: [Case]
    }

    /// The facts of the fitted scenario.
    package let context: RunContext
    package let scenario: Scenario
    package let wish: FleetFit.Wish
    /// The kinds of day that were fitted.
    package let kinds: [String]
    package let recorded: ObservedFigures
    /// The mean of the replications of the table.
    package let figures: ObservedFigures
    /// The share of those who asked and got no taxi.
    package let lost: Double
    /// How far those served of the fitted calls are from those recorded, by the replications of the search.
    package let callError: Double
    /// How many replications judged each point of the search.
    package let judged: Int
    /// The free speed as a multiple of what it was.
    package let speed: Double
    package let calls: [Calls]
    /// Hours whose served differ from their recorded by more than a tenth.
    package let missed: [String]
    package let ranges: [Range]
    package let answers: [Answer]

    /// The errors in sample: the table's replications against the record.
    package var errors: FigureErrors { .all(figures, against: recorded, kinds: kinds) }

    /// Little's line for the fitted run: its rides and its taxis at work with the recorded lengths of rides and vacant times.
    package var little: ObservedFigures {
        let parts = kinds.map { kind in
            LittleLine.figures(
                recorded, kind, rides: { figures.hour(kind, $0.hour)?.trips ?? 0 },
                atWork: { figures.hour(kind, $0.hour)?.atWork })
        }
        return ObservedFigures(hours: parts.flatMap(\.hours), laws: parts.flatMap(\.laws))
    }

    /// Whether as many are served as were recorded; else nothing else was fitted.
    package var isServed: Bool { callError <= FleetFit.servedTolerance }

    /// A mean ride that differs by more from the recorded one was not fitted.
    private static let rideTolerance = 0.02
    /// Vacant times that are farther from the recorded ones than Little's line by this share tell less than arithmetic.
    private static let vacantTolerance = 0.1

    /// In what it does not show what the record shows; empty where it does. A script may accept the last kind.
    package var shortfalls: [String] { sumsMissed + [vacantMissed].compactMap(\.self) }

    /// Whether nothing stands in its way, or nothing but vacant times that are far off, where those are accepted.
    package func isFitted(acceptingVacant: Bool) -> Bool {
        sumsMissed.isEmpty && (acceptingVacant || vacantMissed == nil)
    }

    /// Served and mean ride, which a fit changes until they are those recorded.
    private var sumsMissed: [String] {
        var shortfalls: [String] = []
        if !isServed {
            shortfalls.append(
                "those served differ from those recorded by \(FitText.percent(callError)), where \(FitText.percent(FleetFit.servedTolerance)) is allowed"
            )
        }
        if wish.changesSpeed, let ride = errors.ride, ride > Self.rideTolerance {
            shortfalls.append("the mean ride differs from that recorded by \(FitText.percent(ride))")
        }
        return shortfalls
    }

    /// Vacant times that tell less than arithmetic does; nil where they tell as much.
    private var vacantMissed: String? {
        let line = FigureErrors.all(little, against: recorded, kinds: kinds)
        guard let vacant = errors.vacantByHour, let simple = line.vacantByHour, vacant > simple + Self.vacantTolerance
        else { return nil }
        return
            "the middle vacant time by hour is \(FitText.percent(vacant)) off, with Little's line \(FitText.percent(simple))"
    }

    /// A row of the table: a figure of the record, of the runs, and of Little's line.
    package struct Row: Hashable, Sendable {
        package let name: String
        package let recorded: String
        package let fitted: String
        package let little: String
    }

    package var rows: [Row] {
        let little = little
        let (own, line) = (errors, FigureErrors.all(little, against: recorded, kinds: kinds))
        let (seen, ran) = (Summary(recorded, kinds, lost: 0), Summary(figures, kinds, lost: lost))
        let weights = kinds.map { (days: $0, weight: 1.0) }
        let lengths = [recorded, figures].map { DaySums($0, weights: weights).rideMean }
        let lines = Summary(little, kinds, lost: 0)
        func seconds(_ value: Double?) -> String { value.map { Text.short($0, 0) + " s" } ?? "-" }
        var rows = [
            Row(
                name: "rides a day", recorded: Text.short(seen.rides, 0), fitted: Text.short(ran.rides, 0),
                little: ""),
            Row(name: "rides by hour, mean error", recorded: "", fitted: FitText.percent(own.rides), little: ""),
            Row(name: "mean ride", recorded: seconds(lengths[0]), fitted: seconds(lengths[1]), little: ""),
            Row(
                name: "middle ride by hour, mean error", recorded: "", fitted: FitText.percent(own.rideByHour),
                little: ""),
        ]
        if own.occupied != nil {
            rows += [
                Row(
                    name: "occupied share", recorded: FitText.percent(seen.occupied),
                    fitted: FitText.percent(ran.occupied),
                    little: FitText.percent(lines.occupied)),
                Row(
                    name: "occupied share by hour, mean error", recorded: "", fitted: FitText.percent(own.occupied),
                    little: FitText.percent(line.occupied)),
                Row(
                    name: "middle vacant time", recorded: seconds(seen.vacant), fitted: seconds(ran.vacant),
                    little: seconds(lines.vacant)),
                Row(
                    name: "middle vacant time by hour, mean error", recorded: "",
                    fitted: FitText.percent(own.vacantByHour),
                    little: FitText.percent(line.vacantByHour)),
                Row(
                    name: "law of vacant times, largest difference", recorded: "", fitted: FitText.distance(own.law),
                    little: FitText.distance(line.law)),
            ]
        }
        rows.append(
            Row(name: "asked and got no taxi", recorded: "not recorded", fitted: FitText.percent(lost), little: ""))
        return rows
    }
}
