// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import CitySlices
import TaxiReservations
import TaxiRules

/// How a passenger reserves: fills in the form, keeps the agreed time in mind, cancels, and is there.
extension Passenger {
    /// Wants this trip at its pick-up time and reserves it now (TAXI-RESV-01).
    func reserve(_ wish: Trip) {
        guard let plans, let pickUp = wish.pickUp else { return }
        var wish = wish
        wish.isNoShow = drawsNoShow()
        wish.isShared = plans.wantsToShare(habits.group.sharing)
        wish.presentFrom = pickUp + plans.lateness(habits.group.reserving)
        logIn()
        if plans.makesMistake(habits.group.reserving) { sendMistake(for: wish, pickUp) }
        // The client's button is active only when the lead time is long enough (TAXI-RESV-19).
        guard pickUp - loop.now >= city.reservations.shortestLead else {
            tell(.refused, of: wish)
            send(.reserveButtonDisabled)
            leaveIfIdle()
            return
        }
        plans.asked.append(wish)
        if let app { app.reserving() }
        let (form, _) = fillIn(wish)
        if wish.isShared && city.canShare {
            let call = CallForm(right: form, at: wish.origin, travelers: wish.travelers)
            send(.shareSearch(form: ShareForm(call: call, destination: wish.destination, pickUp: CivilTime(pickUp))))
        } else {
            send(.reserve(form: reservation(form, wish, pickUp)))
        }
    }

    private func reservation(_ form: CallForm, _ wish: Trip, _ pickUp: CityTime) -> ReservationForm {
        ReservationForm(
            client: form.client, origin: EnteredPlace(source: .address, place: wish.origin),
            destination: EnteredPlace(source: .address, place: wish.destination), pickUp: CivilTime(pickUp),
            travelers: wish.travelers)
    }

    /// A form that is expected to be rejected, each kind in turn; the right one follows.
    private func sendMistake(for wish: Trip, _ pickUp: CityTime) {
        guard let plans else { return }
        plans.mistakesMade += 1
        let origin = EnteredPlace(source: .address, place: wish.origin)
        let destination = EnteredPlace(source: .address, place: wish.destination)
        let time = CivilTime(pickUp)
        func form(
            _ origin: EnteredPlace?, _ destination: EnteredPlace?, _ time: CivilTime?, _ travelers: Int32
        ) -> ReservationForm {
            ReservationForm(origin: origin, destination: destination, pickUp: time, travelers: travelers)
        }
        let far = EnteredPlace(source: .address, place: Place(east: .max, north: .max))
        let coarse = EnteredPlace(
            source: .gps, radius: city.dispatchSection.rules.gpsLimit + .metres(1), place: wish.origin)
        let kinds: [ReservationForm?] = [
            form(nil, destination, time, wish.travelers), form(origin, nil, time, wish.travelers),
            form(origin, destination, nil, wish.travelers), form(origin, destination, time, 0),
            form(origin, far, time, wish.travelers),
            form(permitsPosition ? coarse : far, destination, time, wish.travelers),
            form(origin, destination, CivilTime(time.year, 2, 30, 10, 0), wish.travelers), nil,
        ]
        // One client in turn shows the disabled button of a lead time that is too short, and sends nothing.
        let number = (plans.mistakesMade + Int(id.number)) % kinds.count
        if let wrong = kinds[number] {
            plans.wrongForms += 1
            send(.reserve(form: wrong))
        } else {
            send(.reserveButtonDisabled)
        }
    }

    func take(_ notice: ReservationNotice) {
        guard let plans else { return }
        switch notice {
        case .stored(let reservation, let pickUp): stored(reservation, pickUp, nil)
        case .rejected(let reason): rejected(reason)
        case .activated(let reservation, let request):
            guard let index = plans.entries.firstIndex(where: { $0.reservation == reservation }) else { return }
            let reserved = plans.entries.remove(at: index).trip
            guard reserved.reference == nil || trip == nil else { return givesUpReserved(reserved, reservation) }
            takeUp(reserved, request)
            plans.activated = (reservation, request)
        case .ended(let reservation, let outcome):
            let ended = plans.entries.filter { $0.reservation == reservation }
            plans.entries.removeAll { $0.reservation == reservation }
            for entry in ended { tell(outcome == .cancelled ? .cancelled : .failed, of: entry.trip) }
            if outcome == .cancelled, waits(for: reservation) { forgetRequest() } else { leaveIfIdle() }
        case .held, .cancelRefused, .list: break
        }
    }

