// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The rules of one zone: its queue of available drivers, its open requests in order of arrival, its pending offers.
///
/// A value: it never waits, draws or reads a clock. The Zone actor tells it what happened `at now:` and carries out the
/// directives that it returns. Costs are linear in the zone's queue and open requests.
///
/// Source: TAXI-CALL-04 to -07, -23, -24, TAXI-OFFER-*, TAXI-QUEUE-*, DEC-PARALLEL-OFFERS, DEC-ALL-REFUSED.
public struct ZoneDispatch: Sendable {
    /// The zone.
    public let zone: ZoneID
    /// Available drivers, top first.
    public private(set) var queue: [QueuedDriver] = []
    /// Requests that no driver has accepted, in order of arrival.
    public internal(set) var requests: [OpenRequest] = []

    var rounds: [Rounds] = []
    /// When requests and drivers are paired next; nil while nobody waits for that, and without `TaxiParameters.batch`.
    var nextBatch: CityTime?
    private let policy: any DispatchPolicy
    let travel: any Router
    let parameters: TaxiParameters
    private var nextOffer: Int32
    private let offerStep: Int32
    var lists = SpareList<ZoneDirective>()

    /// Makes an empty zone. Offers are numbered `firstOffer`, `firstOffer + offerStep`, and so on, so that zones that count
    /// apart never give one number twice.
    public init(
        zone: ZoneID, policy: any DispatchPolicy, travel: any Router, parameters: TaxiParameters,
        firstOffer: Int32 = 1, offerStep: Int32 = 1
    ) {
        self.zone = zone
        self.policy = policy
        self.travel = travel
        self.parameters = parameters
        nextOffer = firstOffer
        self.offerStep = offerStep
    }

    /// Takes back the directives of the last call, carried out, so that the next call needs no memory of its own.
    public mutating func takeBack(_ directives: consuming [ZoneDirective]) {
        lists.takeBack(directives)
    }

    // MARK: Requests

    /// A stored request arrived (TAXI-CALL-04).
    ///
    /// `roundPause` is the pause between two rounds of a request that stays open (DEC-RESV-RETRY).
    public mutating func request(
        _ request: OpenRequest, roundPause: TimeSpan = .seconds(60), at now: CityTime
    ) -> [ZoneDirective] {
        var directives = lists.take()
        requests.append(request)
        if request.staysOpen { rounds.append(Rounds(request: request.id, pause: roundPause)) }
        settle(at: now, &directives)
        return directives
    }

