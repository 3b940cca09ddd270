// SPDX-License-Identifier: GPL-3.0-or-later
import CityGateway
import CityModel
import TripRules
import TripService

/// What somebody changes who plans days (TRIP-R15 to -R20, TRIP-EDIT, TRIP-R27, TRIP-R28, TRIP-PREF, TRIP-OFFLINE).
///
/// Each change has the device's own number, `serial`, by which one that comes twice is made once.
enum TripChangeRoutes {
    static let all: [Route] =
        events + calendars + [
            Route(.put, "/planner/{device}/preferences", "prefer") { call, form throws(Problem) in
                let (token, change) = (try call.token(), try change(call, &form))
                let preference = try TripForms.preference(&form)
                return Route.done { try await $0.prefer(token, change, preference) }
            },
            Route(.post, "/planner/{device}/changes", "sync", key: true) { call, form throws(Problem) in
                let (token, device) = (try call.token(), try TripRoutes.device(call))
                let changes = try TripForms.changes(&form, call.layout)
                return {
                    let events = try await $0.sync(token, on: device, changes)
                    return WebAnswer(200, ["facts": TripJSON.facts(events)])
                }
            },
        ]

    private static let events: [Route] = [
        Route(.post, "/planner/{device}/events", "addEvent", key: true) { call, form throws(Problem) in
            let (token, change) = (try call.token(), try change(call, &form))
            let entered = TripForms.event(&form, call.layout)
            return { WebAnswer(201, ["event": JSONValue(try await $0.addEvent(token, change, entered))]) }
        },
        Route(.put, "/planner/{device}/events/{event}", "editEvent") { call, form throws(Problem) in
            let (token, change, event) = (try call.token(), try change(call, &form), try event(call))
            let entered = TripForms.event(&form, call.layout)
            return Route.done { try await $0.editEvent(token, change, event, entered) }
        },
        Route(.put, "/planner/{device}/events/{event}/calendar", "moveEvent") { call, form throws(Problem) in
            let (token, change, event) = (try call.token(), try change(call, &form), try event(call))
            let calendar = TripForms.neededCalendar(&form)
            return Route.done { try await $0.moveEvent(token, change, event, to: calendar) }
        },
        Route(.delete, "/planner/{device}/events/{event}", "deleteEvent") { call, form throws(Problem) in
            let (token, change, event) = (try call.token(), try deletion(call), try event(call))
            return Route.done { try await $0.deleteEvent(token, change, event) }
        },
        Route(.put, "/planner/{device}/events/{event}/means", "selectMeans") { call, form throws(Problem) in
            let (token, device, event) = (try call.token(), try TripRoutes.device(call), try event(call))
            form.require("means")
            let means = TripForms.means(&form) ?? []
            return Route.done { try await $0.select(token, on: device, for: event, means) }
        },
    ]

    private static let calendars: [Route] = [
        Route(.post, "/planner/{device}/calendars", "addCalendar", key: true) { call, form throws(Problem) in
            let (token, change) = (try call.token(), try change(call, &form))
            let (name, colour) = TripForms.calendar(&form)
            return { WebAnswer(201, ["calendar": JSONValue(try await $0.addCalendar(token, change, name, colour))]) }
        },
        Route(.put, "/planner/{device}/calendars/{calendar}", "changeCalendar") { call, form throws(Problem) in
            let (token, change, calendar) = (try call.token(), try change(call, &form), try calendar(call))
            let (name, colour) = TripForms.calendar(&form)
            return Route.done { try await $0.changeCalendar(token, change, calendar, name, colour) }
        },
        Route(.delete, "/planner/{device}/calendars/{calendar}", "removeCalendar") { call, form throws(Problem) in
            let (token, change, calendar) = (try call.token(), try deletion(call), try calendar(call))
            return Route.done { try await $0.removeCalendar(token, change, calendar) }
        },
    ]

    private static func event(_ call: WebCall) throws(Problem) -> AppointmentID {
        AppointmentID(try call.number("event"))
    }

    private static func calendar(_ call: WebCall) throws(Problem) -> TripCalendarID {
        TripCalendarID(try call.number("calendar"))
    }

    private static func change(_ call: WebCall, _ form: inout FormReader) throws(Problem) -> DeviceChange {
        DeviceChange(try TripRoutes.device(call), TripForms.serial(&form))
    }

    /// The number of a change that has no content: it stands behind the question mark.
    private static func deletion(_ call: WebCall) throws(Problem) -> DeviceChange {
        var query = FormReader(query: call.request.query)
        let serial = TripForms.serial(&query)
        try query.finish()
        return DeviceChange(try TripRoutes.device(call), serial)
    }
}
