// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
package import CitySlices
import Reporting
import TaxiSimulation

/// A number of a scenario that a fit may change, or hold.
package enum FitParameter: String, CaseIterable, Sendable {
    /// How far free taxis go for rides: `drivers.*.idle.seek.scale`, in metres.
    case seekScale = "seek.scale"
    /// The time without a ride after which they go on: `drivers.*.idle.seek.again`, in seconds.
    case seekAgain = "seek.again"
    /// How long people wait for a taxi: the mean of `passengers.*.patience`, in seconds.
    case patience
    /// The time after a ride from the street in which nobody can get in: the mean of `drivers.*.turnaround`, in seconds.
    case turnaround

    /// Between these values it is looked for.
    package var bounds: ClosedRange<Double> {
        switch self {
        case .seekScale: 200...40_000
        case .seekAgain: 60...7200
        case .patience: 60...14_400
        case .turnaround: 5...300
        }
    }

    /// The value of a scenario; nil where it has none.
    package func value(in scenario: Scenario) -> Double? {
        switch self {
        case .seekScale: Self.seek(in: scenario).map { Double($0.scale.millimetres) / 1000 }
        case .seekAgain: Self.seek(in: scenario).map { Double($0.again.nanoseconds) / 1e9 }
        case .patience: scenario.passengers.lazy.compactMap { $0.patience?.mean }.first
        case .turnaround: scenario.drivers.lazy.compactMap { $0.turnaround?.mean }.first
        }
    }

    private static func seek(in scenario: Scenario) -> SeekHabit? {
        for group in scenario.drivers { if case .seek(let habit) = group.idle { return habit } }
        return nil
    }

    /// Why a scenario has no value that could be changed; nil where it has one.
    package func lack(in scenario: Scenario) -> String? {
        guard value(in: scenario) == nil else { return nil }
        return switch self {
        case .seekScale, .seekAgain:
            "no group of drivers seeks rides; give one `idle: {seek: {scale: 4 km, again: 10 min}}`, also by --set"
        case .patience: "no group of passengers has a `patience`; give one, such as `patience: {exponential: 15 min}`"
        case .turnaround:
            "no group of drivers has a `turnaround`; give one, such as `turnaround: {exponential: 30 s}`, also by --set"
        }
    }

    /// Where a scenario has it.
    var path: String {
        switch self {
        case .seekScale, .seekAgain, .turnaround: "drivers"
        case .patience: "passengers"
        }
    }

    /// Why one value cannot stand for those of all groups: they have unlike ones. Nil where they are alike.
    package func discord(in scenario: Scenario) -> String? {
        let values: [(group: String, text: String)] =
            switch self {
            case .seekScale, .seekAgain:
                scenario.drivers.compactMap { group in
                    guard case .seek(let habit) = group.idle else { return nil }
                    let value =
                        self == .seekScale
                        ? Double(habit.scale.millimetres) / 1000 : Double(habit.again.nanoseconds) / 1e9
                    return (group.name, text(value))
                }
            // Who has no patience stands for ever: that is one more kind of it.
            case .patience: scenario.passengers.map { ($0.name, $0.patience.map(described) ?? "none") }
            case .turnaround:
                scenario.drivers.compactMap { group in group.turnaround.map { (group.name, described($0)) } }
            }
        guard let first = values.first, values.contains(where: { $0.text != first.text }) else { return nil }
        let groups = values.map { "\($0.group) \($0.text)" }.joined(separator: ", ")
        return "groups have unlike ones, which one value would replace: \(groups); give all the same one"
    }

    private func described(_ law: Distribution) -> String { "{\(law.form): \(text(law.mean))}" }

    /// Sets the value in all groups that have one. A patience or a turnaround keeps its law, with another mean.
    package func set(_ value: Double, in scenario: inout Scenario) {
        switch self {
        case .seekScale, .seekAgain:
            for index in scenario.drivers.indices {
                guard case .seek(var habit) = scenario.drivers[index].idle else { continue }
                if self == .seekScale {
                    habit.scale = .metres(value.rounded())
                } else {
                    habit.again = .seconds(value.rounded())
                }
                scenario.drivers[index].idle = .seek(habit)
            }
        case .patience:
            for index in scenario.passengers.indices { Self.set(value, of: &scenario.passengers[index].patience) }
        case .turnaround:
            for index in scenario.drivers.indices { Self.set(value, of: &scenario.drivers[index].turnaround) }
        }
    }

    private static func set(_ mean: Double, of law: inout Distribution?) {
        law = law?.with(mean: mean.rounded())
    }

    /// A value as people write it: `4.2 km`, `15 min`.
    package func text(_ value: Double) -> String {
        switch self {
        case .seekScale: value < 1000 ? "\(Text.short(value, 0)) m" : "\(Text.short(value / 1000, 2)) km"
        case .seekAgain, .patience, .turnaround:
            value < 90 ? "\(Text.short(value, 0)) s" : "\(Text.short(value / 60, 1)) min"
        }
    }

    /// Reads a value as people write it; nil when it is none, or out of bounds.
    package func value(of text: String) -> Double? {
        let units: [(String, Double)] =
            self == .seekScale ? [("km", 1000), ("m", 1)] : [("min", 60), ("s", 1), ("h", 3600)]
        let trimmed = text.filter { $0 != " " }
        for (unit, factor) in units where trimmed.hasSuffix(unit) {
            guard let number = plainNumber(String(trimmed.dropLast(unit.count))), bounds.contains(number * factor)
            else {
                return nil
            }
            return number * factor
        }
        return nil
    }

    /// Its bounds as people write them.
    package var boundsText: String { "\(text(bounds.lowerBound)) to \(text(bounds.upperBound))" }
}

