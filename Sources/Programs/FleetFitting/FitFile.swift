// SPDX-License-Identifier: GPL-3.0-or-later
package import Experiments
import Reporting
import TripRecords

/// The JSON form of a fit; its schema is in `fit.schema.json` of this target's articles.
package struct FitFile: ResultFile {
    /// Errors against the record: shares, and for `law` a difference of shares; left out where nothing is known.
    struct Errors: Encodable {
        let rides, ride, rideByHour, occupied, vacantByHour, occupiedOfHeard, vacantAlike, vacant, law: Double?

        init(_ errors: FigureErrors) {
            (rides, ride, rideByHour) = (errors.rides, errors.ride, errors.rideByHour)
            (occupied, vacantByHour, vacant, law) = (errors.occupied, errors.vacantByHour, errors.vacant, errors.law)
            (occupiedOfHeard, vacantAlike) = (errors.occupiedOfHeard, errors.vacantAlike)
        }
    }

    /// An hour: calls of the fitted scenario, and rides recorded and of the runs.
    struct Hour: Encodable {
        let days: String
        let hour: Int
        let calls, recorded, fitted: Double
    }

    struct Tried: Encodable {
        let value, lost: Double
        /// Left out where the record has nothing to tell it by.
        let distance: Double?
        let isAsGood: Bool
    }

    /// A number in metres or seconds, and the values that fit as well.
    struct Range: Encodable {
        let parameter: String
        let value, low, high: Double
        let isHeld, isBoundedBelow, isBoundedAbove: Bool
        let tried: [Tried]
    }

    struct Figures: Encodable {
        let rides, lost: Double
        let occupied, vacant: Double?

        init(_ summary: Summary) {
            (rides, lost, occupied, vacant) = (summary.rides, summary.lost, summary.occupied, summary.vacant)
        }
    }

    struct Case: Encodable {
        let name: String
        let before, after: Figures
    }

    struct Answer: Encodable {
        let question: String
        let cases: [Case]
    }

    let fitVersion: Int
    let scenario, seed, version, command: String
    let inputs: [HashedFile]
    let settings, kinds, notFitted, missed: [String]
    let replications, judged: Int
    let callError, lost, speed: Double
    let errors, little: Errors
    let hours: [Hour]
    let ranges: [Range]
    let answers: [Answer]

    package init(_ result: FitResult, _ origin: ExperimentOrigin) {
        fitVersion = 1
        scenario = result.context.name
        seed = String(result.context.seed)
        version = result.context.version
        (command, inputs, settings) = (origin.command, origin.inputs, origin.settings)
        (kinds, notFitted, missed) = (result.kinds, result.shortfalls, result.missed)
        (replications, judged) = (result.wish.replications, result.judged)
        (callError, lost, speed) = (result.callError, result.lost, result.speed)
        errors = Errors(result.errors)
        little = Errors(.all(result.little, against: result.recorded, kinds: result.kinds))
        hours = result.calls.map { cell in
            Hour(
                days: cell.days, hour: cell.hour, calls: cell.calls,
                recorded: result.recorded.hour(cell.days, cell.hour)?.trips ?? 0,
                fitted: result.figures.hour(cell.days, cell.hour)?.trips ?? 0)
        }
        ranges = result.ranges.map { range in
            Range(
                parameter: range.parameter.rawValue, value: range.value, low: range.good.lowerBound,
                high: range.good.upperBound, isHeld: range.isHeld, isBoundedBelow: range.isBounded.below,
                isBoundedAbove: range.isBounded.above,
                tried: range.tried.map {
                    Tried(value: $0.value, lost: $0.lost, distance: $0.distance, isAsGood: $0.isAsGood)
                })
        }
        answers = result.answers.map { answer in
            Answer(
                question: answer.question.text,
                cases: answer.cases.map { Case(name: $0.name, before: Figures($0.before), after: Figures($0.after)) })
        }
    }
}
