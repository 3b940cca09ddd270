// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import TripRules

extension TripJSON {
    /// What came of changes, in the order in which it happened (TRIP-OFFLINE). Plans, notices, positions and means are told by themselves.
    static func facts(_ events: [TripEvent]) -> JSONValue { .list(events.compactMap { fact($0) }) }

    private static func fact(_ event: TripEvent) -> JSONValue? {
        switch event {
        case .userRecordCreated(_, let calendar): told("userRecordCreated", ["calendar": JSONValue(calendar)])
        case .changeRefused(_, let device, let serial, let reason):
            told(
                "changeRefused",
                [
                    "device": JSONValue(device), "serial": JSONValue(Int(serial)), "reason": .text(reason.word),
                ])
        case .syncDone(_, let device, let serial):
            told("syncDone", ["device": JSONValue(device), "serial": JSONValue(Int(serial))])
        case .calendarAdded(_, let calendar, let colour):
            told("calendarAdded", ["calendar": JSONValue(calendar), "colour": .text(colour.word)])
        case .calendarChanged(_, let calendar, let colour):
            told("calendarChanged", ["calendar": JSONValue(calendar), "colour": .text(colour.word)])
        case .calendarRemoved(_, let calendar): told("calendarRemoved", ["calendar": JSONValue(calendar)])
        case .calendarRefused(_, let calendar, let reason):
            told("calendarRefused", ["calendar": JSONValue(calendar), "reason": .text(reason.word)])
        case .preferenceChanged(_, let name): told("preferenceChanged", ["preference": .text(name.word)])
        case .preferenceRejected(_, let name, let reason):
            told("preferenceRejected", ["preference": .text(name.word), "reason": .text(reason.word)])
        case .eventAdded(_, let event, let calendar, let byDefault, let from, let until):
            told(
                "eventAdded",
                [
                    "event": JSONValue(event), "calendar": JSONValue(calendar), "byDefault": .flag(byDefault),
                    "from": .time(from), "until": .time(until),
                ])
        case .eventRejected(_, let event, let reason):
            told("eventRejected", ["event": JSONValue(event), "reason": .text(reason.word)])
        case .eventChanged(_, let event, let from, let until):
            told("eventChanged", ["event": JSONValue(event), "from": .time(from), "until": .time(until)])
        case .eventMoved(_, let event, let from, let to):
            told("eventMoved", ["event": JSONValue(event), "from": JSONValue(from), "to": JSONValue(to)])
        case .eventDeleted(_, let event): told("eventDeleted", ["event": JSONValue(event)])
        case .eventPlaced(_, let event, let start):
            told("eventPlaced", ["event": JSONValue(event), "start": .time(start)])
        case .flexibleMoved(_, let event, let from, let to):
            told("flexibleMoved", ["event": JSONValue(event), "from": .time(from), "to": .time(to)])
        case .notPlaced(_, let event, let day): told("notPlaced", ["event": JSONValue(event), "day": .time(day)])
        case .lunchMissed(_, let day): told("lunchMissed", ["day": .time(day)])
        case .unreachableWarning(_, let event, let start):
            told("unreachableWarning", ["event": JSONValue(event), "start": .time(start)])
        case .meansSelected(_, let event, let means):
            told("meansSelected", ["event": JSONValue(event), "means": .list(means.list.map { .text($0.word) })])
        case .planComputed, .planRefused, .timeToLeave, .eventStatusChanged, .journeyStateChanged, .cycleRun,
            .forecastChanged, .strikeKnown, .tripPermissionAsked, .tripPermissionGiven, .tripPermissionRefused,
            .positionRefreshed, .positionUnavailable, .scheduleViewed, .calendarsViewed, .mapViewed, .routeViewed,
            .ticketSmsSent, .transitTicketIssued, .purchaseAborted, .purchaseRedirected, .vehicleBooked,
            .sharedVehicleTaken, .sharedVehicleLeft, .sharedVehicleRefused:
            nil
        }
    }

    private static func told(_ name: String, _ values: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object([("fact", .text(name))] + values.map { ($0.key, $0.value) })
    }
}
