// SPDX-License-Identifier: GPL-3.0-or-later

public import CityLoop
public import CityModel
public import TaxiRules

/// One zone of the taxi service: a thin shell around `ZoneDispatch`.
///
/// Calls the rule once for each thing that happens, then carries out what the rule returned. Deadlines are timers on
/// this actor.
public final actor Zone: HeldService, @preconcurrency DirectEntry {
    /// The city's loop.
    nonisolated public let loop: CityLoop
    /// The zone's number.
    nonisolated public let id: ZoneID

    private var rules: ZoneDispatch
    private let log: EventChannel<TaxiEvent>
    private let list: SharedList<ZoneDirective>
    private let hold: TimerHold
    /// The city's dispatcher, held until the service closes, and the way to it that is used.
    private var dispatcher: Dispatcher?
    private var port: Uncounted<Dispatcher>?
    private var deadlines: [(offer: OfferID, sent: CityTime, timer: TimerHandle)] = []
    private var rounds: [(request: RequestID, timer: TimerHandle)] = []
    /// Timers of rounds have this bit set beside the request's number, timers of offers have not.
    private static let roundTag: TimerTag = 1 << 32
    /// The same of those after which a request looks around, and of batches.
    private static let lookTag: TimerTag = 1 << 33
    private static let batchTag: TimerTag = 1 << 34

    init(
        _ rules: ZoneDispatch, loop: CityLoop, log: EventChannel<TaxiEvent>,
        list: SharedList<ZoneDirective>, hold: TimerHold
    ) {
        self.rules = rules
        self.loop = loop
        self.log = log
        self.list = list
        self.hold = hold
        id = rules.zone
    }

    func attach(to dispatcher: Dispatcher) {
        self.dispatcher = dispatcher
        port = Uncounted(dispatcher)
        log.note(.zoneOpened(zone: id))
    }

    /// The queue now, top first.
    public var queue: [QueuedDriver] { rules.queue }

    /// The first of the queue who has no offer, and will most likely be asked next.
    var nextDriver: DriverID? {
        for row in rules.queue.indices where rules.queue[row].pending == nil { return rules.queue[row].driver }
        return nil
    }

    /// The open requests now, in order of arrival.
    public var requests: [OpenRequest] { rules.requests }

    // MARK: Called by the dispatcher and the taxis

    func open(_ request: OpenRequest, roundPause: TimeSpan? = nil) {
        follow { $0.request(request, roundPause: roundPause ?? .seconds(60), at: loop.now) }
    }

    /// An open request.
    func request(_ id: RequestID) -> OpenRequest? { rules.requests.first { $0.id == id } }

    /// Whether somebody here can be asked for a request of another zone.
    func canServe(_ request: OpenRequest) -> Bool { rules.canServe(request) }

    func takeOut(_ request: RequestID) -> OpenRequest? { rules.takeOut(request) }

    /// A request of another zone is put to the drivers here; one of this zone comes back when nobody around can be asked.
    func take(_ request: OpenRequest, isVisit: Bool) {
        follow { isVisit ? $0.visit(request, at: loop.now) : $0.comeBack(request, at: loop.now) }
    }

    func resize(_ request: RequestID, travelers: Int32) {
        follow { $0.resize(request, travelers: travelers, at: loop.now) }
    }

    func withdraw(_ request: RequestID) {
        follow { $0.abandon(request, at: loop.now) }
    }

    func join(_ driver: QueuedDriver, _ reason: EnqueueReason) {
        follow { $0.join(driver, reason: reason, at: loop.now) }
    }

    func leave(_ driver: DriverID, _ reason: DequeueReason) {
        if reason != .zoneChange { port?.onLoop { $0.leftQueue(driver) } }
        follow { $0.leave(driver, reason: reason, at: loop.now) }
    }

    func moved(_ driver: DriverID, to place: Place) {
        rules.moved(driver, to: place)
    }

    /// `received` when it counts in place of now: the answer waited through an outage.
    func answer(_ offer: OfferID, by driver: DriverID, accept: Bool, received: CityTime? = nil) {
        follow { $0.answer(offer, by: driver, accept: accept, received: received, at: loop.now) }
    }

    /// Ends the service: pending offers are withdrawn, open requests end.
    func close() {
        follow { $0.close(at: loop.now) }
        (dispatcher, port) = (nil, nil)
    }

    /// The deadline of the offer with this number has come, or the next round of a request.
    public func timerFired(_ tag: TimerTag) {
        if hold.isOn {
            keep(tag)
            return
        }
        let request = RequestID(Int32(truncatingIfNeeded: tag))
        if tag & Self.roundTag != 0 {
            rounds.removeAll { $0.request == request }
            return follow { $0.beginRound(of: request, at: loop.now) }
        }
        if tag & Self.lookTag != 0 { return follow { $0.lookAround(for: request, at: loop.now) } }
        if tag & Self.batchTag != 0 { return follow { $0.batch(at: loop.now) } }
        let offer = OfferID(Int32(truncatingIfNeeded: tag))
        // The answer may have reached the server in the outage, and wait to be served.
        if hold.lasts, let sent = deadlines.first(where: { $0.offer == offer })?.sent,
            hold.keeps(begun: sent)
        {
            keep(tag)
            return
        }
        deadlines.removeAll { $0.offer == offer }
        follow { $0.deadline(of: offer, at: loop.now) }
    }

    private func keep(_ tag: TimerTag) {
        hold.keep(tag, of: self)
        if tag & (Self.lookTag | Self.batchTag) != 0 { return }
        if tag & Self.roundTag != 0 {
            let request = RequestID(Int32(truncatingIfNeeded: tag))
            if let index = rounds.firstIndex(where: { $0.request == request }) { rounds[index].timer = .none }
        } else {
            let offer = OfferID(Int32(truncatingIfNeeded: tag))
            if let index = deadlines.firstIndex(where: { $0.offer == offer }) { deadlines[index].timer = .none }
        }
    }

    /// Plans a kept deadline or round for now, unless the offer or the pause has ended.
    nonisolated public func plansAgain(_ tag: TimerTag) -> Bool { onLoop { $0.planAgain(tag) } }

    private func planAgain(_ tag: TimerTag) -> Bool {
        if tag & (Self.lookTag | Self.batchTag) != 0 {
            // Both change nothing where nobody waits any more.
            loop.schedule(self, tag, at: loop.now, as: .deadline)
            return true
        }
        if tag & Self.roundTag != 0 {
            let request = RequestID(Int32(truncatingIfNeeded: tag))
            guard let index = rounds.firstIndex(where: { $0.request == request && $0.timer == .none }) else {
                return false
            }
            rounds[index].timer = loop.schedule(self, tag, at: loop.now, as: .deadline)
        } else {
            let offer = OfferID(Int32(truncatingIfNeeded: tag))
            guard let index = deadlines.firstIndex(where: { $0.offer == offer && $0.timer == .none }) else {
                return false
            }
            deadlines[index].timer = loop.schedule(self, tag, at: loop.now, as: .deadline)
        }
        return true
    }

    // MARK: Carrying out

    /// Asks the rules, with the list that all zones share, and does what they say.
    private func follow(_ rule: (inout ZoneDispatch) -> [ZoneDirective]) {
        rules.takeBack(list.take())
        carryOut(rule(&rules))
    }

    private func carryOut(_ directives: consuming [ZoneDirective]) {
        guard let port else { return }
        for index in directives.indices {
            switch directives[index] {
            case .note(let event):
                log.note(event)
            case .offer(let card):
                port.onLoop { $0.prefetch(card.driver) }
                let timer = loop.schedule(
                    self, TimerTag(UInt32(bitPattern: card.offer.number)), at: card.deadline, as: .deadline)
                deadlines.append((card.offer, loop.now, timer))
                port.onLoop { $0.show(card) }
            case .endOffer(let offer, let driver, let notify):
                dropDeadline(of: offer)
                if notify { port.onLoop { $0.entry(driver) }?.onLoop { $0.offerEnded(offer) } }
            case .assign(let request, let driver, let offer):
                dropDeadline(of: offer)
                port.onLoop { $0.assign(request, to: driver) }
            case .waiting(let request):
                port.onLoop { $0.waiting(request) }
            case .abort(let request, let reason):
                port.onLoop { $0.aborted(request, reason) }
            case .offerEnded(let request):
                port.onLoop { $0.changed(request, .offerEnded) }
            case .keptOpen(let request, let reason):
                port.onLoop { $0.changed(request, .keptOpen(reason)) }
            case .retried(let request, let count):
                port.onLoop { $0.changed(request, .retried(count)) }
            case .wakeForRound(let request, let time):
                let tag = Self.roundTag | TimerTag(UInt32(bitPattern: request.number))
                rounds.append((request, loop.schedule(self, tag, at: time, as: .deadline)))
            case .wakeForBatch(let time): loop.schedule(self, Self.batchTag, at: time, as: .deadline)
            case .wakeToLookAround(let request, let time):
                let tag = Self.lookTag | TimerTag(UInt32(bitPattern: request.number))
                loop.schedule(self, tag, at: time, as: .deadline)
            case .lookAround(let request): port.onLoop { $0.lookAround(for: request) }
            case .dropRound(let request):
                guard let index = rounds.firstIndex(where: { $0.request == request }) else { break }
                loop.cancel(rounds.remove(at: index).timer)
            }
        }
        list.keep(directives)
    }

    private func dropDeadline(of offer: OfferID) {
        guard let index = deadlines.firstIndex(where: { $0.offer == offer }) else { return }
        loop.cancel(deadlines[index].timer)
        deadlines.swapAt(index, deadlines.count - 1)
        deadlines.removeLast()
    }
}
