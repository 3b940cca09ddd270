// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension TripBook {
    /// Adds a calendar (TRIP-R27).
    mutating func addCalendar(_ name: String, _ colour: CalendarColour, _ turn: inout TripTurn) {
        do throws(CalendarRefusal) {
            try check(name, turn)
            guard calendars.count < turn.parameters.mostCalendars else { throw .tooMany }
            let id = turn.numbers.nextCalendar()
            calendars.append(TripCalendar(id: id, name: name, colour: colour))
            turn.events.append(.calendarAdded(user: user, calendar: id, colour: colour))
        } catch {
            turn.events.append(.calendarRefused(user: user, calendar: nil, reason: error))
        }
    }

    /// Changes name and colour; the appointments in it show them at once (TRIP-R28).
    mutating func changeCalendar(
        _ id: TripCalendarID, _ name: String, _ colour: CalendarColour, _ turn: inout TripTurn
    ) {
        do throws(CalendarRefusal) {
            let index = try index(of: id)
            try check(name, turn)
            (calendars[index].name, calendars[index].colour) = (name, colour)
            turn.events.append(.calendarChanged(user: user, calendar: id, colour: colour))
        } catch {
            turn.events.append(.calendarRefused(user: user, calendar: id, reason: error))
        }
    }

    /// Removes a calendar with all that is in it; never the last one (INV-UserHasCalendar).
    mutating func removeCalendar(_ id: TripCalendarID, _ turn: inout TripTurn) {
        do throws(CalendarRefusal) {
            let index = try index(of: id)
            guard calendars.count > 1 else { throw .last }
            for appointment in shelf.all where appointment.calendar == id { delete(appointment, &turn) }
            calendars.remove(at: index)
            if lastChosen == id { lastChosen = nil }
            turn.events.append(.calendarRemoved(user: user, calendar: id))
        } catch {
            turn.events.append(.calendarRefused(user: user, calendar: id, reason: error))
        }
    }

    private func index(of id: TripCalendarID) throws(CalendarRefusal) -> Int {
        guard let index = calendars.firstIndex(where: { $0.id == id }) else { throw .unknownCalendar }
        return index
    }

    private func check(_ name: String, _ turn: TripTurn) throws(CalendarRefusal) {
        guard !name.allSatisfy(\.isWhitespace) else { throw .missingName }
        guard name.utf8.count <= turn.parameters.longestText else { throw .longName }
    }
}
