// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// The rules of reservations (TAXI-RESV-01 to -22): what a form must hold, when a reservation becomes a request, who may
/// cancel it when, and how it ends.
///
/// A value, told `at now:`. It remembers open reservations and their passengers only. The one exception: a reservation
/// with a ride still counts for DEC-ONE-PER-HOUR until 60 min after its pick-up, and is forgotten then.
public struct ReservationRules: Sendable {
    /// Where a reservation stands.
    enum Phase: Sendable, Equatable {
        /// It waits for the activation.
        case stored
        /// Its passenger is busy (TAXI-RESV-22).
        case held
        /// It is a request.
        case active(RequestID, isAccepted: Bool)
        /// It has ended, and counts for DEC-ONE-PER-HOUR only.
        case over
    }

    struct Entry: Sendable {
        var reservation: Reservation
        var phase = Phase.stored
    }

    /// One reservation of one passenger.
    struct Row: Sendable, Equatable {
        var reservation: ReservationID
        var pickUp: CityTime
    }

    /// The numbers of the rules.
    public let parameters: ReservationParameters
    /// The last number given to a reservation.
    public internal(set) var lastNumber: Int32 = 0

    var entries = OpenTable(
        blank: Entry(
            reservation: Reservation(
                id: ReservationID(0), zone: ZoneID(0), place: .origin, source: .none, destination: .origin,
                pickUp: .epoch, isShared: false, members: [])))
    /// The reservations of each passenger, by pick-up time.
    var rows = OpenTable(blank: [Row]())
    /// The reservation of each request.
    var requests = OpenTable(blank: Int32(0))

    /// Rules without reservations.
    public init(parameters: ReservationParameters) {
        self.parameters = parameters
    }

    /// How many reservations have not ended.
    public var openCount: Int {
        entries.openNumbers.count { entries.value(of: $0)?.phase != .over }
    }

    /// A reservation that has not ended.
    public func reservation(_ id: ReservationID) -> Reservation? {
        guard let entry = entries.value(of: id.number), entry.phase != .over else { return nil }
        return entry.reservation
    }

    /// The reservation that became this request, if it has not ended.
    public func reservation(of request: RequestID) -> ReservationID? {
        requests.value(of: request.number).map { ReservationID($0) }
    }

    // MARK: Making a reservation

    /// A passenger sent a form: it is stored, or rejected with the first rule that it breaks.
    public mutating func reserve(
        _ form: ReservationForm, by passenger: PassengerID, _ facts: FormFacts, at now: CityTime
    ) -> [BookDirective] {
        var directives: [BookDirective] = []
        if facts.isLoggedIn { noteChosenFields(of: form, by: passenger, &directives) }
        switch verdict(on: form, by: passenger, facts, at: now) {
        case .broken(let refusal):
            reject(passenger, refusal, &directives)
        case .right(let terms):
            lastNumber += 1
            let reservation = Reservation(
                id: ReservationID(lastNumber), zone: terms.zone, place: terms.origin.place,
                source: terms.origin.source, destination: terms.destination.place, pickUp: terms.pickUp,
                isShared: form.isShared, members: [Rider(passenger: passenger, travelers: form.travelers)])
            open(Entry(reservation: reservation))
            directives.append(.store(reservation))
            directives.append(
                .note(
                    .reservationStored(
                        reservation: reservation.id, passenger: passenger, zone: reservation.zone,
                        travelers: form.travelers, pickUp: reservation.pickUp, shared: reservation.isShared)))
            directives.append(.notify(passenger, .stored(reservation.id, pickUp: reservation.pickUp)))
            directives.append(.wake(reservation.id, at: reservation.pickUp - parameters.activation))
            if reservation.isShared { directives.append(.openRide(reservation)) }
        }
        return directives
    }

    /// The store did not take a new reservation: it is not confirmed (TAXI-RESV-20).
    public mutating func notStored(_ id: ReservationID) -> [BookDirective] {
        var directives: [BookDirective] = []
        if let reservation = reservation(id) {
            forget(id)
            reject(reservation.owner, .notStored, &directives)
        }
        return directives
    }

    private func reject(
        _ passenger: PassengerID, _ refusal: ReservationRefusal, _ directives: inout [BookDirective]
    ) {
        directives.append(.note(.reservationRejected(passenger: passenger, reason: refusal)))
        directives.append(.notify(passenger, .rejected(refusal)))
    }

    // MARK: The passenger's list

    /// A passenger looks at the own reservations, by pick-up time (TAXI-RESV-18). Without a session nothing is shown.
    public func view(by passenger: PassengerID, isLoggedIn: Bool, at now: CityTime) -> [BookDirective] {
        var directives: [BookDirective] = []
        if isLoggedIn {
            let list = list(of: passenger, at: now)
            directives.append(
                .note(
                    .reservationsViewed(
                        passenger: passenger, count: Int32(list.count),
                        cancellable: Int32(list.count { $0.isCancellable }))))
            directives.append(.notify(passenger, .list(list)))
        }
        return directives
    }

    /// The passenger's reservations that have not ended, by pick-up time.
    public func list(of passenger: PassengerID, at now: CityTime) -> [ReservationRow] {
        (rows.value(of: passenger.number) ?? []).compactMap { row in
            guard reservation(row.reservation) != nil else { return nil }
            return ReservationRow(
                reservation: row.reservation, pickUp: row.pickUp,
                isCancellable: isCancellable(row.reservation, at: now))
        }
    }

    // MARK: One reservation an hour

    /// Whether every reservation of the passenger is at least 60 min from this pick-up time (DEC-ONE-PER-HOUR).
    public func admits(_ passenger: PassengerID, pickUp: CityTime) -> Bool {
        guard let slot = rows.index(of: passenger.number) else { return true }
        return rows[slot].allSatisfy { max(pickUp, $0.pickUp) - min(pickUp, $0.pickUp) >= parameters.apart }
    }

    // MARK: Remembering

    mutating func open(_ entry: Entry) {
        entries.open(entry.reservation.id.number, entry)
        for member in entry.reservation.members { addRow(of: member.passenger, entry.reservation) }
    }

    mutating func addRow(of passenger: PassengerID, _ reservation: Reservation) {
        guard passenger.number > 0 else { return }
        let slot = rows.index(opening: passenger.number)
        let row = Row(reservation: reservation.id, pickUp: reservation.pickUp)
        let index = rows[slot].firstIndex { $0.pickUp > row.pickUp } ?? rows[slot].count
        rows[slot].insert(row, at: index)
    }

    mutating func dropRow(of passenger: PassengerID, _ id: ReservationID) {
        guard let slot = rows.index(of: passenger.number) else { return }
        rows[slot].removeAll { $0.reservation == id }
        if rows[slot].isEmpty { rows.close(passenger.number) }
    }

    mutating func forget(_ id: ReservationID) {
        guard let entry = entries.close(id.number) else { return }
        for member in entry.reservation.members { dropRow(of: member.passenger, id) }
    }
}
