// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

extension TaxiFold {
    /// Nanoseconds that count.
    func measured(at end: CityTime) -> Double {
        Double(measured.length(from: measured.from.nanoseconds, to: end.nanoseconds))
    }

    /// Works out the quantiles of each sample in one go; nothing follows.
    mutating func settle() {
        for sample in [
            \Self.wait, \.acceptance, \.arrivalError, \.queueTime, \.noticeDelay, \.streets.wait, \.streets.stood,
        ] {
            self[keyPath: sample].settle()
        }
        punctuality.settle()
    }

    /// How often the kinds of these types of events occurred, by name. Kinds that only modules bring are told when they
    /// occurred.
    func counts(of types: [any Event.Type]) -> [String: Int] {
        var counts: [String: Int] = [:]
        let always = TaxiEvent.moduleRefused(passenger: PassengerID(1), module: .sharing).code
        let isPlain = (always..<256).allSatisfy { events($0) == 0 }
        for kind in EventSchema.names(isPlain ? [TaxiEvent.self] : types)
        where kind.code < always || events(kind.code) > 0 {
            counts[kind.name] = events(kind.code)
        }
        return counts
    }

    /// Nanoseconds of drivers in an hour of the run, by phase.
    func times(ofHour index: Int) -> [Double] { phases.map { Double($0.bin(index)) } }

    func hourResults(at end: CityTime) -> [HourResult] {
        (0..<max(hours.count, count(of: .hours(1), until: end))).map { index in
            let tally = index < hours.count ? hours[index] : HourTally()
            let times = times(ofHour: index)
            let all = times.reduce(0, +)
            return HourResult(
                hour: index, hourOfDay: (context.start + .hours(index)).hourOfDay, calls: CallCounts(tally.calls),
                wishes: wishes.counts(hour: index), offers: tally.offers, wait: tally.waitStatistics?.tidied,
                driverShares: all > 0 ? times.map { tidy($0 / all) } : [],
                money: money(ofHour: index).map {
                    HourMoney(rides: $0.rides, fares: $0.fares, hours: (all - times[0]) / 3.6e12)
                },
                occupied: occupied(ofHour: index))
        }
    }

    func zoneResults(at end: CityTime) -> [ZoneResult] {
        let measured = measured(at: end)
        let served = zones.reduce(0) { $0 + $1.served }
        let service = zones.reduce(0.0) { $0 + Double($1.service) }
        let steps = count(of: step, until: end)
        let records = Dictionary(context.zones.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return zones.enumerated().sorted { $0.element.id < $1.element.id }.map { index, zone in
            let calls = CallCounts(zone.calls)
            let rate = calls.stored > 0 ? Double(calls.aborted) / Double(calls.stored) : nil
            // The zone's own mean when it has any, else the city's.
            let time =
                zone.served > 0
                ? Double(zone.service) / Double(zone.served) : served > 0 ? service / Double(served) : 0
            let given = Double(zone.queueLength.total + zone.busy)
            let wished = wishes.counts(place: index)
            // Of people who ask on the street nothing is known here of the time that taxis give to them.
            let isTold = given > 0 && (calls.stored > 0 || wished.decided == 0)
            return ZoneResult(
                zone: zone.id, key: records[zone.id]?.key ?? zone.id.description, name: zone.name,
                area: records[zone.id]?.area ?? 0, calls: calls,
                wishes: wished, abortRate: rate.map(tidy),
                offeredLoad: isTold ? tidy(Double(calls.stored) * time / given) : nil,
                isUndersupplied: (rate ?? 0) > context.undersupplyLimit, wait: zone.wait.reported(1e-9),
                queueTime: zone.queueTime.reported(1e-9),
                queueLength: measured > 0 ? tidy(Double(zone.queueLength.total) / measured) : 0,
                queueSeries: (0..<steps).map { stepMean(zone.queueLength, $0, end) }, hours: zoneHours(index, at: end))
        }
    }

    /// Spans of one length that the run reached.
    private func count(of span: TimeSpan, until end: CityTime) -> Int {
        Int((max(0, (end - context.start).nanoseconds) + span.nanoseconds - 1) / span.nanoseconds)
    }

    /// A level's mean in a step; the last step may be shorter.
    private func stepMean(_ level: SteppedLevel, _ index: Int, _ end: CityTime) -> Double {
        let from = context.start + step * index
        let length = min((end - from).nanoseconds, step.nanoseconds)
        return length > 0 ? tidy(Double(level.bin(index)) / Double(length)) : 0
    }

    private func zoneHours(_ index: Int, at end: CityTime) -> [ZoneHourResult] {
        let zone = zones[index]
        let stepsPerHour = max(1, Int(3_600_000_000_000 / step.nanoseconds))
        return (0..<count(of: .hours(1), until: end)).map { hour in
            let tally = hour < zone.hours.count ? zone.hours[hour] : ZoneHourTally()
            let steps = (0..<stepsPerHour).map { hour * stepsPerHour + $0 }
            let from = context.start + .hours(hour)
            let span = min((end - from).nanoseconds, 3_600_000_000_000)
            let area = steps.reduce(0.0) { $0 + Double(zone.queueLength.bin($1)) }
            // Beyond six weeks a step is several hours long; its mean stands for each of them.
            let inStep = stepMean(zone.queueLength, Int((from - context.start).nanoseconds / step.nanoseconds), end)
            let mean = step > .hours(1) ? inStep : span > 0 ? tidy(area / Double(span)) : 0
            return ZoneHourResult(
                hour: hour, stored: tally.stored, fulfilled: tally.fulfilled, aborted: tally.aborted,
                wishes: wishes.counts(place: index, hour: hour),
                waitMean: tally.waits > 0 ? tidy(Double(tally.waitSum) / Double(tally.waits) * 1e-9) : nil,
                queueLength: mean)
        }
    }

    func driverResults() -> [DriverResult] {
        drivers.indices.filter { drivers[$0].registered }.map { index in
            let driver = drivers[index]
            let seconds = DriverPhase.allCases.map { Double(driver.nanoseconds[$0.rawValue]) * 1e-9 }
            let service = (seconds[1] + seconds[2] + seconds[3]) / 3600
            let way = driver.distances
            return DriverResult(
                driver: DriverID(index), seats: driver.seats == .max ? 0 : Int(driver.seats), rides: Int(driver.rides),
                seconds: seconds.map(tidy), ridesPerHour: service > 0 ? tidy(Double(driver.rides) / service) : nil,
                offers: [Int(driver.accepted), Int(driver.refused), Int(driver.timedOut)],
                kilometres: [way.toPickUp, way.withPassenger, way.other].map { tidy(Double($0) * 1e-6) },
                money: money(of: index))
        }
    }

    func series(at end: CityTime) -> SeriesResult {
        let indices = 0..<count(of: self.step, until: end)
        func step(_ index: Int) -> SeriesStep { index < steps.count ? steps[index] : SeriesStep() }
        return SeriesResult(
            stepSeconds: self.step.inSeconds, stored: indices.map { step($0).stored },
            waits: indices.map { step($0).waits },
            waitMean: indices.map { index in
                let step = step(index)
                return step.waits > 0 ? tidy(Double(step.waitSum) / Double(step.waits) * 1e-9) : nil
            },
            openRequests: indices.map { stepMean(openRequests, $0, end) })
    }
}

extension CallCounts {
    init(_ tally: CallTally) {
        self.init(
            refused: tally.refused, stored: tally.stored, fulfilled: tally.fulfilled, aborted: tally.abortedByService,
            abandoned: tally.abandoned, released: tally.released, openAtEnd: tally.open)
    }
}
