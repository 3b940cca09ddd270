// SPDX-License-Identifier: GPL-3.0-or-later

import AccountRules
import Accounts
import CityGateway
import CityHost
import CityLoop
import CityMap
import CityModel
import Testing
import WebTestKit

@testable import TripRules
@testable import WebInterface

/// The planner by requests alone, without a network.
@Suite struct WebTripTests {
    /// Runs a city in which an app has been opened by its user, on device 1, where the clock shows Monday 08:00.
    private func live(_ body: (_ ada: WebProgram, _ office: String) async throws -> Void) async throws {
        let secrets = RecordedSecrets(KeyedSecrets(key: [7]))
        let town = try TripTown(writing: nil, secrets: secrets)
        // What it holds is told weakly of what happens.
        defer { withExtendedLifetime(town) {} }
        let program = WebProgram(LiveWeb.open(town.client, secrets))
        func position(_ metres: Double) -> String {
            let point = town.client.layout.geographic(TripTown.spot(metres))
            return #"{"latitude": \#(point.latitude), "longitude": \#(point.longitude)}"#
        }
        try await town.host.loop.live {
            let none = await program.ask(.post, "/device-sessions", #"{"identifier": "a b"}"#)
            #expect(none.isProblem(422, "badIdentifier", "ACCOUNT-TRIP-R1"), "\(none)")
            let ada = try #require(await program.session("/device-sessions", #"{"identifier": "ada", "token": true}"#))
            #expect(await ada.ask(.put, "/planner/1").body == #"{"serial":0}"#)
            #expect(await ada.ask(.put, "/planner/1/permission", #"{"isGiven": true}"#).status == 204)
            #expect(await ada.ask(.put, "/planner/1/position", #"{"position": \#(position(10))}"#).status == 204)
            try await body(ada, position(600))
            #expect(await ada.ask(.delete, "/device-sessions/current").status == 204)
            #expect(await ada.ask(.get, "/planner/1/calendars").status == 401)
        }
    }

    private static let hour = #""from": "1970-01-05T10:00:00Z", "until": "1970-01-05T11:00:00Z""#

    @Test(
        "TRIP-R15, TRIP-R2, TRIP-R9, TRIP-R22, TRIP-OVERLAP: an event is entered, listed, routed to, gone to and deleted"
    )
    func day() async throws {
        try await live { ada, office in
            func add(_ form: String, _ key: String) async -> WebAnswer {
                await ada.ask(.post, "/planner/1/events", form, key: key)
            }
            let meeting = #"{"serial": 1, "description": "meeting", \#(Self.hour), "position": \#(office)}"#
            let added = await add(meeting, "a")
            let event = try #require(added.number("event"), "\(added)")
            #expect(added.status == 201)
            #expect(await add(meeting, "a").isReplayed)
            #expect(await add(meeting, "b").isProblem(409, "duplicate", "TRIP-OFFLINE"))
            #expect(await add(#"{"serial": 2}"#, "c").isProblem(422, "missingDescription", "TRIP-R15"))
            #expect(await add(#"{"serial": 3, "description": "x"}"#, "d").isProblem(422, "missingTime", "TRIP-R15"))
            let second = #"{"serial": 4, "description": "x", \#(Self.hour)}"#
            #expect(await add(second, "e").isProblem(409, "overlap", "TRIP-OVERLAP"))
            let both = await add(
                #"{"serial": 5, "description": "x", \#(Self.hour), "durationSeconds": 60, "weekdays": ["mnn"]}"#, "f")
            #expect(
                both.body.contains(#"{"name":"durationSeconds","says":"must not be stated beside `from`"}"#), "\(both)")
            #expect(both.body.contains("do you mean `mon`?"), "\(both)")
            let flexible = """
                {"serial": 5, "description": "gym", "opens": "1970-01-05T18:00:00Z", "closes": "1970-01-05T20:00:00Z", \
                "durationSeconds": 3600}
                """
            #expect(await add(flexible, "g").status == 201)

            let list = await ada.ask(.get, "/planner/1/day", query: ["date": "1970-01-05"])
            #expect(list.body.contains(#""event":\#(event),"description":"meeting""#), "\(list)")
            #expect(list.body.contains(#""upComing":[\#(event)]"#), "\(list)")
            let never = await ada.ask(.get, "/planner/1/day", query: ["date": "1970-02-30"])
            #expect(never.body.contains("is no date of the calendar"), "\(never)")
            let start = ["start": "1970-01-05T10:00:00Z"]
            let route = await ada.ask(.get, "/planner/1/routes/\(event)", query: start)
            #expect(route.status == 200 && (route.number("count") ?? 0) >= 1, "\(route)")
            #expect(route.body.contains(#"{"route":{"event":\#(event),"start":"1970-01-05T10:00:00.000Z""#), "\(route)")
            let nowhere = await ada.ask(.get, "/planner/1/routes/77", query: start)
            #expect(nowhere.isProblem(404, "unknownOccurrence", "TRIP-R9"), "\(nowhere)")
            #expect(await ada.ask(.put, "/planner/1/events/\(event)/means", #"{"means": ["walk"]}"#).status == 204)
            let map = await ada.ask(.get, "/planner/1/map", query: ["date": "1970-01-05"])
            #expect(map.status == 200 && map.body.contains(#""means":"walk""#), "\(map)")

            func report(_ state: String) async -> WebAnswer {
                await ada.ask(
                    .put, "/planner/1/journeys/\(event)", #"{"start": "1970-01-05T10:00:00Z", "state": "\#(state)"}"#)
            }
            #expect(await report("arived").body.contains("do you mean `arrived`?"))
            #expect(await report("onTheWay").body.contains(#"{"name":"arrival","says":"is missing"}"#))
            #expect(await report("arrived").status == 204)
            #expect(
                await ada.ask(.delete, "/planner/1/events/\(event)").body.contains(
                    #"{"name":"serial","says":"is missing"}"#))
            #expect(await ada.ask(.delete, "/planner/1/events/\(event)", query: ["serial": "6"]).status == 204)
            let gone = await ada.ask(.delete, "/planner/1/events/\(event)", query: ["serial": "7"])
            #expect(gone.isProblem(404, "unknownAppointment", "TRIP-EDIT"), "\(gone)")
        }
    }

    @Test(
        "TRIP-R27, TRIP-R28, TRIP-PREF, TRIP-OFFLINE, TRIP-VEHICLE: calendars, preferences, kept changes and vehicles")
    func settings() async throws {
        try await live { ada, _ in
            let work = await ada.ask(
                .post, "/planner/1/calendars", #"{"serial": 1, "name": "work", "colour": "red"}"#, key: "a")
            let calendar = try #require(work.number("calendar"), "\(work)")
            let nameless = await ada.ask(.post, "/planner/1/calendars", #"{"serial": 2, "colour": "red"}"#, key: "b")
            #expect(nameless.isProblem(422, "missingName", "TRIP-R27"), "\(nameless)")
            let path = "/planner/1/calendars/\(calendar)"
            #expect(await ada.ask(.put, path, #"{"serial": 3, "name": "office", "colour": "blue"}"#).status == 204)
            let all = await ada.ask(.get, "/planner/1/calendars")
            #expect(all.body.contains(#"{"calendar":\#(calendar),"name":"office","colour":"blue"}"#), "\(all)")
            #expect(await ada.ask(.delete, path, query: ["serial": "4"]).status == 204)

            func prefer(_ form: String) async -> WebAnswer { await ada.ask(.put, "/planner/1/preferences", form) }
            #expect(await prefer(#"{"serial": 5, "walkLimitMetres": 500}"#).status == 204)
            #expect(
                await prefer(#"{"serial": 6, "lunch": {"from": "12:00", "until": "14:00", "durationSeconds": 1800}}"#)
                    .status == 204)
            #expect(await prefer(#"{"serial": 7, "hasLunch": false}"#).status == 204)
            #expect(
                await prefer(#"{"serial": 8, "weather": true, "lowEmission": true}"#).isProblem(
                    422, "notOneChange", "TRIP-PREF"))
            #expect(await prefer(#"{"serial": 8}"#).isProblem(422, "notOneChange", "TRIP-PREF"))
            let bus = await prefer(#"{"serial": 8, "service": {"means": "bus", "isOn": false}}"#)
            #expect(bus.isProblem(422, "notAService", "TRIP-R26"), "\(bus)")

            func sync(_ changes: String, _ key: String) async -> WebAnswer {
                await ada.ask(.post, "/planner/1/changes", #"{"changes": \#(changes)}"#, key: key)
            }
            let kept = await sync(
                #"[{"serial": 9, "addEvent": {"description": "x", \#(Self.hour)}}, {"serial": 10, "deleteEvent": {"addedBy": 9}}]"#,
                "c")
            #expect(kept.status == 200, "\(kept)")
            for fact in ["eventAdded", "eventDeleted", "syncDone"] {
                #expect(kept.body.contains(#"{"fact":"\#(fact)""#), "\(fact): \(kept)")
            }
            #expect(await sync(#"[{"serial": 11}]"#, "d").isProblem(422, "notOneChange", "TRIP-OFFLINE"))
            let odd = await sync(#"[{"serial": 11, "moveEvent": {"event": 1, "addedBy": 2}}]"#, "e")
            for says in [
                #"{"name":"changes.0.moveEvent.event","says":"must not be stated beside `addedBy`"}"#,
                #"{"name":"changes.0.moveEvent.calendar","says":"is missing"}"#,
            ] { #expect(odd.body.contains(says), "\(says): \(odd)") }
            let vehicle = await ada.ask(.post, "/planner/1/vehicles/99/booking", key: "f")
            #expect(vehicle.isProblem(404, "unknownVehicle", "TRIP-VEHICLE"), "\(vehicle)")
            let bicycles = #"{"vehicles": [{"number": 1, "means": "ownBicycle", "position": {"latitude": 45}}]}"#
            let broken = await ada.ask(.put, "/planner/1/vehicles", bicycles)
            #expect(broken.body.contains(#"{"name":"vehicles.0.position.longitude","says":"is missing"}"#), "\(broken)")
        }
    }

    @Test(
        "Every word with which the planner refuses has its status, its rule and its sentence; news have names of their own"
    )
    func words() {
        func holds<Word: EventWord>(_ words: Word.Type, _ meanings: [String: Refusals.Meaning]) {
            #expect(Set(words.allCases.map(\.word)) == Set(meanings.keys), "\(words)")
            for (word, meaning) in meanings {
                #expect([404, 409, 422, 503].contains(meaning.status) && meaning.rule != nil, "\(words) \(word)")
            }
        }
        holds(DeviceRefusal.self, Refusals.devices)
        holds(AppointmentRefusal.self, Refusals.appointments)
        holds(CalendarRefusal.self, Refusals.calendars)
        holds(PreferenceRefusal.self, Refusals.preferences)
        holds(ChangeRefusal.self, Refusals.changes)
        holds(PlanRefusal.self, Refusals.plans)
        holds(TicketRefusal.self, Refusals.tripTickets)
        holds(VehicleRefusal.self, Refusals.vehicles)

        let (user, event, device) = (TripUserID(1), AppointmentID(2), TripDeviceID(3))
        let (start, key) = (TripTown.clock(10), OccurrenceKey(event, TripTown.clock(10)))
        let layout = GridLayout(
            rows: 1, columns: 1, side: .metres(10_000), anchor: GeographicPoint(longitude: 9, latitude: 45))
        let route = TripRoute(
            key: key, place: .origin, journey: JourneyOption(legs: [], departs: start, arrives: start, weighted: .zero),
            leaveAt: TripTown.clock(9, 50), callAt: TripTown.clock(9, 50), arrival: nil, state: .notStarted,
            status: .yellow)
        let told: [TripNotice] = [
            .opened(device, serial: 4), .permissionWanted, .positionWanted,
            .changed(device, serial: 5, [.eventDeleted(user: user, event: event), .positionUnavailable(user: user)]),
            .arranged([]), .timeToLeave(route), .unreachable(key), .status(key, .red),
            .day(DaySchedule(rows: [], unplaced: [], upComing: [], laterOn: [])), .calendars([]), .map([], nil),
            .route(route, of: 2), .noRoute(key, .noOrigin), .ticket(.issued(codes: [7], credit: 250)),
            .ticketRefused(.noCredit), .vehicle(8), .vehicleRefused(8, .taken),
        ]
        let news = told.map { WebNews.of($0, layout) }
        #expect(Set(news.map(\.name)).count == told.count)
        let lines = Dictionary(uniqueKeysWithValues: news.map { ($0.name, $0.content.line) })
        #expect(
            lines["trip.changed"] == #"{"device":3,"serial":5,"facts":[{"fact":"eventDeleted","event":2}]}"#)
        #expect(lines["trip.status"] == #"{"event":2,"start":"1970-01-05T10:00:00.000Z","status":"red"}"#)
        #expect(lines["trip.ticket"] == #"{"codes":[7],"creditCents":250,"elsewhere":null}"#)
        let leave = #""leaveAt":"1970-01-05T09:50:00.000Z","callAt":"1970-01-05T09:50:00.000Z","arrival":null"#
        #expect(lines["trip.timeToLeave"]?.contains(leave) == true)
        #expect(lines["trip.permissionWanted"] == "{}")
    }
}
