// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// One store: its queues, bookings, gate and people inside.
///
/// A value, told `at now:`, that returns directives. Arrivals and exits of an instant are told before `due` of that instant
/// (DEC-CROSS-EVENTS): so a scan at a deadline is in time. It asks for one timer only, with `wake`.
public struct StoreFloor: Sendable {
    /// What the managers set.
    public internal(set) var record: StoreRecord
    /// Whether the store is open now.
    public internal(set) var isOpen: Bool
    let parameters: StoreParameters

    var passes = OpenTable(blank: Pass.blank)
    var codes = CodeBook()
    var walkIn = TicketQueue()
    var priority = TicketQueue()
    var occupancy = Occupancy()
    var history = OccupancyHistory()
    var slots = SlotBook()
    /// Bookings whose holder is not inside, by time in force, slot and number.
    var pending: [PassID] = []
    /// Those who scanned and found no place, in the order of their scans (STORE-R13).
    var gate: [PassID] = []
    var lastScan: Int64 = 0
    /// Visitors on booking places, by entry.
    var bookingVisitors: [PassID] = []
    /// How many of them have a ticket: their places are lent.
    var lentInside: Int32 = 0

    var deadlines = MinHeap<Deadline>()
    /// The time last asked for with `wake`.
    private var asked = CityTime.never
    var doorAt: CityTime?
    var bookingsAt = CityTime.never
    var queueAt = CityTime.never
    var lastQueueReview: CityTime?

    /// A store without people.
    init(_ record: StoreRecord, _ parameters: StoreParameters, at now: CityTime) {
        self.record = record
        self.parameters = parameters
        isOpen = !record.isRemoved && record.settings.hours.isOpen(at: now)
        planDoor(after: now)
    }

    /// The number.
    public var id: StoreID { record.id }
    /// The numbers that its managers set.
    public var settings: StoreSettings { record.settings }
    /// People inside (STORE-R20).
    public var inside: Int32 { occupancy.inside.sum }
    /// People inside by the class of their place.
    public var insideByClass: ClassCounts { occupancy.inside }
    /// People queued; who was called is not (STORE-R6).
    public var queued: Int32 { walkIn.count + priority.count }
    /// The mean of the last visits (STORE-R16).
    public var meanVisit: TimeSpan { record.visits.mean(else: settings.expectedVisit) }
    /// Passes that have not ended, by number; costs a sort.
    public var openPasses: [PassID] { passes.openNumbers.map { PassID($0) } }

    /// A pass that has not ended, as it is to be stored.
    public func record(of pass: PassID) -> Pass? {
        guard var record = passes.value(of: pass.number) else { return nil }
        if let entry = walkIn[pass] ?? priority[pass] {
            record.reported = Pass.Reported(
                first: entry.firstExpected, shown: entry.shown, ahead: entry.shownAhead, notified: entry.notified,
                isAdvised: entry.isAdvised)
        }
        return record
    }

    /// Whether a pass still waits for its entry (DEC-STORE-ONE-PENDING).
    func isPending(_ pass: PassID) -> Bool { passes.index(of: pass.number).map { passes[$0].isPending } ?? false }

    // MARK: The timer

    mutating func plan(_ kind: DeadlineKind, _ pass: PassID = PassID(0), at time: CityTime) {
        deadlines.insert(Deadline(time: time, kind: kind, pass: pass.number))
    }

    /// Asks to be woken for the first deadline; called at the end of every call from outside.
    mutating func askToBeWoken(at now: CityTime, _ out: inout [StoreDirective]) {
        guard let first = deadlines.first, first.time < asked else { return }
        // What fell due in an outage is made up for now.
        asked = max(first.time, now)
        out.append(.wake(id, at: asked))
    }

    /// The time asked for with `wake` has come.
    mutating func due(at now: CityTime, _ out: inout [StoreDirective]) {
        asked = .never
        while let first = deadlines.first, first.time <= now {
            deadlines.popFirst()
            fall(first, at: now, &out)
        }
    }

    private mutating func fall(_ deadline: Deadline, at now: CityTime, _ out: inout [StoreDirective]) {
        let id = PassID(deadline.pass)
        switch deadline.kind {
        case .grace: endGrace(id, at: now, &out)
        case .answer: endAnswerTime(id, at: now, &out)
        case .lapse: lapse(id, at: now, &out)
        case .door: if deadline.time == doorAt { turnDoor(at: now, &out) }
        case .ready: callNext(at: now, &out)
        case .bookings: if deadline.pass != 0 || deadline.time == bookingsAt { reviewBookings(at: now, &out) }
        case .queue: if deadline.time == queueAt { reviewQueue(at: now, &out) }
        }
    }

    // MARK: What all have in common

    /// Something has changed that may let somebody in, call somebody, or move what is expected.
    mutating func changed(at now: CityTime, _ out: inout [StoreDirective]) {
        admitFromGate(at: now, &out)
        callNext(at: now, &out)
        planQueueReview(at: now)
        planBookingReview(at: now)
    }

    /// The pass is over; a scan of its code is refused from now on.
    mutating func end(_ pass: Pass, _ refusal: EntryRefusal, at now: CityTime, _ out: inout [StoreDirective]) {
        codes.end(pass.code, pass.id, refusal, at: now, memory: parameters.codeMemory)
        passes.close(pass.id.number)
        out.append(.erase(pass.id))
    }

    /// Tells the holder: in the app, or on the monitor for a totem ticket (STORE-REMOVE).
    func inform(_ pass: Pass, _ notice: StoreNotice, _ line: MonitorLine, _ out: inout [StoreDirective]) {
        if let shopper = pass.shopper {
            out.append(.notify(shopper, notice))
        } else {
            out.append(.note(.monitorShown(store: id, pass: pass.id)))
            out.append(.show(id, pass.id, line))
        }
    }

    func notify(_ pass: Pass, _ notice: StoreNotice, _ out: inout [StoreDirective]) {
        if let shopper = pass.shopper { out.append(.notify(shopper, notice)) }
    }
}
