// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Reporting
import TaxiRules

extension TaxiInvariants {
    mutating func register(_ driver: DriverID, seats: Int32, licence: Int32, plate: Int32) {
        let index = reach(driver)
        let actors: [any Concerned] = [driver]
        if seats <= 0 || licence <= 0 || plate <= 0 || driver.number <= 0 {
            report("INV-DriverMandatoryData", actors, "seats \(seats), licence \(licence), plate \(plate)")
        }
        if drivers[index].registered {
            if drivers[index].seats != seats {
                report("TAXI-ASSUME-09", actors, "had \(drivers[index].seats) seats, now \(seats)")
            }
            return
        }
        if !licences.insert(licence).inserted {
            report("INV-UniqueTaxiDrivers", actors, "licence \(licence) belongs to another driver")
        }
        if !plates.insert(plate).inserted {
            report("INV-UniqueTaxiDrivers", actors, "plate \(plate) belongs to another driver")
        }
        drivers[index].registered = true
        drivers[index].seats = seats
        driverCount += 1
        gauges[0] += 1
        counted[0] += 1
        areGaugesTouched = true
    }

    mutating func open(_ zone: ZoneID) {
        if openedZones.row(of: zone) != nil {
            report("INV-UniqueTaxiZone", [zone], "has a second queue")
        } else {
            openedCount += 1
            openedZones.add(zone)
        }
        if !context.zones.contains(where: { $0.id == zone }) {
            report("INV-UniqueTaxiZone", [zone], "has a queue, but is not in the layout")
        }
    }

    mutating func enqueue(_ driver: DriverID, in zone: ZoneID) {
        let index = reach(driver)
        if drivers[index].queues > 0 {
            report(
                "INV-OneQueuePerDriver", [driver, "zone \(drivers[index].zone)", zone],
                "joined a queue while standing in one")
        }
        if zone.number <= 0 || openedZones.row(of: zone) == nil {
            report("INV-UniqueTaxiZone", [zone, driver], "a driver joined a queue never opened")
        }
        drivers[index].queues += 1
        drivers[index].zone = zone.number
        queued += 1
        areGaugesTouched = true
        touch(index)
    }

    mutating func dequeue(_ driver: DriverID, from zone: ZoneID) {
        let index = reach(driver)
        guard drivers[index].queues > 0 else {
            report("INV-QueueConservation", [driver, zone], "left a queue without standing in one")
            return
        }
        if drivers[index].queues == 1 && drivers[index].zone != zone.number {
            report(
                "INV-QueueConservation", [driver, zone], "left zone \(zone), but stood in zone \(drivers[index].zone)")
        }
        drivers[index].queues -= 1
        queued -= 1
        areGaugesTouched = true
        touch(index)
    }

    mutating func change(_ driver: DriverID, from: DriverStatus, to: DriverStatus) {
        let index = reach(driver)
        let actors: [any Concerned] = [driver]
        judgeEntry(index, to, actors)
        if from != drivers[index].status {
            report("TAXI-QUEUE-15", actors, "changed from \(from.word), but was \(drivers[index].status.word)")
        }
        switch (from, to) {
        case (.offShift, .available), (.available, .offShift), (.available, .busy), (.busy, .available),
            (.busy, .offShift):
            break
        default: report("TAXI-QUEUE-15", actors, "changed from \(from.word) to \(to.word)")
        }
        gauges[Int(from.rawValue)] -= 1
        gauges[Int(to.rawValue)] += 1
        if drivers[index].registered {
            counted[Int(drivers[index].status.rawValue)] -= 1
            counted[Int(to.rawValue)] += 1
        }
        drivers[index].status = to
        areGaugesTouched = true
        touch(index)
    }

    /// The status log of a driver: a later entry has a later stamp; at one stamp the last by number is kept.
    private mutating func judgeEntry(_ index: Int, _ status: DriverStatus, _ actors: [any Concerned]) {
        if now <= .epoch { report("INV-UniqueTaxiLog", actors, "an entry's stamp must be after 1970-01-01 00:00:00") }
        var place = 1
        if let current = drivers[index].entry {
            if now < current.time {
                let last = TimeSpan(nanoseconds: current.time.nanoseconds)
                report("INV-TaxiCurrentLogIsLatest", actors, "the current entry is earlier than the one at \(last)")
                // The latest stays the current one.
                return
            }
            if now == current.time && number <= drivers[index].entryNumber {
                report("INV-UniqueTaxiLog", actors, "two entries at one stamp, and no order between them")
            }
            place = now == current.time ? current.place : current.place + 1
        }
        drivers[index].entry = TaxiLogEntry(time: now, status: status, place: place)
        drivers[index].entryNumber = number
    }
}
