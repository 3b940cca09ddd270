// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import TaxiRules
import WebInterface

/// What the messages of a population are on the public interface: the path that asks for each.
///
/// Some of the interface's requests are two messages of the city, and some messages two requests: an app states its place before what
/// it does there.
struct PersonRequests: Sendable {
    let layout: any ZoneLayout
    /// The numbers that the server has for passengers, by ours.
    let serverNumber: @Sendable (PassengerID) -> PassengerID?

    /// The requests that stand for a passenger's message, in order; none for one that no client sends by itself.
    func of(_ message: PassengerMessage) -> [PersonRequest] {
        switch message {
        // The call says it; nobody is told of an opened form or a button that could not be pressed.
        case .login, .logout, .prepareCall, .reserveButtonDisabled: []
        case .call(let form): [PersonRequest(.post, "/calls", content(of: form), isKeyed: true)]
        case .pollArrival(let request): [PersonRequest(.get, "/calls/\(request.number)/arrival")]
        case .abandon(let request): [PersonRequest(.delete, "/calls/\(request.number)")]
        case .reserve(let form): [PersonRequest(.post, "/reservations", content(of: form), isKeyed: true)]
        case .cancelReservation(let id): [PersonRequest(.delete, "/reservations/\(id.number)")]
        case .viewReservations: [PersonRequest(.get, "/reservations")]
        case .shareSearch(let form):
            [PersonRequest(.post, "/shared-rides/searches", content(of: form), isKeyed: true)]
        case .joinRide(let ride):
            [PersonRequest(.post, "/shared-rides/\(ride.number)/passengers", [:], isKeyed: true)]
        case .declineRides: [PersonRequest(.post, "/shared-rides", [:], isKeyed: true)]
        }
    }

    /// The same of a driver's message.
    func of(_ message: DriverMessage) -> [PersonRequest] {
        switch message {
        // That a phone has shown an offer is seen from its stream.
        case .login, .logout, .notified, .streetRide: []
        case .setStatus(let inService, let place, _):
            [location(place), PersonRequest(.put, "/me/status", ["inService": .flag(inService)])]
        case .viewStatus: [PersonRequest(.get, "/me/status")]
        case .position(let place, _): [location(place)]
        case .answer(let offer, let accept, let reading):
            (reading.map { [location($0.place)] } ?? []) + [
                PersonRequest(.post, "/offers/\(offer.number)/answer", ["accept": .flag(accept)], isKeyed: true)
            ]
        case .boarded(let request, let travelers, _):
            [ride(request, "boarded", ["travelers": JSONValue(Int(travelers))])]
        case .nobodyHere(let request, let place, _): [location(place), ride(request, "nobody-here", [:])]
        case .rideComplete(let request, let place, _, let isBad):
            [location(place), ride(request, "end", ["badCustomer": .flag(isBad)])]
        case .boardedEach(let request, let counts, _):
            [ride(request, "riders", ["riders": .list(counts.riders.map { rider($0) })])]
        case .droppedOff(let request, let passenger, let place, _):
            [location(place), ride(request, "drop-offs", ["passenger": number(of: passenger)])]
        case .viewRide: [PersonRequest(.get, "/me/driver")]
        }
    }

    /// The same of a message to the accounts, but for those of an edit, which the client keeps, and of links, of which it has the secret.
    func of(_ message: AccountMessage) -> [PersonRequest] {
        switch message {
        case .register(let form): [Self.registration(form)]
        case .login(let form):
            [
                PersonRequest(
                    .post, "/sessions",
                    .object(
                        Self.texts([("username", form.username), ("email", form.email), ("password", form.password)])
                            + [("token", true)]))
            ]
        case .forgotPassword(let email):
            [PersonRequest(.post, "/passwords/forgotten", ["email": .text(email)], isKeyed: true)]
        case .logout: [PersonRequest(.delete, "/sessions/current")]
        case .changePassword(let change):
            [PersonRequest(.put, "/me/password", .object(Self.members(of: change)))]
        case .viewProfile: [PersonRequest(.get, "/me")]
        case .viewHistory: [PersonRequest(.get, "/me/history")]
        case .openDashboard: [PersonRequest(.get, "/me/dashboard")]
        case .confirmDeletion(let password, let proceed):
            proceed ? [PersonRequest(.post, "/me/deletion", ["password": .text(password)], isKeyed: true)] : []
        case .abortRegistration, .followLink, .providerRegister, .providerLogin, .draft, .done, .abandonEdit,
            .askDeletion:
            []
        }
    }

