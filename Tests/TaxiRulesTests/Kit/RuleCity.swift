// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import TaxiRules

/// A small city of rule values without actors: carries out the directives at once, as the actors must, and keeps a
/// plan of what comes next. The reference interpreter of the directives.
///
/// A value, so a story can be branched by copying it. Deadlines are never cancelled: the rules must ignore stale ones.
struct RuleCity {
    struct Note: Equatable {
        let time: CityTime
        let event: TaxiEvent
    }

    /// What reached a driver's phone.
    enum Heard: Equatable {
        case offer(OfferCard)
        case offerEnded(OfferID)
        case ride(TaxiRide)
        case prompt(RequestID)
        case status(DriverStatus, StatusCause)
        case refused(StatusRefusal)
    }

    struct Reported: Equatable {
        let time: CityTime
        let passenger: PassengerID
        let notice: CallNotice
    }

    /// What happened to a request that stays open.
    struct Kept: Equatable {
        enum Change: Equatable {
            case keptOpen(RoundFailure)
            case retried(Int32)
        }

        let time: CityTime
        let request: RequestID
        let change: Change

        init(time: CityTime, request: RequestID, _ change: Change) {
            self.time = time
            self.request = request
            self.change = change
        }
    }

    struct Planned {
        let time: CityTime
        let eventClass: EventClass
        let order: Int
        let action: Action
        /// When the message reached the service; before `time` only after an outage.
        let received: CityTime
    }

    enum Action {
        case step(Step)
        case offerDeadline(OfferID, ZoneID)
        case shiftLimit(DriverID)
        case round(RequestID, ZoneID)
        case lookAround(RequestID, ZoneID)
        case batch(ZoneID)
    }

    var now = CityTime.epoch
    var zones: [ZoneDispatch]
    var taxis: [TaxiDuty]
    var calls: CallRules
    let strips: Strips
    let travel = SteadyRouter()
    private let rings: Int

    var notes: [Note] = []
    var reported: [Reported] = []
    /// Notices of modules that were kept and are delivered.
    var notifiedByModules: [(passenger: PassengerID, notice: PassengerNotice)] = []
    var kept: [Kept] = []
    /// By driver number.
    var heard: [[Heard]]
    var audit: LogAudit
    /// Offers and rides that nobody reacted to yet; for stories that invent the reactions on the way.
    var newCards: [OfferCard] = []
    var newRides: [(driver: DriverID, ride: TaxiRide)] = []
    /// The service neither answers nor fires timers in this time (AVAIL-02).
    var outage: Range<CityTime>?

    private var plan: [Planned] = []
    private var planned = 0
    var lastRequest: [PassengerID: RequestID] = [:]
    var prepared: [PassengerID: Bool] = [:]

    /// A city of strips with drivers A, B, and so on, one for each number of seats; all off shift and logged out.
    init(
        zones: Int = 1, gap: Int? = nil, seats: [Int32] = [4, 4, 4], policy: any DispatchPolicy = FirstInQueue(),
        parameters: TaxiParameters = TaxiParameters()
    ) {
        strips = Strips(zones: zones, gap: gap)
        self.zones = (1...zones).map { number in
            ZoneDispatch(
                zone: ZoneID(number), policy: policy, travel: SteadyRouter(), parameters: parameters,
                firstOffer: Int32(number), offerStep: Int32(zones))
        }
        taxis = seats.enumerated().map { index, seats in
            TaxiDuty(driver: DriverID(index + 1), seats: seats, parameters: parameters)
        }
        calls = CallRules(parameters: parameters)
        rings = parameters.neighbourRings
        heard = Array(repeating: [], count: seats.count + 1)
        audit = LogAudit(
            seats: seats, isFirstInQueue: policy is FirstInQueue && parameters.batch == .zero,
            deadline: parameters.offerDeadline)
        audit.checksWaiting = parameters.batch == .zero && rings == 0
    }

    /// The strips beside one, nearest first, the lower number before the higher.
    func zones(around zone: ZoneID) -> [ZoneID] {
        var found: [ZoneID] = []
        for step in 1..<Int32(rings + 1) {
            for number in [zone.number - step, zone.number + step] where number >= 1 && Int(number) <= zones.count {
                found.append(ZoneID(number))
            }
        }
        return found
    }

    // MARK: Telling a story

    /// Plans a step at a time in seconds.
    mutating func at(_ seconds: Double, _ steps: Step...) {
        for step in steps { add(.step(step), at: .seconds(seconds), step.eventClass) }
    }

    /// These drivers go in service now, in this order, in the middle of a zone.
    mutating func queueUp(_ drivers: DriverID..., in zone: ZoneID = .z1) {
        for driver in drivers { perform(.goesInService(driver, at: Strips.middle(of: zone)), received: now) }
        finishTurn()
    }

    /// Carries out everything planned up to this time in seconds, that instant included.
    mutating func run(until seconds: Double) {
        while let time = plan.first?.time, time <= .seconds(seconds) { takeTurn() }
        now = max(now, .seconds(seconds))
    }

    /// Carries out everything planned until nothing is left.
    mutating func run() {
        while takeTurn() {}
    }

    /// Carries out the next planned thing; false when there is none.
    @discardableResult
    mutating func takeTurn() -> Bool {
        guard !plan.isEmpty else { return false }
        let next = plan.removeFirst()
        now = next.time
        if let outage, outage.contains(now) {
            add(next.action, at: outage.upperBound, next.eventClass, received: next.received)
            return true
        }
        switch next.action {
        case .step(let step): perform(step, received: next.received)
        case .offerDeadline(let offer, let zone): withZone(zone) { $0.deadline(of: offer, at: $1) }
        case .shiftLimit(let driver): withTaxi(driver) { $0.limitReached(at: $1) }
        case .round(let request, let zone): withZone(zone) { $0.beginRound(of: request, at: $1) }
        case .lookAround(let request, let zone): withZone(zone) { $0.lookAround(for: request, at: $1) }
        case .batch(let zone): withZone(zone) { $0.batch(at: $1) }
        }
        finishTurn()
        return true
    }

    mutating func add(_ action: Action, at time: CityTime, _ eventClass: EventClass, received: CityTime? = nil) {
        planned += 1
        let entry = Planned(
            time: time, eventClass: eventClass, order: planned, action: action, received: received ?? time)
        let key = (time, eventClass, planned)
        let index = plan.firstIndex { ($0.time, $0.eventClass, $0.order) > key } ?? plan.endIndex
        plan.insert(entry, at: index)
    }

    private mutating func finishTurn() {
        audit.finishTurn(queues: zones.map { $0.queue.map(\.driver) }, statuses: taxis.map(\.status), at: now)
    }
}
