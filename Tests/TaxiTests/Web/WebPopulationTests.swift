// SPDX-License-Identifier: GPL-3.0-or-later
import AccountRules
import Accounts
import CityMap
import CityModel
import Foundation
import TaxiRules
import TaxiService
import Testing

@testable import WebInterface
@testable import WebPopulation

/// People of a scenario as clients of a live server: what they send and what they are told is that of the public interface.
@Suite struct WebPopulationTests {
    private let layout = GridLayout(
        rows: 1, columns: 3, side: .metres(1000), anchor: GeographicPoint(longitude: 9.185, latitude: 45.456))
    private let place = Place(metresEast: 400, north: 500)
    private var requests: PersonRequests { PersonRequests(layout: layout) { PassengerID($0.number + 100) } }
    private var notices: PersonNotices { PersonNotices(layout: layout) { PassengerID($0.number - 100) } }

    // MARK: Requests

    private var callForm: CallForm {
        CallForm(client: .mobile, source: .gps, radius: .metres(20), place: place, travelers: 2)
    }

    private var shareForm: ShareForm {
        ShareForm(
            call: CallForm(client: .web, source: .address, radius: .zero, place: place, travelers: 1),
            destination: place, pickUp: CivilTime(2026, 3, 2, 10, 30))
    }

    private var sent: [PersonRequest] {
        let entered = EnteredPlace(place: place)
        let passenger: [PassengerMessage] = [
            .call(form: callForm), .pollArrival(request: RequestID(3)), .abandon(request: RequestID(3)),
            .reserve(
                form: ReservationForm(
                    origin: entered, destination: entered, pickUp: CivilTime(2026, 3, 2, 10, 30), travelers: 1)),
            .cancelReservation(id: ReservationID(4)), .viewReservations, .shareSearch(form: shareForm),
            .joinRide(id: SharedRideID(5)), .declineRides,
        ]
        let (far, rider) = (Distance.metres(7), Rider(passenger: PassengerID(1), travelers: 2))
        let driver: [DriverMessage] = [
            .setStatus(inService: true, place: place, odometer: far), .viewStatus,
            .position(place: place, odometer: far),
            .answer(offer: OfferID(6), accept: true, at: TaxiReading(place: place, odometer: far)),
            .answer(offer: OfferID(6), accept: false), .boarded(request: RequestID(3), travelers: 2, odometer: far),
            .nobodyHere(request: RequestID(3), place: place, odometer: far),
            .rideComplete(request: RequestID(3), place: place, odometer: far, badCustomer: true),
            .boardedEach(request: RequestID(3), counts: BoardCounts([rider]), odometer: far),
            .droppedOff(request: RequestID(3), passenger: PassengerID(1), place: place, odometer: far),
            .viewRide(request: RequestID(3)),
        ]
        var form = RegistrationForm(.driver)
        (form.username, form.email, form.password, form.passwordRepeat) = ("a1", "a@b.cc", "Passw0rd1", "Passw0rd1")
        (form.licence, form.seats, form.plate, form.licenceExpiry) = (1, 4, "AB1", CivilDate(2030, 1, 2))
        var edit = ProfileEdit()
        edit.password = PasswordChange(current: "a", new: "b", newRepeat: "b")
        let accounts: [AccountMessage] = [
            .register(form), .register(RegistrationForm(.passenger)), .forgotPassword(email: "a@b.cc"), .logout,
            .login(LoginForm(username: "a1", password: "x")), .changePassword(edit.password ?? PasswordChange()),
            .viewProfile, .viewHistory(from: nil, to: nil), .openDashboard,
            .confirmDeletion(password: "x", proceed: true),
        ]
        return passenger.flatMap { requests.of($0) } + driver.flatMap { requests.of($0) }
            + accounts.flatMap { requests.of($0) } + [PersonRequests.profile(edit)]
    }