    private func stored(_ reservation: ReservationID, _ pickUp: CityTime, _ ride: SharedRideID?) {
        guard let plans, let index = plans.asked.firstIndex(where: { $0.pickUp == pickUp }) else { return }
        keep(plans.asked.remove(at: index), as: reservation, ride)
    }

    /// Keeps a reserved trip in mind, and makes up the mind to cancel it or to look at it.
    private func keep(_ trip: Trip, as reservation: ReservationID, _ ride: SharedRideID?) {
        guard let plans, let pickUp = trip.pickUp else { return }
        plans.entries.append(TripPlans.Entry(reservation: reservation, ride: ride, trip: trip))
        if let time = plans.cancelling(habits.group.reserving, before: pickUp, at: loop.now) {
            loop.schedule(self, timer(.cancelReservation, reservation), at: time, as: .arrival)
        }
        if let time = plans.withdrawing(habits.group.reserving, after: pickUp) {
            loop.schedule(self, timer(.withdraw, reservation), at: time, as: .arrival)
        }
        if plans.views(habits.group.reserving) { plan(.viewReservations, after: .seconds(60)) }
    }

    private func timer(_ timer: Timer, _ reservation: ReservationID) -> TimerTag {
        timer.rawValue | UInt64(UInt32(bitPattern: reservation.number)) << 32
    }

    /// Has waited long enough after the agreed time: withdraws, unless a driver is coming (TAXI-RESV-17).
    func withdraw(_ reservation: ReservationID) {
        guard let plans else { return }
        let isKept = plans.entries.contains { $0.reservation == reservation }
        guard isKept || waits(for: reservation) else { return }
        logIn()
        send(.cancelReservation(id: reservation))
    }

    /// Waits for a driver to accept what was reserved.
    private func waits(for reservation: ReservationID) -> Bool {
        guard let activated = plans?.activated, activated.reservation == reservation else { return false }
        return activated.request == request && waitsForDriver
    }

    /// A wrong form was rejected: the right one is behind it. The right one: the trip is given up.
    private func rejected(_ reason: ReservationRefusal) {
        guard let plans else { return }
        if plans.wrongForms > 0 {
            plans.wrongForms -= 1
            return
        }
        if reason == .notLoggedIn { forgetSession() }
        if !plans.asked.isEmpty { tell(.refused, of: plans.asked.removeFirst()) }
        leaveIfIdle()
    }

    /// Joined a reserved ride: its time is the own one now (TAXI-SHARE-15).
    func joinedReservation(
        _ reservation: ReservationID, _ ride: SharedRideID, meeting: Place, time: CityTime
    ) {
        guard let plans else { return }
        var joined: Trip
        if request == nil, let now = trip {
            joined = now
            trip = nil
            form = nil
        } else if !plans.asked.isEmpty {
            joined = plans.asked.removeFirst()
        } else {
            return
        }
        joined.pickUp = time
        let walk = plans.walk(city.walkingWay(from: joined.origin, to: meeting), habits.group.sharing)
        joined.presentFrom = max(loop.now + walk, time + plans.lateness(habits.group.reserving))
        keep(joined, as: reservation, ride)
    }

    /// A person who came for one trip leaves when nothing is left to wait for.
    func leaveIfIdle() {
        guard trip == nil, request == nil, plans?.isEmpty ?? true, orders != nil || !habits.staysLoggedIn else {
            return
        }
        plan(.leave, after: lastLook)
    }
}

extension CallForm {
    /// The form with the right position and travelers, however it was filled in.
    init(right form: CallForm, at place: Place, travelers: Int32? = nil) {
        self.init(
            client: form.client, source: form.source == .none ? .address : form.source, radius: form.radius,
            place: form.place ?? place, travelers: travelers ?? form.travelers)
    }
}

extension CityTime {
    /// The first full second at or after this instant: people agree on full seconds.
    var roundedUpToSecond: CityTime {
        CityTime(nanoseconds: (nanoseconds + 999_999_999) / 1_000_000_000 * 1_000_000_000)
    }
}