/// What is asked of a fitted city: some more or fewer taxis or calls.
package struct FitQuestion: Hashable, Sendable {
    package enum Subject: String, CaseIterable, Sendable {
        case fleet, calls
    }

    package let subject: Subject
    /// The share that comes on top, above -1.
    package let change: Double
    /// As it was asked: `fleet=-20%`.
    package let text: String

    /// Reads `fleet=-20%`.
    ///
    /// - Throws: what is wrong with it, as a sentence.
    package init(_ text: String) throws(FitFault) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let subjects = Subject.allCases.map(\.rawValue)
        guard let subject = Subject(rawValue: parts[0]) else {
            let near = nearestName(to: parts[0], among: subjects).map { "; did you mean `\($0)`?" } ?? ""
            throw FitFault("`\(parts[0])` cannot be asked for; allowed: \(subjects.joined(separator: ", "))\(near)")
        }
        guard parts.count == 2, parts[1].hasSuffix("%"), let percent = plainNumber(String(parts[1].dropLast())),
            percent > -100, percent <= 1000
        else {
            throw FitFault(
                "`\(text)` is no change; allowed: more than -100% and at most +1000%, such as \(subject.rawValue)=-20%")
        }
        (self.subject, change, self.text) = (subject, percent / 100, text)
    }

    /// Changes a scenario.
    package func set(in scenario: inout Scenario) {
        switch subject {
        case .calls: scenario.scaleCalls { _, _ in 1 + change }
        case .fleet:
            for index in scenario.drivers.indices {
                let count = Double(scenario.drivers[index].count) * (1 + change)
                scenario.drivers[index].count = max(1, Int(count.rounded()))
            }
            scenario.scaleOnDuty(carries: true) { _ in 1 + change }
        }
    }

    /// Whether it changes anything of a scenario; one of a few taxis may not.
    package func changes(_ scenario: Scenario) -> Bool {
        switch subject {
        case .calls: return change != 0
        case .fleet:
            var other = scenario
            set(in: &other)
            return zip(scenario.drivers, other.drivers).contains { own, other in
                own.onDuty.map { $0.rows != other.onDuty?.rows } ?? (own.count != other.count)
            }
        }
    }
}

/// What is wrong with something that a fit was told, as a sentence.
package struct FitFault: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
