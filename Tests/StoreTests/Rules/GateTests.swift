// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// Codes, places and the limit.
struct GateTests {
    @Test("STORE-R10: a valid code lets in once; the second scan is a used code, also after the visit")
    func usedCode() {
        var city = StoreCity(.of(2))
        let ticket = city.totemTicket()
        city.scan(ticket)
        city.scan(ticket)
        city.at(clock(8, 30))
        city.exit(ticket)
        city.scan(ticket)
        #expect(city.story("in", "noEntry") == ["08:00 in 1", "08:00 noEntry usedCode", "08:30 noEntry usedCode"])
    }

    @Test("A code of one store opens no other, and a used one is forgotten after a day")
    func foreignCode() {
        var city = StoreCity(.of(2), .of(2))
        let ticket = city.totemTicket()
        city.scan(ticket, store: 2)
        city.scan(ticket)
        city.at(clock(8, 30))
        city.exit(ticket)
        city.at(clock(8, 31, day: 1))
        let other = city.totemTicket()
        city.scan(other)
        city.at(clock(8, 41, day: 1))
        city.exit(other)
        city.scan(ticket)
        #expect(city.story("noEntry") == ["08:00 noEntry unknownCode", "1970-01-02 08:41 noEntry unknownCode"])
    }

    @Test(
        "STORE-R13: limit lowered to 30 after a call with 30 inside: the called ticket waits, and enters at the next exit"
    )
    func full() {
        var city = StoreCity(.of(31))
        let inside = city.fill(30)
        let ticket = city.join(1)
        city.edit(.limit(30))
        city.at(clock(8, 5))
        city.scan(ticket)
        #expect(city.story("delayed") == ["08:05 delayed \(ticket)"])
        // Who waits at the gate is no no-show.
        city.at(clock(8, 20))
        city.exit(inside[0])
        #expect(city.story("in", "removed").last == "08:20 in \(ticket)")
        #expect(city.rules[StoreID(1)]?.inside == 30 && city.violations.isEmpty)
    }

