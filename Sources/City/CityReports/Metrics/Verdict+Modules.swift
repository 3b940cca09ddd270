// SPDX-License-Identifier: GPL-3.0-or-later

extension Verdict {
    /// The judgements on the modules' metrics; none for a module that is not told.
    static func modules(_ values: [MetricValue]) -> [Verdict] {
        func value(_ name: String) -> Double? { values.first { $0.name == name }.flatMap(\.value) }
        guard values.contains(where: { $0.name == "reservations.within10" }) else { return [] }
        return [
            share(
                value("reservations.within10"), least: 0.9, "TAXI-ASSUME-05, reservations",
                "Reserved taxis at most 10 min after the agreed time"),
            share(
                value("reservations.within20"), least: 1, "TAXI-ASSUME-06, reservations",
                "Reserved taxis at most 20 min after the agreed time"),
        ]
    }

    private static func share(_ share: Double?, least: Double, _ id: String, _ what: String) -> Verdict {
        guard let share else { return Verdict(id: id, outcome: .notMeasured, text: what) }
        return Verdict(
            id: id, outcome: share >= least ? .pass : .flag,
            text: "\(what): \(Text.percent(share)), at least \(Text.number(least * 100, 0)) % wanted")
    }
}