    @Test("What a simulated person sends has a path of the interface, and a form that it takes")
    func paths() async throws {
        let secrets = RecordedSecrets(KeyedSecrets(key: [2]))
        let city = try InterfaceCity(tokens: secrets)
        try await live(city, secrets) { web in
            for (index, request) in sent.enumerated() {
                var headers = ["host": "taxi.example", "authorization": "Bearer nobody"]
                if request.content != nil { headers["content-type"] = "application/json" }
                if request.isKeyed { headers["idempotency-key"] = "k\(index)" }
                let answer = await web.answer(
                    WebRequest(
                        request.method, WebCity.prefix + request.path, headers: headers,
                        body: Array((request.content?.line ?? "").utf8), source: .unknown))
                // The form was read: nobody is logged in, or what it says breaks a rule of accounts.
                let words = ["notLoggedIn", "badCredentials", "missingField", nil]
                #expect(words.contains(answer.word), "\(request.method) \(request.path): \(answer)")
            }
        }
    }

    @Test("TAXI-CALL-01: a call states its place in degrees, and how it was found")
    func form() throws {
        let content = try #require(requests.of(.call(form: callForm)).first?.content)
        let read = try #require(JSONContent.read(Array(content.line.utf8)))
        let meeting = try #require(read["meeting"])
        #expect(meeting["source"]?.text == "gps" && meeting["radius"]?.number == 20 && read["travelers"]?.number == 2)
        #expect(try #require(notices.place(meeting)).distance(to: place) < .metres(1))
        let nowhere = CallForm(client: .mobile, source: .none, radius: .zero, place: nil, travelers: 1)
        #expect(requests.of(.call(form: nowhere)).first?.content?.line == #"{"travelers":1}"#)
    }

    @Test("A driver states the place before what is done there")
    func order() {
        let end = requests.of(
            .rideComplete(request: RequestID(3), place: place, odometer: .zero, badCustomer: false))
        #expect(end.map(\.path) == ["/me/location", "/rides/3/end"])
        #expect(end.map(\.isKeyed) == [false, true])
    }

    // MARK: Events

