// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import ScenarioLanguage

extension Quantity {
    /// Amounts of money in any one currency.
    fileprivate static let amount = measured("amount", "an amount", "3.10", [], needsUnit: false, 0...1_000_000)
}

extension ValueFormat where Value == Double {
    fileprivate static let amount = quantity(.amount)
}

extension ValueFormat where Value == DayProfile {
    /// Amounts by hour of the day: one for all, or a list of 24; the same every day, or by day.
    fileprivate static let hourAmounts = byDay(
        .counts(.amount, [24], of: "amounts"), name: "hour-amounts", summary: "An amount for each hour of the day.",
        example: "{mon-fri: 1.40, sat-sun: 1.80}",
        forms: {
            let amount = ValueFormat<Double>.amount
            return [
                .init(key: nil, form: amount.form, summary: "the same at every hour", example: "1.40"),
                .init(
                    key: nil, form: .list(of: amount.form, count: 24...24),
                    summary: "24 amounts, starting with the hour after midnight", example: "[1.80, 1.80, ...]"),
            ]
        })
}

extension ValueFormat where Value == [ZoneID: Double] {
    /// What zones add to a fare.
    fileprivate static let surcharges = ValueFormat(
        .map(key: ScalarForm("zone number", ["pattern": .text("^\\S")]), value: ValueFormat<Double>.amount.form),
        read: { item, reading in
            guard let entries = item.entries, !entries.isEmpty else {
                reading.fault(
                    item.location, "expected zones with amounts, found \(item.sort)", allowed: "{zone: amount, ...}")
                return nil
            }
            var table: [ZoneID: Double] = [:]
            var isGood = true
            for entry in entries {
                let amount = ValueFormat<Double>.amount.read(entry.value, reading)
                let key = Item(location: entry.location, content: .text(entry.key, quoted: false))
                guard let zone = ValueFormat<ZoneID>.zoneNumber.read(key, reading), let amount else {
                    isGood = false
                    continue
                }
                guard table.updateValue(amount, forKey: zone) != nil else { continue }
                reading.fault(entry.location, "`\(entry.key)` is given twice")
                isGood = false
            }
            return isGood ? table : nil
        },
        write: { table, writing in
            .mapping(table.keys.sorted().map { (writing.zoneKeys.key(of: $0), .plain(numberText(table[$0] ?? 0))) })
        })
}

extension Fares {
    static let section = Section(
        "fares",
        "What a ride costs, in any one currency, for results alone: nobody pays, and nobody behaves otherwise. A ride has the rates "
            + "of the hour in which it begins; its fare is rounded to hundredths.",
        blank: Fares(),
        [
            Field("start", \.start, .hourAmounts, "Of every ride."),
            Field("per-km", \.perKilometre, .hourAmounts, "Of each kilometre of the ride, by the odometer."),
            Field("per-minute", \.perMinute, .hourAmounts, "Of each minute of the ride."),
            Field(oneOf: "zones", \.zones, .surcharges, "Surcharges of rides that begin in these zones."),
            Field(
                oneOf: "minimum-hourly", \.minimumHourly, .amount,
                "What a driver should earn in an hour of service, after `costs`: results say which share of the drivers earns less."
            ),
        ])
}

extension DrivingCosts {
    static let section = Section(
        "costs", "What driving costs; needs `fares`.", blank: DrivingCosts(),
        [
            Field(
                "per-km", \.perKilometre, .amount,
                "Of every kilometre driven, with or without a passenger, by the odometer."
            )
        ])
}
