// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules
import Testing

/// Joining, calling, leaving.
struct QueueTests {
    @Test(
        "STORE-R4, DEC-STORE-ONE-PENDING: in an empty store P gets a ticket with estimate 0; a second join is refused")
    func join() {
        var city = StoreCity(.of(10))
        city.at(clock(8))
        let ticket = city.join(1)
        guard
            case .ticketIssued(_, ticket, ShopperID(1), .walkIn, .app, 0, clock(8), clock(8))? = city.notes.first(
                where: { $0.event.words == "issued 1" })?.event
        else {
            Issue.record("no ticket with estimate 0")
            return
        }
        city.join(1)
        #expect(city.story("issued", "noTicket") == ["08:00 issued 1", "08:00 noTicket alreadyPending"])
        // Over all stores, and while a booking is held too.
        city.add(.of(10, 0, 5), at: .origin)
        city.join(1, store: 2)
        city.book(1, clock(10), store: 2)
        #expect(city.story("noTicket", "noBooking").count == 3)
        // Inside, nothing is pending any more.
        city.scan(ticket)
        city.join(1, store: 2)
        #expect(city.story("issued").last == "08:00 issued 2")
        #expect(city.violations.isEmpty)
    }

    @Test("STORE-R5: at 07:59 the totem of a store open from 08:00 to 20:00 gives no ticket, at 08:00 it does")
    func totem() {
        var city = StoreCity(.of(10) { $0.hours = .daily(.hours(8), .hours(20)) }, at: clock(6))
        city.at(clock(7, 59))
        city.totemTicket()
        #expect(city.answers == [.joinRefused(.closed)])
        // Timers of an instant come after its arrivals, but who comes at the opening finds the door open.
        city.at(clock(8))
        let ticket = city.totemTicket()
        city.at(clock(20))
        city.run()
        city.totemTicket()
        #expect(
            city.story("issued", "noTicket") == ["07:59 noTicket closed", "08:00 issued 1", "20:00 noTicket closed"])
        #expect(ticket == PassID(1) && city.codes[ticket] != nil)
    }

    @Test("STORE-R6, DEC-STORE-ESTIMATE: quota 10 all taken, 4 ahead and mean visit 20 min: 10 min")
    func estimate() {
        var city = StoreCity(.of(10))
        _ = city.fill(10)
        for shopper in 1...4 { city.join(shopper) }
        city.shopper(9, .select(store: StoreID(1)))
        #expect(
            city.lastNotice(to: 9)
                == .page(StorePage(store: StoreID(1), isOpen: true, queued: 4, wait: .minutes(10))))
        #expect(
            city.notes.last?.event
                == .estimateShown(shopper: ShopperID(9), store: StoreID(1), queued: 4, wait: .minutes(10)))
        city.join(9)
        #expect(city.rules[StoreID(1)]?.record(of: PassID(15))?.reported?.first == clock(8, 10))
    }

    @Test("STORE-R9, STORE-LIVE: of P1, P2, P3 the second leaves: P1, P3 stay and P3's estimate falls")
    func leave() {
        var city = StoreCity(.of(2))
        _ = city.fill(2)
        for shopper in 1...3 { city.join(shopper) }
        #expect(city.rules[StoreID(1)]?.record(of: PassID(5))?.reported?.shown == clock(8, 30))
        city.shopper(2, .leaveQueue(isConfirmed: true))
        city.run()
        #expect(city.story("left", "estimate") == ["08:00 left 4", "08:00 estimate 5 1 08:20"])
        #expect(city.reported.contains { $0.notice == .estimate(PassID(5), ahead: 1, expected: clock(8, 20)) })
        // Ten minutes are worth a notice too, when they are gained.
        #expect(city.lastNotice(to: 3) == .delayed(PassID(5), .minutes(-10)))
        #expect(city.lastNotice(to: 2) == .left(PassID(4)))
        city.join(2)
        #expect(city.story("issued").last == "08:00 issued 6")
    }

    @Test("STORE-LIVE: P is third; when one ahead enters, P's estimate is updated")
    func live() {
        var city = StoreCity(.of(1))
        let inside = city.fill(1)
        let tickets = (1...3).map { city.join($0) }
        city.at(clock(8, 15))
        city.exit(inside[0])
        city.scan(tickets[0])
        city.run()
        #expect(city.story("estimate", "in").contains("08:15 estimate 4 1 08:45"))
        #expect(city.reported.contains { $0.notice == .estimate(PassID(4), ahead: 1, expected: clock(8, 45)) })
    }

    @Test("STORE-CALL: with one free place of [T1, T2] only T1 is called, T2 after the next exit")
    func call() {
        var city = StoreCity(.of(2))
        let inside = city.fill(2)
        let (first, second) = (city.join(1), city.join(2))
        city.at(clock(8, 10))
        city.exit(inside[0])
        #expect(city.story("called", from: clock(8, 10)) == ["08:10 called \(first) normal"])
        // The called ticket takes the place, also before its scan.
        city.at(clock(8, 12))
        city.scan(first)
        city.at(clock(8, 30))
        city.exit(inside[1])
        #expect(city.story("called", from: clock(8, 11)) == ["08:30 called \(second) normal"])
        #expect(city.shown.contains { $0.pass == second && $0.line == .called })
        #expect(city.lastNotice(to: 2) == .called(second, until: clock(8, 40)))
        #expect(city.violations.isEmpty)
    }

    @Test("STORE-CALL, DEC-STORE-GRACE: T1 is 25 min away, T2 at the door: T2 is called first, T1 not before 10:25")
    func ready() {
        var city = StoreCity(.of(2), at: clock(10))
        _ = city.fill(1)
        let far = city.join(1, travel: 25)
        let near = city.join(2)
        city.scan(near)
        #expect(city.story("called", from: clock(10)).suffix(1) == ["10:00 called \(near) normal"])
        city.run(until: clock(10, 30))
        #expect(!city.story("called").contains { $0.hasSuffix("called \(far) normal") })
        city.at(clock(10, 31))
        city.exit(near)
        #expect(city.story("called").last == "10:31 called \(far) normal")

        // With a free place the ready time itself calls.
        var empty = StoreCity(.of(1), at: clock(10))
        empty.join(1, travel: 25)
        empty.run(until: clock(11))
        #expect(empty.story("called", "removed") == ["10:25 called 1 normal", "10:35 removed 1 noShow"])
        #expect(city.violations.isEmpty && empty.violations.isEmpty)
    }

    @Test(
        "STORE-NOSHOW: T1 is called at 10:00:00 and removed at 10:10:00, when T2 is called; a scan at 10:09:59 is in time"
    )
    func noShow() {
        var city = StoreCity(.of(1), at: clock(9))
        let inside = city.fill(1)
        let (first, second) = (city.join(1), city.join(2))
        city.at(clock(10))
        city.exit(inside[0])
        var late = city
        late.run(until: clock(10, 10))
        #expect(
            late.story("called", "removed", from: clock(10)) == [
                "10:00 called \(first) normal", "10:10 removed \(first) noShow", "10:10 called \(second) normal",
            ])
        late.scan(first)
        #expect(late.story("noEntry") == ["10:10 noEntry tooLate"])
        city.at(clock(10, 9, 59))
        city.scan(first)
        #expect(city.story("in").last == "10:09:59 in \(first)")
    }

    @Test("A scan at the deadline instant itself is in time: arrivals come before deadlines")
    func deadlineInstant() {
        var city = StoreCity(.of(1), at: clock(10))
        let ticket = city.join(1)
        city.at(clock(10, 10))
        city.scan(ticket)
        city.run(until: clock(11))
        #expect(city.story("in", "removed") == ["10:10 in 1"])
    }

    @Test(
        "STORE-PRIORITY: behind 20 normal tickets a priority ticket of t = 0 enters at t = 0; disabled, it is refused")
    func priority() {
        var city = StoreCity(.of(2, 1))
        _ = city.fill(2)
        for shopper in 1...20 { city.join(shopper) }
        let ticket = city.priorityTicket()
        city.scan(ticket)
        #expect(city.story("called", "in").suffix(2) == ["08:00 called \(ticket) priority", "08:00 in \(ticket)"])
        city.edit(.priorityQueue(isOpen: false))
        city.priorityTicket()
        #expect(city.replies.last == .joinRefused(.priorityClosed))
        #expect(city.violations.isEmpty)
    }

    @Test("Without priority places an open priority queue still puts its tickets ahead for the next normal place")
    func priorityWithoutPlaces() {
        var settings = StoreSettings.of(1)
        settings.hasPriorityQueue = true
        var city = StoreCity(settings)
        let first = city.fill(1)[0]
        let normal = city.totemTicket()
        let priority = city.priorityTicket()
        city.at(clock(8, 10))
        city.exit(first)
        #expect(city.story("called").last == "08:10 called \(priority) normal")
        #expect(city.rules[StoreID(1)]?.record(of: normal)?.phase == .waiting && city.violations.isEmpty)
    }

    @Test(
        "DEC-STORE-PRIORITY: with its own quota full, a priority ticket is ahead of all others for the next normal place"
    )
    func priorityForNormal() {
        var city = StoreCity(.of(1, 1))
        let inside = city.fill(1)
        city.scan(city.priorityTicket())
        let normal = city.join(1)
        let second = city.priorityTicket()
        city.run()
        // Who waits behind it is told.
        #expect(city.story("estimate").last == "08:00 estimate \(normal) 1 08:40")
        city.at(clock(8, 5))
        city.exit(inside[0])
        #expect(city.story("called").last == "08:05 called \(second) normal")
        #expect(city.violations.isEmpty)
    }

    @Test("STORE-EXIT: an exit at t = 100 s calls the next at t = 100 s")
    func exit() {
        var city = StoreCity(.of(1), at: .epoch)
        let inside = city.fill(1)
        let next = city.join(1)
        city.at(.seconds(100))
        city.exit(inside[0])
        #expect(city.story("out", "called").suffix(2) == ["00:01:40 out 1", "00:01:40 called \(next) normal"])
    }

    @Test("STORE-LOG: one visit from the queue is TicketIssued, TicketCalled, EntryGranted, VisitEnded in this order")
    func log() {
        var city = StoreCity(.of(1))
        let ticket = city.join(1)
        city.at(clock(8, 3))
        city.scan(ticket)
        city.at(clock(8, 20))
        city.exit(ticket)
        let names = city.notes.map(\.event.name).filter { $0 != "storeAdded" && $0 != "doorChanged" }
        #expect(names == ["ticketIssued", "ticketCalled", "entryGranted", "visitEnded"])
        #expect(
            city.story() == ["08:00 door open", "08:00 issued 1", "08:00 called 1 normal", "08:03 in 1", "08:20 out 1"])
    }

    @Test(
        "STORE-TOTEM: a delay of an app ticket and of a totem ticket notifies exactly one holder; the totem wakes and prints"
    )
    func totemCannotBeNotified() {
        var city = StoreCity(.of(1))
        _ = city.fill(1)
        city.join(1)
        city.take(.totem(StoreID(1), .wake))
        city.totemTicket()
        city.run(until: clock(8, 5))
        #expect(city.story("delay") == ["08:05 delay 2 5"])
        #expect(city.notes.contains { $0.event == .totemWoken(store: StoreID(1)) })
        #expect(city.notes.contains { $0.event == .ticketPrinted(store: StoreID(1), pass: PassID(3)) })
    }

    @Test("STORE-R6, STORE-R9: the totem shows the estimate before it prints, and takes a ticket back")
    func totemGivesBack() {
        var city = StoreCity(.of(1))
        let inside = city.fill(1)
        city.take(.totem(StoreID(1), .wake))
        #expect(
            city.answers.last == .page(StorePage(store: StoreID(1), isOpen: true, queued: 0, wait: .minutes(20))))
        #expect(
            city.notes.last?.event
                == .estimateShown(shopper: nil, store: StoreID(1), queued: 0, wait: .minutes(20)))
        let (paper, app) = (city.totemTicket(), city.join(1))
        func giveBack(_ pass: PassID) {
            city.take(.totem(StoreID(1), .returnTicket(city.codes[pass] ?? EntryCode(high: 0, low: 0))))
        }
        giveBack(paper)
        #expect(city.answers.last == .returned(paper) && city.story("left") == ["08:00 left \(paper)"])
        // Once, and only a ticket that waits; that of an app too.
        giveBack(paper)
        giveBack(inside[0])
        #expect(city.answers.suffix(2) == [.returnRefused, .returnRefused])
        city.at(clock(8, 5))
        city.exit(inside[0])
        giveBack(app)
        #expect(city.answers.last == .returned(app) && city.lastNotice(to: 1) == .left(app))
        #expect(city.rules[StoreID(1)]?.queued == 0 && city.violations.isEmpty)
    }

    @Test(
        "DEC-STORE-MAJOR-DELAY: 30 min behind its first estimate a ticket is asked to leave, after 120 min it is removed"
    )
    func ticketDelay() {
        var city = StoreCity(.of(1))
        _ = city.fill(1)
        city.join(1)
        city.totemTicket()
        city.run(until: clock(11))
        #expect(city.story("advised") == ["08:35 advised 2 35", "08:35 advised 3 35"])
        #expect(city.story("removed") == ["10:05 removed 2 delay", "10:25 removed 3 delay"])
        #expect(city.shown.last?.line == .removed(.delay))
        #expect(city.violations.isEmpty)
    }

    @Test(
        "A queue whose places are all taken away has no estimate: its tickets are removed at once, and joining is refused"
    )
    func noPlaces() {
        var city = StoreCity(.of(1, 0, 1))
        _ = city.fill(1)
        city.join(1)
        city.edit(.quota(.normal, 0, balance: .booking))
        city.run()
        #expect(city.story("removed") == ["08:00 removed 2 delay"])
        city.join(2)
        #expect(city.story("noTicket") == ["08:00 noTicket noQuota"])
    }

    @Test("DEC-STORE-ESTIMATE: places that are lent or may be count as quota, and those that may be as free")
    func lentEstimate() {
        var parameters = StoreParameters()
        parameters.borrowsPlaces = true
        var city = StoreCity(.of(1, 0, 2), parameters: parameters)
        func wait(_ city: inout StoreCity) -> TimeSpan? {
            city.shopper(9, .select(store: StoreID(1)))
            guard case .page(let page) = city.lastNotice(to: 9) else { return nil }
            return page.wait
        }
        _ = city.fill(1)
        // The normal place is taken, and two may be lent.
        #expect(wait(&city) == .zero)
        let (second, third) = (city.join(2), city.join(3))
        city.scan(second)
        // All three are taken, one by a called ticket: a third of 20 min.
        #expect(wait(&city) == .seconds(400))
        city.scan(third)
        #expect(wait(&city) == .seconds(400))
        city.join(4)
        // One is ahead.
        #expect(wait(&city) == .seconds(800))
        #expect(city.violations.isEmpty)

        // A booking that is due soon keeps its place, and without borrowing there is only the normal one.
        var due = StoreCity(.of(1, 0, 2), parameters: parameters, at: clock(8, 15))
        due.book(1, clock(8, 30))
        _ = due.fill(2)
        #expect(wait(&due) == .minutes(10))
        var hard = StoreCity(.of(1, 0, 2))
        _ = hard.fill(1)
        #expect(wait(&hard) == .minutes(20))
    }

    @Test("DEC-STORE-QUOTA: with borrowing a ticket takes a booking place that no booking of the next mean visit needs")
    func borrowing() {
        var parameters = StoreParameters()
        parameters.borrowsPlaces = true
        let settings = StoreSettings.of(1, 0, 2)
        var city = StoreCity(settings, parameters: parameters)
        _ = city.fill(1)
        let booked = city.book(1, clock(8, 30))
        let (second, third) = (city.join(2), city.join(3))
        // The booking of 08:30 lies beyond the next 20 min, so both places may be lent.
        #expect(
            city.story("called").suffix(2) == ["08:00 called \(second) booking", "08:00 called \(third) booking"])
        city.scan(second)
        city.scan(third)
        city.at(clock(8, 15))
        city.exit(second)
        city.join(4)
        // Now the booking is due soon.
        #expect(city.story("called").count == 3)
        city.at(clock(8, 30))
        city.scan(booked)
        #expect(city.story("in").last == "08:30 in \(booked)")
        #expect(city.violations.isEmpty)

        var hard = StoreCity(settings)
        _ = hard.fill(1)
        hard.join(2)
        #expect(hard.story("called").count == 1)
    }
}
