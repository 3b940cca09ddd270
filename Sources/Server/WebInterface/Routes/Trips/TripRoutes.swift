// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import TripRules
import TripService

/// What the app of somebody who plans days asks (ACCOUNT-TRIP-R1, TRIP-R2, TRIP-R9 to -R11, TRIP-R21, TRIP-R22, TRIP-TICKET,
/// TRIP-VEHICLE). Each device of a user has a number of its own, from 1 on, which stands in the path.
enum TripRoutes {
    static let all: [Route] = sessions + looks + means

    /// The device that the path names.
    static func device(_ call: WebCall) throws(Problem) -> TripDeviceID { TripDeviceID(try call.number("device")) }

    private static let sessions: [Route] = [
        Route(.post, "/device-sessions", "openDevice") { call, form throws(Problem) in
            let identifier = form.neededText("identifier")
            let wantsToken = form.flag("token") ?? false
            return { try AccountRoutes.opened(await $0.openDevice(identifier), call, wantsToken) }
        },
        Route(.delete, "/device-sessions/current", "closeDevice") { call, form throws(Problem) in
            let token = try call.token()
            return {
                try await $0.closeDevice(token)
                return AccountRoutes.closed
            }
        },
        Route(.put, "/planner/{device}", "openPlanner") { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            return { WebAnswer(200, ["serial": JSONValue(Int(try await $0.openPlanner(token, on: device)))]) }
        },
        Route(.put, "/planner/{device}/permission", "permitPosition") { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            let isGiven = form.neededFlag("isGiven")
            return Route.done { try await $0.permitPosition(token, on: device, isGiven) }
        },
        Route(.put, "/planner/{device}/position", "tellPosition") { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            let place = TripForms.place("position", &form, call.layout)
            return Route.done { try await $0.tellPosition(token, on: device, place) }
        },
        Route(.put, "/planner/{device}/vehicles", "tellVehicles") { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            let vehicles = TripForms.vehicles(&form, call.layout)
            return Route.done { try await $0.tellVehicles(token, on: device, vehicles) }
        },
    ]

    private static let looks: [Route] = [
        Route(.get, "/planner/{device}/day", "day") { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            let day = TripForms.day(&form)
            return { WebAnswer(200, TripJSON.of(try await $0.day(token, on: device, of: day), call.layout)) }
        },
        Route(.get, "/planner/{device}/calendars", "calendars") { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            return { WebAnswer(200, TripJSON.of(try await $0.calendars(token, on: device))) }
        },
        Route(.get, "/planner/{device}/map", "map") { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            let day = TripForms.day(&form)
            return { city in
                let map = try await city.map(token, on: device, of: day)
                return WebAnswer(200, TripJSON.map(map.points, map.next, call.layout))
            }
        },
        Route(.get, "/planner/{device}/routes/{event}", "route") { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            let occurrence = try occurrence(call, &form)
            let number = Int32(form.number("number", in: 0...1000) ?? 0)
            return {
                let found = try await $0.route(token, on: device, to: occurrence, number: number)
                return WebAnswer(200, TripJSON.route(found.route, of: found.count, call.layout))
            }
        },
        Route(.put, "/planner/{device}/journeys/{event}", "reportJourney") { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            let occurrence = try occurrence(call, &form)
            let report = TripForms.report(&form)
            return Route.done { try await $0.report(token, on: device, to: occurrence, report) }
        },
    ]

    private static let means: [Route] = [
        Route(.post, "/planner/{device}/tickets", "buyTickets", key: true) { call, form throws(Problem) in
            let (token, device) = (try call.token(), try device(call))
            let numbers = Int64(Int32.min)...Int64(Int32.max)
            let count = Int32(form.neededNumber("count", in: numbers))
            let company = Int32(form.neededNumber("company", in: numbers))
            let credit = form.neededNumber("creditCents", in: 0...(1 << 53))
            return {
                let answer = try await $0.buyTickets(token, on: device, count, of: company, credit: credit)
                return WebAnswer(201, TripJSON.of(answer))
            }
        },
        Route(.post, "/planner/{device}/vehicles/{vehicle}/booking", "bookVehicle", key: true) {
            call, form throws(Problem) in
            let (token, device, vehicle) = (try call.token(), try device(call), try call.number("vehicle"))
            return Route.done { try await $0.bookVehicle(token, on: device, vehicle) }
        },
        Route(.post, "/planner/{device}/vehicles/{vehicle}/taking", "takeVehicle", key: true) {
            call, form throws(Problem) in
            let (token, device, vehicle) = (try call.token(), try device(call), try call.number("vehicle"))
            return Route.done { try await $0.takeVehicle(token, on: device, vehicle) }
        },
        Route(.post, "/planner/{device}/vehicles/{vehicle}/return", "leaveVehicle", key: true) {
            call, form throws(Problem) in
            let (token, device, vehicle) = (try call.token(), try device(call), try call.number("vehicle"))
            let place = TripForms.place("position", &form, call.layout)
            return Route.done { try await $0.leaveVehicle(token, on: device, vehicle, at: place) }
        },
    ]

    /// The occurrence of an event that begins at a time.
    private static func occurrence(_ call: WebCall, _ form: inout FormReader) throws(Problem) -> OccurrenceKey {
        let event = AppointmentID(try call.number("event"))
        form.require("start")
        return OccurrenceKey(event, form.instant("start") ?? .epoch)
    }
}
