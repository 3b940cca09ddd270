// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import TripRules

extension WebNews {
    /// How a user of the planner is told something: `trip.timeToLeave` and so on, one name for each kind of notice.
    static func of(_ notice: TripNotice, _ layout: any ZoneLayout) -> WebNews {
        switch notice {
        case .opened(let device, let serial):
            WebNews("trip.opened", ["device": JSONValue(device), "serial": JSONValue(Int(serial))])
        case .permissionWanted: WebNews("trip.permissionWanted")
        case .positionWanted: WebNews("trip.positionWanted")
        case .changed(let device, let serial, let events):
            WebNews(
                "trip.changed",
                [
                    "device": JSONValue(device), "serial": JSONValue(Int(serial)), "facts": TripJSON.facts(events),
                ])
        case .arranged(let events): WebNews("trip.arranged", ["facts": TripJSON.facts(events)])
        case .timeToLeave(let route): WebNews("trip.timeToLeave", TripJSON.of(route, layout))
        case .unreachable(let key): WebNews("trip.unreachable", .object(TripJSON.members(of: key)))
        case .status(let key, let status):
            WebNews("trip.status", .object(TripJSON.members(of: key) + [("status", .text(status.word))]))
        case .day(let day): WebNews("trip.day", TripJSON.of(day, layout))
        case .calendars(let calendars): WebNews("trip.calendars", TripJSON.of(calendars))
        case .map(let points, let next): WebNews("trip.map", TripJSON.map(points, next, layout))
        case .route(let route, let count): WebNews("trip.route", TripJSON.route(route, of: count, layout))
        case .noRoute(let key, let reason):
            WebNews("trip.noRoute", .object(TripJSON.members(of: key) + [("reason", .text(reason.word))]))
        case .ticket(let answer): WebNews("trip.ticket", TripJSON.of(answer))
        case .ticketRefused(let reason): WebNews("trip.ticketRefused", ["reason": .text(reason.word)])
        case .vehicle(let vehicle): WebNews("trip.vehicle", ["vehicle": JSONValue(Int(vehicle))])
        case .vehicleRefused(let vehicle, let reason):
            WebNews("trip.vehicleRefused", ["vehicle": JSONValue(Int(vehicle)), "reason": .text(reason.word)])
        }
    }
}