    /// The request ended before acceptance: a pending offer is withdrawn and its driver keeps the position (DEC-CALL-CANCEL).
    public mutating func abandon(_ id: RequestID, at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return directives }
        let request = requests.remove(at: index)
        if let offer = request.pending, let row = queue.firstIndex(where: { $0.pending == offer }) {
            clearOffer(at: row)
            let driver = queue[row].driver
            directives.append(
                .note(.offerWithdrawn(offer: offer, request: id, driver: driver, reason: .requestEnded)))
            directives.append(.endOffer(offer, driver, notify: true))
        }
        endRounds(of: request, &directives)
        directives.append(.abort(id, .abandoned))
        settle(at: now, &directives)
        return directives
    }

    /// Passengers joined or left: the request needs this many seats from now on (TAXI-SHARE-07).
    public mutating func resize(_ id: RequestID, travelers: Int32, at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return directives }
        requests[index].travelers = travelers
        settle(at: now, &directives)
        return directives
    }

    /// The pause after a failed round is over: everybody may be asked again, and the request counts as a new arrival
    /// (DEC-RESV-RETRY, DEC-ORDER-OF-ARRIVAL).
    public mutating func beginRound(of id: RequestID, at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        guard let round = rounds.firstIndex(where: { $0.request == id }), let until = rounds[round].pausedUntil,
            until <= now, let index = requests.firstIndex(where: { $0.id == id })
        else { return directives }
        rounds[round].pausedUntil = nil
        // An offer to a driver who joined meanwhile goes on; the round begins when it has failed.
        guard requests[index].pending == nil else { return directives }
        var request = requests.remove(at: index)
        request.beginRound()
        requests.append(request)
        settle(at: now, &directives)
        return directives
    }

    // MARK: Drivers

    /// An available driver joins the bottom of the queue (TAXI-QUEUE-03, -04, -09).
    public mutating func join(_ driver: QueuedDriver, reason: EnqueueReason, at now: CityTime) -> [ZoneDirective] {
        // Not in release builds: a search of the whole queue at each join, for what the rules of the taxi see to.
        assert(!queue.contains { $0.driver == driver.driver }, "driver \(driver.driver) is in \(zone) already")
        var directives = lists.take()
        queue.append(driver)
        directives.append(
            .note(
                .driverEnqueued(
                    driver: driver.driver, zone: zone, place: Int32(queue.count - 1), reason: reason)))
        settle(at: now, &directives)
        return directives
    }

    /// A driver leaves the queue: off shift (a pending offer counts as refused, DEC-OFFSHIFT-PENDING) or over the border
    /// (it does not, DEC-ZONE-EXIT-PENDING).
    public mutating func leave(_ driver: DriverID, reason: DequeueReason, at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        guard let row = queue.firstIndex(where: { $0.driver == driver }) else { return directives }
        let left = queue.remove(at: row)
        if let offer = left.pending, let request = left.pendingRequest {
            let offShift = reason == .offShift || reason == .licenceExpired
            directives.append(
                .note(
                    .offerWithdrawn(
                        offer: offer, request: request, driver: driver, reason: offShift ? .offShift : .zoneLeft)))
            directives.append(.endOffer(offer, driver, notify: true))
            passOn(request, refused: offShift, &directives)
        }
        directives.append(.note(.driverDequeued(driver: driver, zone: zone, reason: reason)))
        settle(at: now, &directives)
        return directives
    }

    /// A queued driver reported a position inside the zone.
    public mutating func moved(_ driver: DriverID, to position: Place) {
        guard let row = queue.firstIndex(where: { $0.driver == driver }) else { return }
        queue[row].position = position
    }

    // MARK: Answers

    /// A driver answers an offer (TAXI-CALL-09, TAXI-OFFER-02). An answer to an offer that has ended is ignored.
    ///
    /// Answers and deadlines of one instant come in this order (DEC-CROSS-EVENTS). After an outage the answers kept
    /// meanwhile come before the deadlines that fell due; `received` is when such an answer reached the service, and it
    /// counts only up to the offer's deadline (AVAIL-02). Without it the answer is received now, before the deadline.
    public mutating func answer(
        _ offer: OfferID, by driver: DriverID, accept: Bool, received: CityTime? = nil, at now: CityTime
    ) -> [ZoneDirective] {
        var directives = lists.take()
        guard let row = queue.firstIndex(where: { $0.pending == offer }),
            let request = queue[row].pendingRequest
        else {
            directives.append(.note(.lateAnswerIgnored(offer: offer, driver: driver)))
            return directives
        }
        guard queue[row].driver == driver else {
            directives.append(.note(.requestRefused(driver: driver, reason: .notYourOffer)))
            return directives
        }
        if let received, let until = queue[row].pendingUntil, received > until {
            directives.append(.note(.lateAnswerIgnored(offer: offer, driver: driver)))
            return directives
        }
        if accept {
            queue.remove(at: row)
            if let index = requests.firstIndex(where: { $0.id == request }) {
                endRounds(of: requests.remove(at: index), &directives)
            }
            directives.append(.note(.offerAccepted(offer: offer, request: request, driver: driver)))
            directives.append(.note(.driverDequeued(driver: driver, zone: zone, reason: .accepted)))
            directives.append(.assign(request, driver, offer))
        } else {
            directives.append(.note(.offerRefused(offer: offer, request: request, driver: driver)))
            directives.append(.endOffer(offer, driver, notify: false))
            moveToBottom(row, .refused, &directives)
            passOn(request, refused: true, &directives)
        }
        settle(at: now, &directives)
        return directives
    }

    /// The deadline of an offer has come: without an answer it counts as a refusal (TAXI-OFFER-06).
    public mutating func deadline(of offer: OfferID, at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        guard let row = queue.firstIndex(where: { $0.pending == offer }),
            let request = queue[row].pendingRequest
        else { return directives }
        let driver = queue[row].driver
        directives.append(.note(.offerTimedOut(offer: offer, request: request, driver: driver)))
        directives.append(.endOffer(offer, driver, notify: true))
        moveToBottom(row, .timedOut, &directives)
        passOn(request, refused: true, &directives)
        settle(at: now, &directives)
        return directives
    }

    /// The run is over: pending offers are withdrawn, open requests end.
    public mutating func close(at now: CityTime) -> [ZoneDirective] {
        var directives = lists.take()
        for row in queue.indices {
            guard let offer = queue[row].pending, let request = queue[row].pendingRequest else { continue }
            let driver = queue[row].driver
            clearOffer(at: row)
            directives.append(
                .note(.offerWithdrawn(offer: offer, request: request, driver: driver, reason: .runEnded)))
            directives.append(.endOffer(offer, driver, notify: true))
        }
        for request in requests {
            endRounds(of: request, &directives)
            directives.append(.abort(request.id, .runEnded))
        }
        requests = []
        return directives
    }

    // MARK: Steps

    /// Moves a driver to the bottom and takes the pending offer away (TAXI-QUEUE-10).
    private mutating func moveToBottom(_ row: Int, _ reason: MoveReason, _ directives: inout [ZoneDirective]) {
        clearOffer(at: row)
        let driver = queue.remove(at: row)
        queue.append(driver)
        directives.append(.note(.driverMovedToBottom(driver: driver.driver, zone: zone, reason: reason)))
    }

    private mutating func clearOffer(at row: Int) {
        queue[row].clearOffer()
    }

    /// The request has no pending offer any more.
    private mutating func passOn(_ id: RequestID, refused: Bool, _ directives: inout [ZoneDirective]) {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return }
        requests[index].pending = nil
        if refused {
            if requests[index].looksAround == .visiting {
                requests[index].wasRefusedAround = true
            } else {
                requests[index].wasRefused = true
            }
        }
        if requests[index].isWatched { directives.append(.offerEnded(id)) }
    }

    /// Lets every request without a pending offer have its turn, the oldest first (TAXI-CALL-06): an offer, a wait, or the
    /// end. One pass is enough: neither an offer nor an abort makes a driver free.
    ///
    /// With batches nobody is asked but in the turn of a batch, whom `pairs` says.
    mutating func settle(
        at now: CityTime, pairs: [RequestID: (row: Int, approach: TimeSpan)]? = nil,
        _ directives: inout [ZoneDirective]
    ) {
        if parameters.batch > .zero, pairs == nil { return planBatch(at: now, &directives) }
        var index = 0
        var room = parameters.waitingRoom
        while index < requests.count {
            if requests[index].pending != nil {
                index += 1
                continue
            }
            if let (row, approach) = pairs.map({ $0[requests[index].id] }) ?? choice(for: index, at: now) {
                if requests[index].staysOpen { retry(request: index, &directives) }
                sendOffer(request: index, row: row, approach: approach, at: now, &directives)
                index += 1
            } else if queue.contains(where: { $0.isEligible(for: requests[index]) }) {
                wait(request: index, &directives)
                index += 1
            } else if requests[index].staysOpen {
                keepOpen(request: index, at: now, &directives)
                index += 1
            } else if looksAround(request: index, at: now, &directives) {
                index += 1
            } else if room > 0, !requests[index].wasRefused, !lacksSeats(for: requests[index]) {
                // A zone with a waiting room keeps its oldest calls until a driver comes.
                room -= 1
                wait(request: index, &directives)
                index += 1
            } else {
                let request = requests.remove(at: index)
                directives.append(.abort(request.id, abortReason(for: request)))
            }
        }
    }

    /// The driver to ask and the time until that one is there; drivers without a way to the pick-up are passed over. A call of
    /// its own, so that the view is gone before the queue changes: else each change would copy the queue.
    private mutating func choice(for index: Int, at now: CityTime) -> (row: Int, approach: TimeSpan)? {
        while let row = policy.choose(queue: queue, request: requests[index], travel: travel, at: now) {
            let query = RouteQuery(
                from: queue[row].position, to: requests[index].place, leaving: now, isApproach: true,
                user: .licensed)
            if let journey = travel.route(query) { return (row, journey.duration) }
            requests[index].passOver(queue[row].driver)
        }
        return nil
    }

    private mutating func sendOffer(
        request index: Int, row: Int, approach: TimeSpan, at now: CityTime, _ directives: inout [ZoneDirective]
    ) {
        let offer = OfferID(nextOffer)
        nextOffer += offerStep
        let driver = queue[row]
        requests[index].ask(driver.driver, offer)
        // Part by part: a copy of the request would count a reference to the list of those asked.
        let (request, meeting, pickUp) = (requests[index].id, requests[index].place, requests[index].pickUp)
        let estimated = max(now + approach, pickUp ?? now)
        let card = OfferCard(
            offer: offer, request: request, driver: driver.driver, passenger: requests[index].passenger, zone: zone,
            travelers: requests[index].travelers, meetingTime: pickUp ?? estimated, estimatedMeeting: estimated,
            cell: meeting.cell(side: parameters.offerCell), deadline: now + parameters.offerDeadline)
        queue[row].ask(offer, for: request, until: card.deadline)
        directives.append(
            .note(
                .offerSent(
                    offer: offer, request: request, driver: driver.driver, zone: zone, place: Int32(row),
                    travelers: card.travelers, meetingTime: card.meetingTime,
                    estimatedMeeting: card.estimatedMeeting, cell: card.cell)))
        directives.append(.offer(card))
    }

    mutating func wait(request index: Int, _ directives: inout [ZoneDirective]) {
        guard !requests[index].isWaiting else { return }
        requests[index].isWaiting = true
        directives.append(.note(.requestWaiting(request: requests[index].id, zone: zone)))
        directives.append(.waiting(requests[index].id))
    }

    /// A driver is asked after the request was kept open.
    private mutating func retry(request index: Int, _ directives: inout [ZoneDirective]) {
        let id = requests[index].id
        guard let round = rounds.firstIndex(where: { $0.request == id }), rounds[round].failure != nil else { return }
        if rounds[round].pausedUntil != nil {
            rounds[round].pausedUntil = nil
            directives.append(.dropRound(id))
        }
        rounds[round].failure = nil
        rounds[round].retries += 1
        directives.append(.retried(id, rounds[round].retries))
    }

    /// Nobody is left to ask. A round that asked somebody has failed: the next begins after the pause. One that found
    /// nobody stays open and keeps its arrival (DEC-RESV-RETRY).
    private mutating func keepOpen(request index: Int, at now: CityTime, _ directives: inout [ZoneDirective]) {
        let id = requests[index].id
        guard let round = rounds.firstIndex(where: { $0.request == id }) else { return }
        requests[index].isWaiting = false
        if !requests[index].askedAnybody {
            guard rounds[round].failure != .noDriver else { return }
            rounds[round].failure = .noDriver
            directives.append(.keptOpen(id, .noDriver))
        } else if rounds[round].pausedUntil == nil {
            let next = now + rounds[round].pause
            rounds[round].failure = .allRefused
            rounds[round].pausedUntil = next
            directives.append(.keptOpen(id, .allRefused))
            directives.append(.wakeForRound(id, next))
        }
    }

    /// The request has left the zone: so does what is known of its rounds.
    private mutating func endRounds(of request: OpenRequest, _ directives: inout [ZoneDirective]) {
        guard request.staysOpen, let round = rounds.firstIndex(where: { $0.request == request.id }) else { return }
        if rounds.remove(at: round).pausedUntil != nil { directives.append(.dropRound(request.id)) }
    }

    private func abortReason(for request: OpenRequest) -> AbortReason {
        if request.wasRefused || request.wasRefusedAround { return .allRefused }
        return lacksSeats(for: request) ? .noTaxiLargeEnough : .noDriver
    }

    private func lacksSeats(for request: OpenRequest) -> Bool {
        !queue.isEmpty && !queue.contains { $0.seats >= request.travelers }
    }
}