    private func event(of news: WebNews?) throws -> StreamEvent {
        let news = try #require(news)
        let content: JSONValue = ["at": .time(CityTime.epoch), "news": news.content]
        return StreamEvent(
            number: 1, name: news.name, content: try #require(JSONContent.read(Array(content.line.utf8))))
    }

    @Test("What passengers are told comes back as the notice that it was")
    func passengerNotices() throws {
        let (call, time, there) = (RequestID(3), CityTime.epoch + .hours(500_000), Place(east: 0, north: 0))
        let all: [PassengerNotice] = [
            .call(.stored(call)), .call(.waiting(call)),
            .call(.accepted(call, taxi: DriverID(2), arrival: time, at: there)), .call(.aborted(call, .noDriver)),
            .call(.aboard(call)), .call(.released(call)), .call(.rideEnded(call)), .call(.reported(total: 2)),
            .reservation(.stored(ReservationID(1), pickUp: time)),
            .reservation(.activated(ReservationID(1), call)), .reservation(.held(ReservationID(1))),
            .reservation(.ended(ReservationID(1), .dropped)), .sharing(.created(SharedRideID(4))),
            .sharing(.joined(SharedRideID(4), meeting: there, time: time, reservation: nil)),
            .sharing(.joined(SharedRideID(4), meeting: there, time: time, reservation: ReservationID(1))),
            .sharing(.takenOff(SharedRideID(4), .busy)), .sharing(.missed(SharedRideID(4))),
            .sharing(.removed(SharedRideID(4), .aborted)),
        ]
        for notice in all {
            #expect(notices.passenger(try event(of: WebNews.of(notice, layout))) == notice)
        }
    }

    @Test("What drivers are told comes back as the notice that it was, passengers by the numbers of the population")
    func driverNotices() throws {
        let (request, time, there) = (RequestID(3), CityTime.epoch + .hours(500_000), Place(east: 0, north: 0))
        let server = Rider(passenger: PassengerID(117), travelers: 2)
        let own = Rider(passenger: PassengerID(17), travelers: 2)
        func ride(_ rider: Rider) -> DriverNotice {
            .ride(
                TaxiRide(
                    request: request, passenger: PassengerID(17), place: there, travelers: 2, riders: [rider],
                    pickUp: time), username: .named("passenger17"))
        }
        let all: [(told: DriverNotice, read: DriverNotice)] = [
            (ride(server), ride(own)),
            (.riders(request, [server]), .riders(request, [own])),
            (
                .route(request, [RideStop(rider: server, place: there)]),
                .route(request, [RideStop(rider: own, place: there)])
            ),
        ]
        for (told, read) in all {
            #expect(notices.driver(try event(of: WebNews.of(told, layout)), DriverID(2)) == read)
        }
        let same: [DriverNotice] = [
            .offerEnded(OfferID(6)), .status(.busy, .accepted), .confirmBoarding(request), .released(request),
            .sent(ZoneID(2), there),
        ]
        for notice in same {
            #expect(notices.driver(try event(of: WebNews.of(notice, layout)), DriverID(2)) == notice)
        }
        let card = OfferCard(
            offer: OfferID(6), request: RequestID(0), driver: DriverID(2), passenger: PassengerID(17), zone: ZoneID(1),
            travelers: 2, meetingTime: time, estimatedMeeting: time, cell: there, deadline: time + .seconds(20))
        let offer = DriverNotice.offer(card, username: .named("passenger17"), alert: .visual)
        #expect(notices.driver(try event(of: WebNews.of(offer, layout)), DriverID(2)) == offer)
    }

    @Test("Server-sent events are read from pieces of any length, with all three ends of lines")
    func pieces() {
        let text =
            "retry: 2000\n\n:\n\nid: 7\nevent: open\ndata: {\"last\":7}\n\nid: 8\r\nevent: a.b\r\ndata: {\"n\":\r\ndata: 1}\r\n\r\n"
            + "id: 9\revent: broken\rdata: {\r\rid: 10\nevent: c\ndata: []\n\n"
        let whole = read(text, by: text.utf8.count)
        #expect(whole.map(\.name) == ["open", "a.b", "c"])
        #expect(whole.map(\.number) == [7, 8, 10])
        #expect(whole[1].content["n"]?.number == 1)
        for length in 1..<20 { #expect(read(text, by: length) == whole) }
    }

    private func read(_ text: String, by length: Int) -> [StreamEvent] {
        var reader = EventReader()
        let bytes = Array(text.utf8)
        return stride(from: 0, to: bytes.count, by: length).flatMap {
            reader.take(Array(bytes[$0..<min($0 + length, bytes.count)]))
        }
    }

    // MARK: Answers

    @Test("A refusal is that of the gateway, or the service's own word")
    func refusals() {
        let answers = PersonAnswers(notices: notices)
        func answer(_ status: Int, _ word: String) -> PersonAnswer {
            PersonAnswer(status: status, content: .object(["word": .text(word)]))
        }
        #expect(answers.refusal(answer(401, "notLoggedIn")) == .notLoggedIn)
        #expect(answers.refusal(answer(429, "rateLimited")) == .rateLimited)
        #expect(answers.refusal(answer(503, "notKept")) == .serverBusy)
        #expect(answers.refusal(answer(401, "badCredentials")) == nil)
        let refused = answers.passenger(.call(form: callForm), answer(409, "alreadyWaiting"))
        #expect(refused == .call(.refused(.alreadyWaiting)))
        #expect(
            answers.driver(.setStatus(inService: true, place: place, odometer: .zero), answer(409, "shiftLimit"))
                == .statusRefused(.shiftLimit))
        #expect(answers.accounts(.login(LoginForm(password: "x")), answer(429, "backOff")) == .loginRefused(.backOff))
        #expect(answers.accounts(.login(LoginForm(password: "x")), answer(201, "")) == nil)
    }

    @Test("The mail of a server is read as it is written")
    func mail() throws {
        let secret = String(repeating: "ab", count: 32)
        let read = try #require(
            ReadMail("To: a@b.cc\nSubject: passwordReset\n\n/links/\(secret)\nTemporary password: Xy"))
        #expect(read.address == "a@b.cc" && read.subject == "passwordReset")
        #expect(read.link == secret && read.password == "Xy")
        #expect(ReadMail("Subject: confirmation") == nil)
    }
}