    @Test("STORE-R13: holders at the gate enter in the order of their scans, as far as their class has room")
    func scanOrder() {
        var city = StoreCity(.of(2, 0, 2))
        let booked = [city.book(1, clock(9)), city.book(2, clock(9))]
        city.at(clock(8, 55))
        let walkIns = [city.totemTicket(), city.totemTicket()]
        city.edit(.limit(2))
        city.at(clock(9))
        // The quotas are 1 and 1 now: of each class one enters, the other waits.
        for pass in [walkIns[1], booked[1], walkIns[0], booked[0]] { city.scan(pass) }
        #expect(
            city.story("in", "delayed") == [
                "09:00 in \(walkIns[1])", "09:00 in \(booked[1])", "09:00 delayed \(walkIns[0])",
                "09:00 delayed \(booked[0])",
            ])
        city.at(clock(9, 10))
        city.exit(booked[1])
        // The walk-in scanned earlier, and its class has no room.
        #expect(city.story("in").last == "09:10 in \(booked[0])")
        city.exit(walkIns[1])
        #expect(city.story("in").last == "09:10 in \(walkIns[0])")
        #expect(city.violations.isEmpty)
    }

    @Test(
        "STORE-R13: while one class has more than its quota inside, the limit keeps others out who have room in theirs")
    func overfullClass() {
        var city = StoreCity(.of(3, 0, 1))
        let inside = city.fill(3)
        city.edit(.quotas(ClassCounts(normal: 1, priority: 0, booking: 3)))
        let booked = [city.book(1, clock(9)), city.book(2, clock(9))]
        city.at(clock(9))
        for pass in booked { city.scan(pass) }
        #expect(city.story("in", "delayed").suffix(2) == ["09:00 in \(booked[0])", "09:00 delayed \(booked[1])"])
        city.at(clock(9, 1))
        city.exit(inside[0])
        #expect(city.story("in").last == "09:01 in \(booked[1])")
        #expect(city.violations.isEmpty)
    }

    @Test("STORE-R16, STORE-R19: visits of 10, 20 and 30 min make a mean of 20 min, which the manager reads")
    func meanVisit() {
        var city = StoreCity(.of(5) { $0.expectedVisit = .minutes(7) })
        #expect(city.rules[StoreID(1)]?.meanVisit == .minutes(7))
        let inside = city.fill(3)
        for (index, pass) in inside.enumerated() {
            city.at(clock(8, 10 * (index + 1)))
            city.exit(pass)
        }
        city.staff(.viewStatistics(StoreID(1), from: clock(8), to: clock(9)))
        #expect(
            city.notes.last?.event
                == .statsViewed(
                    store: StoreID(1), staff: StoreCity.manager, inside: 0, queued: 0, meanVisit: .minutes(20)))
    }

    @Test("STORE-R16: the mean is over the last visits only")
    func lastVisits() {
        var parameters = StoreParameters()
        parameters.visitsInMean = 2
        var city = StoreCity(.of(5), parameters: parameters)
        let inside = city.fill(3)
        for (index, pass) in inside.enumerated() {
            city.at(clock(8, 10 * (index + 1)))
            city.exit(pass)
        }
        #expect(city.rules[StoreID(1)]?.meanVisit == .minutes(25))
    }

    @Test(
        "STORE-R17: 30 inside and limit 20: no entry until the 11th exit, and the quotas 15 + 3 + 12 become 10 + 2 + 8")
    func loweredLimit() {
        var city = StoreCity(.of(15, 3, 12) { $0.slots = SlotGrid(size: 12) }, at: clock(7))
        let booked = (1...12).map { city.book($0, clock(8)) }
        city.at(clock(8))
        for pass in booked { city.scan(pass) }
        let priority = (0..<3).map { _ in city.priorityTicket() }
        for pass in priority { city.scan(pass) }
        let normal = city.fill(15)
        #expect(city.rules[StoreID(1)]?.inside == 30)
        #expect(city.rules[StoreID(1)]?.insideByClass == ClassCounts(normal: 15, priority: 3, booking: 12))
        let next = city.join(99)
        city.edit(.limit(20))
        #expect(city.story("limit", "quotas") == ["08:00 limit 20", "08:00 quotas 10 2 8"])
        let entered = city.story("in").count
        var exits = 0
        for (index, pass) in (normal + priority).enumerated() where city.story("in").count == entered {
            city.at(clock(8, 10 + index))
            city.exit(pass)
            city.scan(next)
            exits += 1
        }
        #expect(exits == 11 && city.story("out").count == 11 && city.rules[StoreID(1)]?.inside == 20)
        #expect(city.story("in").last == "08:20 in \(next)")
        #expect(city.violations.isEmpty)
    }

    @Test(
        "DEC-STORE-QUOTA: a limit is divided by largest remainder, ties to normal, priority, booking, and comes back whole"
    )
    func rescaled() {
        let quotas = ClassCounts(normal: 15, priority: 3, booking: 12)
        #expect(quotas.rescaled(to: 20) == ClassCounts(normal: 10, priority: 2, booking: 8))
        #expect(quotas.rescaled(to: 31) == ClassCounts(normal: 16, priority: 3, booking: 12))
        #expect(
            ClassCounts(normal: 1, priority: 1, booking: 1).rescaled(to: 2) == ClassCounts(normal: 1, priority: 1))
        for limit in 1...100 { #expect(quotas.rescaled(to: Int32(limit)).sum == limit) }
        var city = StoreCity(.of(15, 3, 12))
        city.edit(.limit(2))
        city.edit(.limit(30))
        #expect(city.story("quotas") == ["08:00 quotas 1 0 1", "08:00 quotas 15 3 12"])
        city.edit(.quotas(ClassCounts(normal: 20, priority: 0, booking: 10)))
        city.edit(.limit(15))
        #expect(city.story("quotas").last == "08:00 quotas 10 0 5")
    }

    @Test(
        "INV-StoreTicketDuration: an exit after 59 s is not recorded, after 60 s it is; the least visit is a parameter")
    func leastVisit() {
        var city = StoreCity(.of(1))
        let inside = city.fill(1)
        city.at(clock(8, 0, 59))
        city.exit(inside[0])
        city.at(clock(8, 1))
        city.exit(inside[0])
        #expect(city.story("noExit", "out") == ["08:00:59 noExit tooSoon", "08:01 out 1"])
        var parameters = StoreParameters()
        parameters.leastVisit = .milliseconds(1)
        var quick = StoreCity(.of(1), parameters: parameters)
        let visitor = quick.fill(1)
        quick.at(clock(8, 0, 1))
        quick.exit(visitor[0])
        #expect(quick.story("out") == ["08:00:01 out 1"] && quick.violations.isEmpty)
    }

    @Test("INV-StoreOnePersonPerPlace: the lowest free place is given, beyond 64 places too")
    func places() {
        var city = StoreCity(.of(130))
        let inside = city.fill(130)
        city.at(clock(9))
        city.exit(inside[69])
        city.exit(inside[2])
        _ = city.fill(2)
        let numbers = city.notes.compactMap { note -> Int32? in
            if case .entryGranted(_, _, _, _, let number) = note.event { number } else { nil }
        }
        #expect(numbers.prefix(130) == (1...130).map { Int32($0) }[...] && numbers.suffix(2) == [3, 70])
        #expect(city.violations.isEmpty)
    }

    @Test("STORE-R20: entries at 10:00 and 10:05 and an exit at 10:20 are the series 1, 2, 1 at those times")
    func history() {
        var city = StoreCity(.of(5), at: clock(10))
        let first = city.fill(1)
        city.at(clock(10, 5))
        _ = city.fill(1)
        city.at(clock(10, 20))
        city.exit(first[0])
        let statistics = city.rules[StoreID(1)]?.statistics(slots: clock(10)..<clock(10))
        #expect(statistics?.inside == 1)
        #expect(statistics?.history.map { "\($0.time.short) \($0.inside)" } == ["10:00 1", "10:05 2", "10:20 1"])
    }
}
