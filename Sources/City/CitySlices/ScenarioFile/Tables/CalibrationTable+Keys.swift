// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioLanguage

extension CalibrationTable {
    /// The longest service time that a file may state, in nanoseconds: one hour.
    static let longest: Int64 = 3_600_000_000_000

    static func section(_ services: [ServiceKey]) -> Section<CalibrationTable> {
        Section(
            "the calibration", "Measured service times.", blank: CalibrationTable(),
            [
                Field(
                    fixed: "calibration", "\(formatVersion)", .whole(formatVersion...formatVersion),
                    "The version of this format."),
                Field("build", \.build, Build.section.format, isRequired: true, "The program that was measured."),
                Field("date", \.date, .day, isRequired: true, "The day of the measurement."),
                Field(
                    "added", \.additions, Addition.section.format.list(1...100, of: "services"),
                    "Services whose messages were measured later."),
                Field("machine", \.machine, Machine.section.format, isRequired: true, "The machine."),
                Field(
                    "city", \.city, City.section(services).format, isRequired: true,
                    "The size of the city that was served."),
                Field("password", \.password, PasswordCost.section.format, isRequired: true, "The cost of a login."),
                Field(
                    "times", \.times, timesSection(services).format, isRequired: true,
                    "The service times of each type of message."),
                // Compared by the reader when all other values are known.
                Field(
                    "checksum", form: ValueFormat<String>.label("checksum").form, isRequired: true,
                    "Of all other values.",
                    read: { _, _, _ in }, write: { _, _ in nil }),
            ])
    }

    private static func timesSection(_ services: [ServiceKey]) -> Section<[MessageType: MeasuredTimes]> {
        let needed = services.kindsOfEveryCity
        return Section<[MessageType: MeasuredTimes]>(
            "times", "One distribution for each type of message.", blank: CalibrationTable().times,
            services.kinds.map { kind in
                let drafts = MeasuredTimesDraft.section.format
                return Field(
                    kind.key, form: drafts.form, isRequired: needed.contains(kind),
                    "Messages of this type.",
                    read: { item, reading, times in
                        times[kind] = drafts.checked(item, reading)?.checked(item.location, reading)
                    },
                    write: { _, _ in nil })
            })
    }
}

extension CalibrationTable.Build {
    fileprivate static let section = Section(
        "build", "The program that was measured.", blank: Self(),
        [
            Field("version", \.version, .label("version"), isRequired: true, "The version of Cabrank."),
            Field("swift", \.swift, .label("compiler"), isRequired: true, "The compiler."),
        ])
}

extension CalibrationTable.Addition {
    fileprivate static let section = Section(
        "added", "A service whose messages were measured later.", blank: Self(),
        [
            Field("service", \.service, .label("service"), isRequired: true, "The service."),
            Field("date", \.date, .day, isRequired: true, "The day."),
        ])
}

extension CalibrationTable.Machine {
    fileprivate static let section = Section(
        "machine", "The machine.", blank: Self(),
        [
            Field("processor", \.processor, .label("model"), isRequired: true, "The processor's model."),
            Field("cores", \.cores, .whole(1...100_000), isRequired: true, "Its cores."),
        ])
}

extension CalibrationTable.City {
    fileprivate static func section(_ services: [ServiceKey]) -> Section<Self> {
        let count = ValueFormat<Int>.whole(0...1_000_000_000)
        let people = services.flatMap(\.words.people).map { name, meaning in
            Field<Self>(
                name, form: count.form, isRequired: true, meaning,
                read: { item, reading, city in
                    if let value = count.checked(item, reading) { city.people.append(People(name, value)) }
                }, write: { _, _ in nil })
        }
        return Section(
            "city", "The size of the city that was served.", blank: Self(),
            [Field("zones", \.zones, count, isRequired: true, "Zones.")] + people
                + [Field("accounts", \.accounts, count, isRequired: true, "Registered accounts.")])
    }
}

extension CalibrationTable.PasswordCost {
    fileprivate static let section = Section(
        "password", "What checking a password cost.", blank: Self(),
        [
            Field("algorithm", \.algorithm, .label("hash"), isRequired: true, "The hash."),
            Field("operations", \.operations, .whole(0...1_000_000), isRequired: true, "Passes over the memory."),
            Field(
                "memory", \.memory,
                ValueFormat<Double>.quantity(.memory).converted({ Int64($0) }, back: { Double($0) }), isRequired: true,
                "Memory."),
        ])
}

/// The times of one kind as they stand in a file.
private struct MeasuredTimesDraft: Sendable {
    var count = 0
    var mean: Int64 = 0
    var percentiles: [Int64] = []
    var tail: [Int64] = []

    static let section = Section(
        "service times", "An empirical distribution, in whole nanoseconds.", blank: MeasuredTimesDraft(),
        [
            Field("count", \.count, .whole(1...1_000_000_000_000), isRequired: true, "How many were measured."),
            Field("mean-ns", \.mean, .whole(0...CalibrationTable.longest), isRequired: true, "Their mean."),
            Field("percentiles-ns", \.percentiles, .rising(100), isRequired: true, "The percentiles 0 to 99."),
            Field(
                "tail-ns", \.tail, .rising(MeasuredTimes.tailParts.count), isRequired: true,
                "The quantiles 99.5 %, 99.9 %, 99.95 %, 99.99 %, 99.995 %, 99.999 % and the largest value."),
        ])

    /// The distribution, when its parts fit each other.
    func checked(_ location: InputLocation, _ reading: Reading) -> MeasuredTimes? {
        guard let last = percentiles.last, let tail = tail.first, last <= tail,
            let times = MeasuredTimes(count: count, mean: mean, quantiles: percentiles + self.tail)
        else {
            reading.fault(location, "`tail-ns` begins below the end of `percentiles-ns`; the file is damaged")
            return nil
        }
        // The factor leaves room for a tail that few measurements make up.
        if Double(mean) > 4 * times.distributionMean + 1 || Double(mean) < times.distributionMean / 4 - 1 {
            reading.fault(
                location,
                "`mean-ns` is \(mean), but the percentiles have a mean of \(Int64(nearest: times.distributionMean)); the file is damaged"
            )
            return nil
        }
        return times
    }
}

extension ValueFormat where Value == [Int64] {
    /// So many whole numbers that never fall.
    fileprivate static func rising(_ count: Int) -> ValueFormat {
        let list = ValueFormat<Int64>.whole(0...CalibrationTable.longest).list(count...count, of: "numbers")
        return ValueFormat(
            list.form,
            read: { item, reading in
                guard let values = list.read(item, reading) else { return nil }
                guard let fall = (1..<values.count).first(where: { values[$0] < values[$0 - 1] }) else { return values }
                if case .list(let items) = item.content {
                    reading.fault(
                        items[fall].location,
                        "\(values[fall]) comes after \(values[fall - 1]); quantiles cannot decrease, so the file is damaged"
                    )
                }
                return nil
            },
            write: list.write)
    }
}

extension ValueFormat where Value == String {
    /// A day, kept as it is written.
    fileprivate static let day = ValueFormat.scalar(
        ScalarForm("date, such as `2026-03-04`", ["type": .text("string")]), expected: "a date",
        parse: { text, _, location, reading in
            if text.utf8.count == 10, ClockText.instant(text) != nil { return text }
            reading.fault(location, "`\(text)` is not a date", allowed: "yyyy-mm-dd, such as `2026-03-04`")
            return nil
        },
        write: { text, _ in .plain(text) })
}