    /// Opens an account.
    static func registration(_ form: RegistrationForm) -> PersonRequest {
        var members = texts([
            ("username", form.username), ("email", form.email), ("password", form.password),
            ("passwordRepeat", form.passwordRepeat), ("name", form.name), ("surname", form.surname),
            ("address", form.address), ("phone", form.phone), ("taxiNumber", form.plate),
            ("licenceExpiry", form.licenceExpiry.map { WebTime.text($0) }),
        ])
        members.append(("consent", .flag(form.consent)))
        if let licence = form.licence { members.append(("licence", JSONValue(Int(licence)))) }
        if let seats = form.seats { members.append(("seats", JSONValue(Int(seats)))) }
        let path = form.type == .driver ? "/accounts/drivers" : "/accounts/passengers"
        return PersonRequest(.post, path, .object(members), isKeyed: true)
    }

    /// Stores what was edited.
    static func profile(_ edit: ProfileEdit) -> PersonRequest {
        var members = texts([
            ("username", edit.username), ("email", edit.email), ("name", edit.name), ("surname", edit.surname),
            ("address", edit.address), ("phone", edit.phone),
        ])
        if let password = edit.password { members.append(("password", .object(Self.members(of: password)))) }
        return PersonRequest(.patch, "/me", .object(members))
    }

    private static func members(of change: PasswordChange) -> [(String, JSONValue)] {
        texts([("current", change.current), ("new", change.new), ("newRepeat", change.newRepeat)])
    }

    private static func texts(_ pairs: [(String, String?)]) -> [(String, JSONValue)] {
        pairs.compactMap { name, text in text.map { (name, .text($0)) } }
    }

    // MARK: Parts of contents

    private func location(_ place: Place) -> PersonRequest {
        PersonRequest(.put, "/me/location", WebPlace.json(place, layout))
    }

    private func ride(_ request: RequestID, _ what: String, _ content: JSONValue) -> PersonRequest {
        PersonRequest(.post, "/rides/\(request.number)/\(what)", content, isKeyed: true)
    }

    private func number(of passenger: PassengerID) -> JSONValue {
        JSONValue(Int((serverNumber(passenger) ?? passenger).number))
    }

    private func rider(_ rider: Rider) -> JSONValue {
        ["passenger": number(of: rider.passenger), "travelers": JSONValue(Int(rider.travelers))]
    }

    private func content(of form: CallForm) -> JSONValue {
        .object(position("meeting", form) + [("travelers", JSONValue(Int(form.travelers)))])
    }

    private func content(of form: ReservationForm) -> JSONValue {
        .object(
            position("origin", form.origin) + position("destination", form.destination) + time(form.pickUp)
                + [("travelers", JSONValue(Int(form.travelers)))])
    }

    private func content(of form: ShareForm) -> JSONValue {
        .object(
            position("start", form.call)
                + position("destination", form.destination.map { EnteredPlace(place: $0) }) + time(form.pickUp)
                + [("travelers", JSONValue(Int(form.call.travelers)))])
    }

    private func time(_ time: CivilTime?) -> [(String, JSONValue)] {
        time.map { [("pickUp", .text(WebTime.text($0)))] } ?? []
    }

    private func position(_ name: String, _ form: CallForm) -> [(String, JSONValue)] {
        guard form.source != .none, let place = form.place else { return [] }
        return position(name, EnteredPlace(source: form.source, radius: form.radius, place: place))
    }

    private func position(_ name: String, _ entered: EnteredPlace?) -> [(String, JSONValue)] {
        guard let entered, case .object(let degrees) = WebPlace.json(entered.place, layout) else { return [] }
        return [
            (
                name,
                .object(
                    degrees + [
                        ("source", .text(entered.source == .gps ? "gps" : "address")),
                        ("radius", .number(entered.radius.inMetres)),
                    ])
            )
        ]
    }
}
