// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting

extension Measure {
    /// Amounts in the currency of the scenario, which it does not name.
    static let money = Measure.other("money"), moneyPerHour = Measure.other("money/h")
}

/// What the metrics of money are read from.
struct MoneyFacts {
    let sum: MoneyFold.Sum
    /// Of all drivers, in hundredths.
    let costs: Int64
    let serviceHours: Double
    /// Of each driver who was in service, rising; by hour of those who were for long enough.
    let incomes: [Double], hourly: [Double]
    let minimum: Double?
    /// The fares of those who got no ride, estimated; nil without a ride to estimate by.
    let lost: Double?

    /// Hours in service from which on an income by hour says something: of a driver whose shift ended half a minute after the warm-up
    /// it is the fare of one ride a hundred times over. An hour, or half of a run that is measured for less than two.
    static func leastHours(measured: Double) -> Double { min(1, measured / 2) }

    /// Reads the folds at their end; nil without fares.
    init?(_ facts: TaxiFacts) {
        guard let money = facts.fold.money else { return nil }
        let fold = facts.fold
        let drivers = fold.drivers.indices.filter { fold.drivers[$0].registered }.compactMap { fold.money(of: $0) }
        let serving = drivers.filter { $0.hours > 0 }
        sum = money.all
        costs = drivers.reduce(0) { $0 + $1.costs }
        serviceHours = facts.serviceHours
        incomes = serving.map { Double($0.income) / 100 }.sorted()
        let least = Self.leastHours(measured: facts.hours)
        hourly = serving.filter { $0.hours >= least }.compactMap(\.hourly).sorted()
        minimum = money.tariff.fares.minimumHourly
        // Nobody knows where they wanted to go: the log has no destination of a ride that was not. So each would have paid the mean
        // fare of the rides that began in the same zone, or where none did of all rides.
        lost = money.all.mean.map { mean in
            facts.zones.reduce(0) { $0 + Double($1.wishes.unserved) * (money.zones[$1.zone]?.mean ?? mean) } / 100
        }
    }

    var fares: Double { Double(sum.fares) / 100 }
    var net: Double { Double(sum.fares - costs) / 100 }
    /// How unequal income by hour is; nil when all together earn nothing. Above 1 when some drive at a loss.
    var gini: Double? { Fairness(rates: hourly).gini }
    /// The share of the drivers in service for long enough who earn less in an hour than is stated; nil without that or them.
    var belowMinimum: Double? {
        guard let minimum, !hourly.isEmpty else { return nil }
        return Double(hourly.count { $0 < minimum }) / Double(hourly.count)
    }

    /// The least value that such a share of rising values does not exceed; nil without values.
    static func quantile(_ values: [Double], _ share: Double) -> Double? {
        values.isEmpty ? nil : values[max(0, Int((share * Double(values.count)).rounded(.up)) - 1)]
    }
}

/// The metrics of money. A run has them when the scenario has fares.
extension Metric where Source == MoneyFacts {
    static let all = (rides + income).map(\.tidied)

    @MetricList private static var rides: [Metric] {
        number("money.fares", .money, \.fares)
        number("money.farePerRide", .money, over: { Double($0.sum.rides) }) { $0.sum.mean.map { $0 / 100 } }
        number("money.costs", .money) { Double($0.costs) / 100 }
        number("money.net", .money, \.net)
        number("money.perServiceHour", .moneyPerHour, over: \.serviceHours) {
            $0.serviceHours > 0 ? $0.net / $0.serviceHours : nil
        }
        number("money.lost", .money, \.lost)
        number("money.lostShare", .share) { facts in
            facts.lost.flatMap { $0 + facts.fares > 0 ? $0 / ($0 + facts.fares) : nil }
        }
    }

    @MetricList private static var income: [Metric] {
        spread("money.driver", .money, \.incomes)
        spread("money.driverHour", .moneyPerHour, \.hourly)
        number("money.gini", .ratio(3), \.gini)
        number("money.belowMinimum", .share, \.belowMinimum)
    }

    /// Mean and quartiles over the drivers in service.
    private static func spread(
        _ name: String, _ measure: Measure, _ values: @escaping @Sendable (MoneyFacts) -> [Double]
    ) -> [Metric] {
        let text = labels.of(name)
        let mean = number("\(name).mean", measure, about: text.with("mean", "mean")) { facts in
            let all = values(facts)
            return all.isEmpty ? nil : all.reduce(0, +) / Double(all.count)
        }
        return mean
            + [("p25", 0.25), ("p50", 0.5), ("p75", 0.75)].flatMap { part, share in
                number("\(name).\(part)", measure, about: text.with(part, "\(share) of the drivers have at most this"))
                {
                    MoneyFacts.quantile(values($0), share)
                }
            }
    }
}
