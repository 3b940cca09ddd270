// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import RandomStreams
import TaxiReservations
import TaxiRules
import TaxiService

/// One synthetic person in the role of taxi user, with the habits of a group.
///
/// Wants a ride, opens the form, confirms the call, waits (polling the arrival), rides, and either thinks of the next
/// call or leaves the city. Driven by timers; messages to the service are sent from timers only, so a client never
/// calls back into the service.
final actor Passenger: TimedActor, @preconcurrency DirectEntry {
    nonisolated let loop: CityLoop
    nonisolated let id: PassengerID

    // First what every call and ride needs: see `Driver`.

    let city: PopulationCity
    let habits: PassengerHabits
    /// The person's client, when there is a server to talk to.
    nonisolated let app: ClientApp?
    /// Who it is, whatever other roles the person has.
    nonisolated let person: Person
    /// What a person who reserves or shares keeps in mind; nil in groups that do neither.
    let plans: TripPlans?
    var request: RequestID?
    var isLoggedIn = false
    private var isLoggedOut = false
    private(set) var isAboard = false
    private var isAccepted = false
    private var pollTimer = TimerHandle.none
    var patienceTimer = TimerHandle.none
    private var wishTimer = TimerHandle.none
    var trip: Trip?
    var form: CallForm?
    var client: RandomStream
    private var choice: RandomStream
    private var travelersStream: RandomStream
    private var destinationStream: RandomStream
    private var thinking: RandomStream
    private var ride: RandomStream

    private var mistakesMade = 0
    private var callAgainTimer = TimerHandle.none
    let crowd: Crowd
    let link: Link?
    /// What others ordered for the person; nil for who came into the city as a passenger.
    let orders: PassengerOrders?
    private lazy var patience = person.stream(for: .patience)

    init(
        _ id: PassengerID, habits: PassengerHabits, person: Person, takesOrders: Bool = false,
        city: PopulationCity, crowd: Crowd
    ) {
        self.id = id
        self.habits = habits
        self.city = city
        self.crowd = crowd
        orders = takesOrders ? PassengerOrders() : nil
        loop = city.loop
        let who = person.id
        self.person = person
        link = city.isNetworkPerfect ? nil : Link(city.key, person: who, sender: id.number, isDriver: false)
        client = person.stream(for: .client)
        choice = person.stream(for: .passengerChoice)
        travelersStream = person.stream(for: .travelers)
        destinationStream = person.stream(for: .destination)
        thinking = person.stream(for: .thinking)
        ride = person.stream(for: .ride)
        plans = habits.usesModules || takesOrders ? TripPlans(city.key, person: who) : nil
        app = city.server.map { ClientApp(.passenger(id), person: who, city: city, server: $0) }
    }

    /// Makes a person with the next number, unless there is one already, and adds them to the crowd.
    static func join(
        _ crowd: Crowd, as number: PassengerID? = nil, habits: PassengerHabits, member: Int, at place: Place,
        city: PopulationCity
    ) -> Passenger {
        let id = number ?? crowd.onLoop { $0.nextNumber() }
        city.membership?.note(id.number, of: TaxiMessage.service, group: habits.index)
        let person = Person(
            .passenger(group: habits.index, member: member), as: .passenger, at: place, among: city.people)
        let passenger = Passenger(id, habits: habits, person: person, city: city, crowd: crowd)
        crowd.onLoop { $0.add(passenger) }
        passenger.app?.enrollPassenger(id, user: passenger)
        city.people.join(passenger.person)
        return passenger
    }

    // MARK: Life

    /// Begins to think of a first call (closed population).
    func think() {
        guard let drawn = habits.thinkingTime(&thinking) else { return }
        let demand = city.conditions.isQuiet ? 1 : demandFactor()
        let pause = drawn.inSeconds / max(demand, 1e-3)
        // There is one next wish: a reserved trip that ends meanwhile begins the thinking anew.
        loop.cancel(wishTimer)
        wishTimer = plan(.wish, after: max(PopulationCity.shortestPause, .seconds(pause).roundedToMilliseconds))
    }

    /// Where the person is.
    private var place: Place {
        get { person.onLoop { $0.place } }
        set { person.onLoop { $0.place = newValue } }
    }

    private func demandFactor() -> Double {
        city.zone(at: place).map { city.conditions.demand(in: $0, at: loop.now) } ?? 1
    }

    /// Wants this ride now. A wish that comes while waiting or riding is tried at once and refused (repeat callers); one
    /// that comes while the form for another is filled in is given up.
    func want(_ wish: Trip) {
        guard trip == nil else {
            if request != nil { sendCall(for: wish) }
            return
        }
        begin(wish)
    }

    private func begin(_ wish: Trip) {
        // Who is taken up by another service calls when it is done.
        guard person.onLoop({ $0.isFree(for: TaxiMessage.service) }) else {
            person.onLoop { $0.whenFree { [weak self] in self?.onLoop { $0.want(wish) } } }
            return
        }
        var wish = wish
        wish.isNoShow = choice.chance(habits.group.noShows)
        wish.isShared = plans?.wantsToShare(habits.group.sharing) ?? false
        trip = wish
        place = wish.origin
        if let app { choose(app) }
        logIn()
        prepare()
    }

    /// Opens the form and fills it in; confirms after a delay (TAXI-CALL-03).
    private func prepare() {
        guard let trip else { return }
        if app == nil { send(.prepareCall) }
        var (form, delay) = fillIn(trip)
        self.form = form
        if let app {
            // The form is opened with the client that it is filled in on.
            delay = app.open(form.client, .passenger(id, .prepareCall), filling: delay)
        }
        if delay > .zero {
            loop.schedule(self, Timer.confirm.rawValue, at: loop.now + delay, as: .arrival)
        } else {
            confirm()
        }
    }

    /// Whether the client may read the position (SEC-10): of each person once.
    var permitsPosition: Bool {
        let share = habits.group.client.gpsPermitted
        guard share < 1 else { return true }
        var stream = person.stream(for: .gpsPermission)
        return stream.chance(share)
    }

    /// The same numbers are drawn for every call, whatever the client, so that later calls keep their draws.
    func fillIn(_ trip: Trip) -> (CallForm, TimeSpan) {
        let (isWeb, radius, typing, confirming) = habits.useClient(&client)
        let angle = (client.uniform(), client.uniform())
        let isMistaken = choice.chance(habits.group.mistakes)
        let kind: ClientKind = isWeb ? .web : .mobile
        let usesFix = !isWeb && permitsPosition && radius <= city.dispatchSection.rules.gpsLimit
        var form = CallForm(
            client: kind, source: usesFix ? .gps : .address, radius: usesFix ? radius : .zero,
            place: usesFix ? fix(near: trip.origin, radius: radius, angle) : trip.origin, travelers: trip.travelers,
            reference: trip.reference)
        if isMistaken { form = mistake(in: form) }
        return (form, usesFix ? confirming : confirming + typing)
    }

    /// The place that GPS shows: off by at most the radius (TAXI-CALL-22), and never out of the zones, since a fix at the
    /// edge of the city would otherwise bar people there from calling.
    private func fix(near place: Place, radius: Distance, _ angle: (Double, Double)) -> Place {
        let reach = Double(radius.millimetres) * 0.7
        let seen = Place(
            east: place.east + Int32(reach * (2 * angle.0 - 1)), north: place.north + Int32(reach * (2 * angle.1 - 1)))
        return city.zone(at: seen) == city.zone(at: place) ? seen : place
    }

    private func mistake(in form: CallForm) -> CallForm {
        mistakesMade += 1
        switch mistakesMade % 3 {
        case 0: return CallForm(client: form.client, source: .none, radius: .zero, place: nil, travelers: 1)
        case 1:
            return CallForm(
                client: form.client, source: form.source, radius: form.radius, place: form.place, travelers: 0)
        default:
            let nowhere = Place(east: .max, north: .max)
            return CallForm(client: form.client, source: .address, radius: .zero, place: nowhere, travelers: 1)
        }
    }

    private func confirm() {
        guard let form, let trip else { return }
        if trip.isShared {
            // A wrong form is one without its destination (TAXI-SHARE-12) when its travelers are right.
            let isForgotten = form.place == nil && form.travelers > 0
            let right = isForgotten ? CallForm(right: form, at: trip.origin) : form
            send(.shareSearch(form: ShareForm(call: right, destination: isForgotten ? nil : trip.destination)))
        } else {
            send(.call(form: form))
        }
    }

    /// A call that is expected to be refused (TAXI-CALL-18, TAXI-CALL-19).
    private func sendCall(for wish: Trip) {
        send(.prepareCall)
        send(
            .call(
                form: CallForm(
                    client: .mobile, source: .address, radius: .zero, place: wish.origin, travelers: wish.travelers)))
    }

    /// A reserved trip becomes the one of now; what was wished for now meanwhile is given up.
    func takeUp(_ reserved: Trip, _ id: RequestID) {
        endWaiting()
        loop.cancel(callAgainTimer)
        isAboard = false
        trip = reserved
        form = nil
        request = id
        // Who ordered it brings the person there.
        if reserved.reference == nil { place = reserved.origin }
    }

    /// Waits for a taxi that no driver has promised yet.
    var waitsForDriver: Bool { request != nil && !isAccepted && !isAboard }

    /// Gave up the present request; the service does not say who does so.
    func forgetRequest() {
        endWaiting()
        request = nil
        done()
    }

    /// How the group reacts to calls that failed.
    func callsAgain() -> Bool { choice.chance(habits.group.callAgain) }

    /// Whether the person comes to an agreed trip.
    func drawsNoShow() -> Bool { choice.chance(habits.group.noShows) }

    // MARK: What drivers learn when they meet

    /// From when on somebody is at the meeting point of this request; nil when nobody comes.
    func presence(for id: RequestID) -> CityTime? {
        guard let trip, !trip.isNoShow, request == nil || request == id,
            person.onLoop({ $0.isFree(for: TaxiMessage.service) }), isWhereOrdered(trip, id)
        else { return nil }
        return trip.presentFrom
    }

    /// The trip, with its length when it is drawn or recorded.
    func board() -> Trip? {
        guard var trip else { return nil }
        comesAboard()
        if trip.duration == nil { trip.duration = city.rideTime(&ride) }
        return trip
    }

    // MARK: Notices

    /// The service's way to the passenger's phone.
    nonisolated func receive(_ notice: PassengerNotice) {
        onLoop { passenger in
            guard !passenger.city.isNetworkPerfect || passenger.app != nil else {
                passenger.take(notice)
                return
            }
            let time =
                passenger.app?.onLoop { $0.arrivalOfNotice() } ?? passenger.link?.arrivalOfNotice(passenger.city)
            passenger.loop.schedule(at: time ?? passenger.loop.now, as: .arrival) { self.onLoop { $0.take(notice) } }
        }
    }

    func take(_ notice: PassengerNotice) {
        switch notice {
        case .call(let notice): take(notice)
        case .moduleOff(let module): moduleIsOff(module)
        case .reservation(let notice): take(notice)
        case .sharing(let notice): take(notice)
        }
    }

    private func take(_ notice: CallNotice) {
        switch notice {
        case .stored(let id): stored(id)
        case .refused(let reason): refused(reason)
        case .accepted(let id, _, let arrival, _):
            if id == request { tell(.accepted(arrival)) }
            accepted(id)
        case .aborted(let id, _): if id == request { aborted() }
        case .aboard(let id): if id == request { aboard() }
        case .rideEnded(let id), .released(let id): if id == request { rideOver() }
        case .waiting, .arrival, .reported: break
        }
    }

    private func stored(_ id: RequestID) {
        // A reservation becomes a request: its activation says which (TAXI-RESV-10).
        guard trip != nil else { return }
        request = id
        let group = habits.group
        if let distribution = group.patience {
            // Who reserved waits from the agreed time on, not from the activation before it.
            let begins = max(loop.now, trip?.pickUp ?? loop.now)
            patienceTimer = loop.schedule(
                self, Timer.patience.rawValue, at: begins + patience.time(distribution), as: .arrival)
        }
        if group.impatientCalls > 0, choice.chance(group.impatientCalls) {
            plan(.callWhileWaiting, after: .seconds(20))
        }
        if group.logOuts > 0, choice.chance(group.logOuts) { plan(.logOut, after: .zero) }
    }

    private func refused(_ reason: CallRefusal) {
        // A call while waiting or riding was only a try; a wrong form is filled in anew.
        guard request == nil, let trip else { return }
        // The login was lost on the way, or the person had logged out: the next try begins with a login.
        if reason == .notLoggedIn { isLoggedIn = false }
        // What was reserved before still waits for a taxi: nobody waits for another one beside it.
        if trip.reference != nil, reason == .alreadyWaiting { return done() }
        // Who stands outside all zones, on ground that the layout leaves out, has nothing to fill in anew: as after an abort.
        if city.layout.zone(at: trip.origin) == nil, !callsAgain() { return done() }
        planCallAgain()
    }

    private func accepted(_ id: RequestID) {
        guard id == request, !isAccepted else { return }
        isAccepted = true
        planPoll()
    }

    private func aboard() {
        isAboard = true
        tell(.aboard)
        endWaiting()
        if habits.group.callsAboard > 0, choice.chance(habits.group.callsAboard) {
            plan(.callAboard, after: .seconds(30))
        }
    }

    private func aborted() {
        endWaiting()
        request = nil
        if choice.chance(habits.group.callAgain) {
            planCallAgain()
        } else {
            done()
        }
    }

    private func rideOver() {
        endWaiting()
        if isAboard, let trip {
            getsOff(at: trip.destination)
            app?.afterRide()
            tell(.arrived(trip.destination))
        }
        isAboard = false
        request = nil
        done()
    }

    func endWaiting() {
        isAccepted = false
        loop.cancel(pollTimer)
        loop.cancel(patienceTimer)
    }

    /// The trip is done or given up: think of the next, or leave.
    func done() {
        tell(.failed)
        trip = nil
        form = nil
        if orders != nil {
            plan(.leave, after: lastLook)
        } else if habits.thinking != nil {
            think()
        } else if habits.staysLoggedIn == false {
            plan(.leave, after: lastLook)
        }
    }

    /// How long somebody who came for one trip looks at the last answers before leaving.
    var lastLook: TimeSpan { app == nil ? .zero : .seconds(30) }

    // MARK: Timers

    /// Plans another try. There is one at a time: two refusals of one try, of its form and of its call, make one next try.
    func planCallAgain() {
        loop.cancel(callAgainTimer)
        let pause = max(PopulationCity.shortestPause, choice.time(habits.group.callAgainAfter))
        callAgainTimer = loop.schedule(self, Timer.callAgain.rawValue, at: loop.now + pause, as: .arrival)
    }

    @discardableResult
    func plan(_ timer: Timer, after span: TimeSpan) -> TimerHandle {
        loop.schedule(self, timer.rawValue, at: loop.now + span, as: .arrival)
    }

    func timerFired(_ tag: TimerTag) {
        switch Timer(rawValue: tag & 0xffff_ffff) {
        case .wish: wish()
        case .choose: chooseRide()
        case .viewReservations: send(.viewReservations)
        case .cancelReservation: send(.cancelReservation(id: ReservationID(Int32(truncatingIfNeeded: tag >> 32))))
        case .withdraw: withdraw(ReservationID(Int32(truncatingIfNeeded: tag >> 32)))
        case .confirm: confirm()
        case .poll: poll()
        case .patience:
            guard let request, !isAboard else { return }
            send(.abandon(request: request))
            forgetRequest()
        case .callAgain:
            guard request == nil, trip != nil else { return }
            logIn()
            prepare()
        case .callWhileWaiting: if let trip, request != nil, !isAboard { sendCall(for: trip) }
        case .callAboard: if let trip, isAboard { sendCall(for: trip) }
        case .logOut:
            isLoggedIn = false
            isLoggedOut = true
            logOut()
            plan(.logIn, after: choice.time(habits.group.loggedOutFor))
        case .logIn:
            isLoggedOut = false
            logIn()
            if trip == nil, !habits.staysLoggedIn { plan(.leave, after: lastLook) }
        case .leave: leave()
        case .sendAgain: if let pause = link?.sendAgain(city) { plan(.sendAgain, after: pause) }
        case nil: break
        }
    }

    /// A wish of a person who lives in the city: a ride now, or one reserved for later.
    private func wish() {
        guard trip == nil else {
            think()
            return
        }
        var trip = nextTrip()
        if let lead = plans?.lead(habits.group.reserving, longest: city.reservations.longestLead) {
            trip.pickUp = (loop.now + lead).roundedUpToSecond
            reserve(trip)
            think()
        } else {
            begin(trip)
        }
    }

    private func poll() {
        guard let request, isAccepted else { return }
        send(.pollArrival(request: request))
        planPoll()
    }

    private func planPoll() {
        let time = loop.now + city.dispatchSection.arrivalPoll
        // One that would come after the end is not planned: a city without polls has such an interval.
        pollTimer = time <= city.end ? loop.schedule(self, Timer.poll.rawValue, at: time, as: .arrival) : .none
    }

    private func leave() {
        // Who is logged out stays for the notices that are kept, and leaves after the next login.
        guard trip == nil, !isLoggedOut, plans?.isEmpty ?? true else { return }
        if isLoggedIn {
            isLoggedIn = false
            logOut()
        }
        // Who came in another role stays for that.
        guard orders == nil else { return }
        city.people.leave(person)
        crowd.onLoop { $0.remove(id) }
    }

    /// The next trip of a person who lives in the city: from here to a drawn place.
    private func nextTrip() -> Trip {
        Trip(
            origin: place,
            destination: habits.destination(from: city.zone(at: place), &destinationStream),
            travelers: habits.drawTravelers(&travelersStream))
    }
}
