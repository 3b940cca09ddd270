// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiRules
import TaxiService

/// One synthetic driver, with the habits of a group: works shifts, reports positions, answers offers, drives.
///
/// Driven by timers; messages to the service are sent from timers only, so a client never calls back into the service.
final actor Driver: TimedActor, @preconcurrency DirectEntry, DriverClient {
    nonisolated let loop: CityLoop
    nonisolated let id: DriverID

    // What every ride needs comes first, side by side: a city of 5000 drivers does not fit the processor's second cache, and
    // each line of it that a turn touches is fetched anew.

    /// The driver's taxi in the service: nearly every timer ends in a message to it.
    let taxi: Uncounted<Taxi>?
    let city: PopulationCity
    let habits: DriverHabits
    /// The driver's phone, when there is a server to talk to.
    nonisolated let app: ClientApp?
    private var reaction: RandomStream
    private var answers: RandomStream
    var approach: RandomStream
    private var boarding: RandomStream
    var status = DriverStatus.offShift
    private(set) var isOnShift = false
    var isOnBreak = false
    private var isLoggedIn = false
    private var decision = Decision.silent
    private var offer: OfferID?
    /// The offer that was taken and whose ride has not begun: it binds the driver.
    private(set) var accepted: OfferID?
    private var answerTimer = TimerHandle.none
    private var motionTimer = TimerHandle.none
    var motion: Motion
    private(set) var odometer = Distance.zero
    let crowd: Crowd
    var ride: TaxiRide?
    /// Whom and what the last offer was about, and where that person is; to be prefetched and for nothing else.
    var call: (passenger: PassengerID, request: RequestID)?
    var caller: Uncounted<Passenger>?
    var callerPerson: Uncounted<Person>?
    /// When the prompt for boarding reached the driver; the service counts from a moment before.
    private var promptedAt: CityTime?
    /// Rides until this driver goes off shift; nil for no limit.
    private var ridesLeft: Int?
    /// Where the taxi was last available: surely in a zone.
    var lastInside: Place
    /// Who sits in the taxi after getting in on the street.
    var streetPassenger: PassengerID?
    /// Whether a break came during a ride from the street, and whether the driver is just back from one.
    var isBreakDue = false
    var isBackFromStreet = false
    var crossings: [ZoneCrossing] = []
    /// Millimetres of the line that has these crossings: measured once, not at each of them.
    var crossingLine = 0.0
    /// Who is on a ride that several may share, the owner first; empty on a plain ride.
    var riders: [Rider] = []
    /// The stops that are left of a shared ride.
    var stops: [RideStop] = []

    var reportTimer = TimerHandle.none
    /// When the driver last set out to seek rides.
    var soughtAt = CityTime.epoch
    var breakTimer = TimerHandle.none
    var shiftEnd = CityTime.never
    private var nextDay: CityTime
    /// Whom the driver came from, where the group has arrivals.
    private(set) var source: DriverSource?
    /// Who keeps the drivers of the group on duty, where a curve says how many.
    var desk: DutyDesk?
    var endTimer = TimerHandle.none
    private let home: Place?
    /// Where the driver's shifts begin.
    private let startPlace: Place
    private let link: Link?
    /// Who it is, whatever other roles the person has.
    nonisolated let person: Person
    lazy var idling = person.stream(for: .idling)
    lazy var shifts = person.stream(for: .shift)
    lazy var turnarounds = person.stream(for: .turnaround)
    lazy var traffic = person.stream(for: .traffic)
    lazy var gps = person.stream(for: .gps)
    private lazy var choice = person.stream(for: .passengerChoice)

    init(_ id: DriverID, habits: DriverHabits, member: Int, city: PopulationCity, crowd: Crowd) {
        self.id = id
        self.habits = habits
        self.city = city
        self.crowd = crowd
        loop = city.loop
        taxi = city.dispatcher.taxi(id).map { Uncounted($0) }
        let who = PersonID.driver(group: habits.index, member: member)
        var places = RandomStream(city.key, for: .startPlace, of: who)
        let start = habits.start?.place(ofMember: member, &places) ?? .origin
        let person = Person(who, as: .driver, at: start, among: city.people, isNotedAlone: false)
        self.person = person
        link = city.isNetworkPerfect ? nil : Link(city.key, person: who, sender: id.number, isDriver: true)
        app = city.server.map { ClientApp(.driver(id), person: who, city: city, server: $0) }
        reaction = person.stream(for: .reaction)
        answers = person.stream(for: .answer)
        approach = person.stream(for: .approach)
        boarding = person.stream(for: .boarding)
        motion = Motion(at: start, since: city.start)
        lastInside = start
        startPlace = start
        home = habits.home?.place(&places)
        nextDay = city.start.midnight - .hours(24)
    }

    // MARK: Shifts

    /// Begins the driver's working life: plans the first shift that is not over yet. Who comes with the group's arrivals is called.
    func begin() {
        guard habits.group.arrivals == nil, habits.group.onDuty == nil else { return }
        guard habits.group.shift != nil else {
            shiftEnd = .never
            loop.schedule(self, Timer.shiftBegins.rawValue, at: city.start, as: .beginning)
            return
        }
        planShift()
    }

    /// Comes into service at a place, called by the source of the group's arrivals, until its rides are done; late, when another
    /// service has hold of the person.
    func come(to place: Place, from source: DriverSource) {
        guard isFree else { return whenFree { $0.come(to: place, from: source) } }
        self.source = source
        stop()
        motion = Motion(at: place, since: loop.now)
        lastInside = place
        ridesLeft = habits.group.arrivals?.rides
        beginShift()
    }

    /// Counts a ride; with the last one the driver asks to be off shift when it ends (TAXI-QUEUE-13).
    ///
    /// `inNotice` when the service tells of the ride just now: then the wish goes out in a turn of its own.
    func countRide(inNotice: Bool = false) {
        guard let left = ridesLeft else { return }
        ridesLeft = left - 1
        guard left == 1 else { return }
        if inNotice { plan(.shiftEnds, after: .zero) } else { endShift() }
    }

    /// Draws shifts day by day until one ends after now.
    private func planShift() {
        guard let plan = habits.group.shift else { return }
        while nextDay <= city.end {
            let begins = nextDay + shifts.time(plan.start)
            let ends = begins + shifts.time(plan.length)
            nextDay = nextDay + .hours(24)
            guard ends > loop.now else { continue }
            shiftEnd = ends
            loop.schedule(self, Timer.shiftBegins.rawValue, at: max(begins, loop.now), as: .beginning)
            return
        }
    }

    func beginShift() {
        guard takesPerson() else { return whenFree { $0.beginLateShift() } }
        isOnShift = true
        isOnBreak = false
        if shiftEnd < .never { endTimer = loop.schedule(self, Timer.shiftEnds.rawValue, at: shiftEnd) }
        if !isLoggedIn {
            isLoggedIn = true
            if let app {
                app.onLoop { $0.logIn() }
            } else {
                send(.login, as: .beginning)
            }
        }
        goInService()
    }

    private func beginLateShift() {
        if shiftEnd > loop.now {
            beginShift()
        } else {
            planShift()
            desk?.onLoop { $0.takeBack(id) }
        }
    }

    func goInService() {
        // A busy driver whose next shift begins takes back the wish to go off shift after the ride.
        guard isOnShift, !isOnBreak, status != .available, streetPassenger == nil else { return }
        send(.setStatus(inService: true, place: reportedPlace(), odometer: totalDriven), as: .beginning)
    }

    func endShift() {
        isOnShift = false
        isOnBreak = false
        (isBreakDue, isBackFromStreet) = (false, false)
        loop.cancel(breakTimer)
        // With somebody from the street aboard the wish goes out when that ride ends, as with any ride (TAXI-QUEUE-13).
        guard streetPassenger == nil else { return planShift() }
        let wasOff = status == .offShift
        send(.setStatus(inService: false, place: reportedPlace(), odometer: totalDriven), as: .stateChange)
        planShift()
        // Off shift already, as on a break: no change of status will follow, which the desk hears of.
        if wasOff { desk?.onLoop { $0.takeBack(id) } }
        if status == .offShift { driveToStart() }
    }

    /// Off shift, and free to go.
    func goesHome() {
        desk?.onLoop { $0.takeBack(id) }
        driveToStart()
    }

    /// The shift is over: back to where the next one begins. A shift that comes first begins on the journey. Who has no shifts, but came
    /// with the group's arrivals, is done here.
    private func driveToStart() {
        guard !isOnShift else { return }
        guard habits.group.shift != nil || habits.group.onDuty != nil else { return letsPersonGo() }
        lastInside = startPlace
        drive(to: startPlace)
        planMotion(.arrived, at: motion.arrives, as: .arrival)
    }

    // MARK: Notices

    nonisolated func notify(_ notice: DriverNotice) {
        onLoop { driver in
            guard !driver.city.isNetworkPerfect || driver.app != nil else {
                driver.take(notice)
                return
            }
            let time = driver.app?.onLoop { $0.arrivalOfNotice() } ?? driver.link?.arrivalOfNotice(driver.city)
            driver.loop.schedule(at: time ?? driver.loop.now, as: .arrival) { self.onLoop { $0.take(notice) } }
        }
    }

    private func take(_ notice: DriverNotice) {
        switch notice {
        case .offer(let card, _, _): consider(card)
        case .offerEnded(let ended):
            if accepted == ended {
                accepted = nil
                looksAround()
            }
            if offer == ended { dropOffer() }
        case .status(let new, let cause): changed(to: new, cause)
        case .statusRefused(let reason): refusedService(reason)
        case .ride(let ride, _): begin(ride)
        case .confirmBoarding: promptedAt = loop.now
        case .sent(_, let place): isSent(to: place)
        case .released(let request):
            guard ride?.request == request else { return }
            ride = nil
            stop()
            // The service knows the position of the last report only, and the odometer of the acceptance.
            plan(.released, after: .zero)
        case .riders(let request, let riders): if ride?.request == request { self.riders = riders }
        case .route(let request, let stops): if ride?.request == request { follow(stops) }
        case .rideState, .feeShares, .currentStatus, .refused: break
        }
    }

    /// Shows the offer and makes up the driver's mind; both numbers are drawn for every offer.
    private func consider(_ card: OfferCard) {
        accepted = nil
        // Sent before the service could know of the ride from the street; that message takes the offer back.
        guard streetPassenger == nil else { return }
        offer = card.offer
        call = (card.passenger, card.request)
        caller = crowd.onLoop { $0.entry(of: card.passenger) }
        callerPerson = caller?.with { Uncounted($0.person) }
        plan(.notify, after: .zero, as: .arrival)
        var pause = habits.reactionTime(&reaction)
        if let app { pause = app.onLoop { $0.stretched(pause) } }
        let weather = city.conditions.isQuiet ? 1 : city.conditions.acceptance(at: loop.now)
        // The distance is only worked out where it counts.
        let distance =
            habits.group.answer.lostPerKilometre > 0
            ? motion.place(at: loop.now).distance(to: card.cell) : .zero
        decision = habits.decision(
            answers.uniform(), at: loop.now, distance: distance, weather: weather)
        if case .silent = decision { return }
        answerTimer = plan(.answer, after: pause, as: .arrival)
    }

    /// Lets the offer of now lapse.
    func dropOffer() {
        offer = nil
        loop.cancel(answerTimer)
    }

    private func changed(to new: DriverStatus, _ cause: StatusCause) {
        // The driver has marked the taxi busy, and what is told of the time before came too late.
        guard streetPassenger == nil, cause != .streetRide else { return }
        status = new
        switch new {
        case .busy: if !isOnShift { takesPerson() }
        case .available:
            lastInside = motion.place(at: loop.now)
            looksAround()
            if cause == .byHand {
                planReport()
                if !isBackFromStreet { planBreak() }
                isBackFromStreet = false
            }
            beginIdling()
        case .offShift:
            loop.cancel(reportTimer)
            if cause == .leftAllZones, isOnShift {
                leftAllZones()
                return
            }
            stop()
            if isOnBreak, let rest = habits.group.shift?.breaks {
                plan(.breakEnds, after: shifts.time(rest.length), as: .beginning)
            }
            guard !isOnShift else { return }
            source?.onLoop { $0.takeBack(self) }
            desk?.onLoop { $0.takeBack(id) }
            driveToStart()
        }
    }

    // MARK: Driving

    /// Stands still where the taxi is.
    func stop() {
        loop.cancel(motionTimer)
        motionTimer = .none
        if !crossings.isEmpty { crossings = [] }
        guard !motion.isStanding else { return }
        let now = loop.now
        let here = motion.place(at: now)
        odometer = odometer + motion.driven(at: now)
        motion = Motion(at: here, since: now)
    }

    /// Plans the next step of the motion; there is at most one.
    func planMotion(_ timer: Timer, at time: CityTime, as eventClass: EventClass) {
        loop.cancel(motionTimer)
        motionTimer = loop.schedule(self, timer.rawValue, at: time, as: eventClass)
    }

    private func begin(_ ride: TaxiRide) {
        (offer, accepted) = (nil, nil)
        self.ride = ride
        // Lists of plain rides stay empty, and are left alone.
        if ride.isShared || !riders.isEmpty { riders = ride.riders }
        if !stops.isEmpty { stops = [] }
        promptedAt = nil
        drive(to: ride.place, duration: city.approachTime(&approach))
        if let longest = city.travelSection.longestApproach {
            motion.arrives = min(motion.arrives, loop.now + longest)
        }
        planMotion(.nearPickUp, at: motion.time(within: city.dispatchSection.rules.boardingRadius), as: .arrival)
    }

    /// Within reach of the meeting point: the report makes the service prompt (TAXI-CALL-16).
    private func nearPickUp() {
        // Without the error of GPS, as with every message but the plain position: a driver who stands before the passenger
        // would otherwise never be prompted, and the taxi be lost for the rest of the run. Sent again for the same reason.
        send(.position(place: motion.place(at: loop.now), odometer: totalDriven), as: .arrival, isKept: true)
        let time = max(motion.arrives, loop.now) + habits.boardingTime(&boarding)
        planMotion(.board, at: time, as: .stateChange)
    }

    private func board() {
        guard let request = ride?.request, let caller = ride?.passenger, let travelers = ride?.travelers else { return }
        if let ride, ride.isShared {
            boardShared(ride)
            return
        }
        guard let passenger = crowd.onLoop({ $0.entry(of: caller) }),
            let present = passenger.onLoop({ $0.presence(for: request) }), present <= givesUpAt
        else {
            // Nobody here: the five minutes count from the prompt.
            planMotion(.giveUp, at: max(loop.now, givesUpAt), as: .stateChange)
            return
        }
        // Nobody boards a reserved ride before the agreed time (DEC-PUNCTUALITY).
        let begins = max(present, ride?.pickUp ?? present)
        guard begins <= loop.now, let trip = passenger.onLoop({ $0.board() }) else {
            planMotion(.board, at: max(begins, loop.now + PopulationCity.shortestPause), as: .stateChange)
            return
        }
        stop()
        send(
            .boarded(request: request, travelers: min(trip.travelers, travelers), odometer: totalDriven),
            as: .stateChange)
        drive(to: trip.destination, duration: trip.duration, distance: trip.distance, isRide: true)
        // A ride that begins where it ends still takes a moment (INV-RideTimes).
        motion.arrives = max(motion.arrives, loop.now + .milliseconds(1))
        planMotion(.rideEnds, at: motion.arrives, as: .stateChange)
        countRide()
    }

    /// Until when the driver waits at the meeting point; for a reservation the wait begins at the agreed time.
    var givesUpAt: CityTime {
        max(max(promptedAt ?? loop.now, motion.arrives), ride?.pickUp ?? .epoch) + city.dispatchSection.rules.noShowWait
    }

    private func giveUp() {
        guard let ride else { return }
        // On a slow network the prompt may still be on its way: before it the service refuses (DEC-CALL-CANCEL).
        guard promptedAt != nil, loop.now >= givesUpAt else {
            planMotion(.giveUp, at: givesUpAt + .seconds(1), as: .stateChange)
            return
        }
        stop()
        send(.nobodyHere(request: ride.request, place: motion.to, odometer: totalDriven), as: .stateChange)
    }

    private func endRide() {
        guard let request = ride?.request else { return }
        stop()
        ride = nil
        if !stops.isEmpty { stops = [] }
        let isBad = habits.group.badReports > 0 && choice.chance(habits.group.badReports)
        send(
            .rideComplete(request: request, place: motion.to, odometer: totalDriven, badCustomer: isBad),
            as: .stateChange)
    }

    // MARK: Timers

    @discardableResult
    func plan(_ timer: Timer, after span: TimeSpan, as eventClass: EventClass = .stateChange) -> TimerHandle {
        loop.schedule(self, timer.rawValue, at: loop.now + span, as: eventClass)
    }

    func timerFired(_ tag: TimerTag) {
        let timer = Timer(rawValue: tag)
        if timer?.isStep == true { motionTimer = .none }
        switch timer {
        case .shiftBegins: beginShift()
        case .shiftEnds: if let desk { desk.onLoop { $0.timeIsOver(of: id) } } else { endShift() }
        case .breakBegins: beginBreak()
        case .breakEnds:
            isOnBreak = false
            goInService()
        case .notify:
            // The phone's own receipt: it notes when the phone rang, so it takes no time and is never lost (TAXI-CALL-08).
            if let offer { city.send(.driver(id, .notified(offer: offer))) }
        case .answer:
            guard let answered = offer else { return }
            offer = nil
            var accepts = false
            // Who is off shift already, which the service may learn late over a slow network, may be elsewhere by now.
            if case .accept = decision { accepts = isOnShift || isFree }
            // The way to the pick-up begins where the taxi is now, not where it last reported.
            accepted = accepts ? answered : nil
            let reading = accepts ? TaxiReading(place: reportedPlace(), odometer: totalDriven) : nil
            send(.answer(offer: answered, accept: accepts, at: reading), as: .arrival)
        case .report:
            report()
            planReport()
        case .released: report(isKept: true)
        case .idle: idle()
        case .crossing: cross()
        case .arrived: arrived()
        case .comeBack: goInService()
        case .nearPickUp: nearPickUp()
        case .board: board()
        case .giveUp: giveUp()
        case .rideEnds: endRide()
        case .stopReached: dropOff()
        case .lookAround: lookAround()
        case .streetEnds: endStreetRide()
        case .turnedRound: turnedRound()
        case .sendAgain: if let pause = link?.sendAgain(city) { plan(.sendAgain, after: pause) }
        case nil: break
        }
    }

    /// The place that the driver goes back to, when that is the habit.
    var homePlace: Place? { home }

    func send(_ content: DriverMessage, as eventClass: EventClass, isKept: Bool = false) {
        let message = TaxiMessage.driver(id, content)
        if let app {
            app.onLoop { $0.send(message, isKept: isKept) }
            return
        }
        guard !city.isNetworkPerfect else {
            city.send(message)
            return
        }
        if let pause = link?.send(message, as: eventClass, isKept: isKept || content.traits.isSentAgain, city) {
            plan(.sendAgain, after: pause)
        }
    }
}
