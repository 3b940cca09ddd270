// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import TripRules

extension CityClient {
    // MARK: Events

    /// Adds an event (TRIP-R15).
    public func addEvent(
        _ token: Token, _ change: DeviceChange, _ form: AppointmentForm
    ) async throws(AppointmentError) -> AppointmentID {
        try added(try await carryOut(token, change, .add(form), event), AppointmentError.self) {
            if case .eventAdded(_, let event, _, _, _, _) = $0 { event } else { nil }
        }
    }

    /// Edits one (TRIP-EDIT).
    public func editEvent(
        _ token: Token, _ change: DeviceChange, _ event: AppointmentID, _ form: AppointmentForm
    ) async throws(AppointmentError) {
        try await carryOut(token, change, .edit(.number(event), form), self.event)
    }

    /// Puts one into another calendar (INV-EventOneCalendar).
    public func moveEvent(
        _ token: Token, _ change: DeviceChange, _ event: AppointmentID, to calendar: TripCalendarID
    ) async throws(AppointmentError) {
        try await carryOut(token, change, .move(.number(event), to: calendar), self.event)
    }

    /// Deletes one (TRIP-EDIT).
    public func deleteEvent(
        _ token: Token, _ change: DeviceChange, _ event: AppointmentID
    ) async throws(AppointmentError) {
        try await carryOut(token, change, .delete(.number(event)), self.event)
    }

    /// By what to go to an event (TRIP-R30).
    public func select(
        _ token: Token, on device: TripDeviceID, for event: AppointmentID, _ means: TravelMeansSet
    ) async throws(AppointmentError) {
        let events = try await exchange(token, device, .select(event, means), AppointmentError.self).last {
            (notice: TripNotice) in if case .changed(device, 0, let events) = notice { events } else { nil }
        }
        if let refusal = events?.lazy.compactMap(self.event).first { throw .refused(refusal) }
    }

    private func event(_ event: TripEvent) -> AppointmentRefusal? {
        if case .eventRejected(_, _, let reason) = event { reason } else { nil }
    }

    // MARK: Calendars and preferences

    /// Adds a calendar (TRIP-R27).
    public func addCalendar(
        _ token: Token, _ change: DeviceChange, _ name: String, _ colour: CalendarColour
    ) async throws(CalendarError) -> TripCalendarID {
        let events = try await carryOut(token, change, .addCalendar(name: name, colour: colour), calendar)
        return try added(events, CalendarError.self) {
            if case .calendarAdded(_, let calendar, _) = $0 { calendar } else { nil }
        }
    }

    /// Changes name and colour (TRIP-R28).
    public func changeCalendar(
        _ token: Token, _ change: DeviceChange, _ calendar: TripCalendarID, _ name: String, _ colour: CalendarColour
    ) async throws(CalendarError) {
        try await carryOut(token, change, .changeCalendar(calendar, name: name, colour: colour), self.calendar)
    }

    /// Removes one.
    public func removeCalendar(
        _ token: Token, _ change: DeviceChange, _ calendar: TripCalendarID
    ) async throws(CalendarError) {
        try await carryOut(token, change, .removeCalendar(calendar), self.calendar)
    }

    private func calendar(_ event: TripEvent) -> CalendarRefusal? {
        if case .calendarRefused(_, _, let reason) = event { reason } else { nil }
    }

    /// Sets a preference (TRIP-PREF).
    public func prefer(
        _ token: Token, _ change: DeviceChange, _ preference: PreferenceChange
    ) async throws(PreferenceError) {
        try await carryOut(token, change, .prefer(preference)) {
            if case .preferenceRejected(_, _, let reason) = $0 { reason } else { nil }
        }
    }

    // MARK: Without link

    /// Brings what was changed without link (TRIP-OFFLINE).
    public func sync(
        _ token: Token, on device: TripDeviceID, _ changes: [KeptChange]
    ) async throws(SyncError) -> [TripEvent] {
        let events = try await exchange(token, device, .sync(changes), SyncError.self).last { (notice: TripNotice) in
            if case .changed(device, _, let events) = notice { events } else { nil }
        }
        guard let events else { throw .access(.misunderstood) }
        // All of them were refused together: the user has no record, or they could not be kept.
        if case .changeRefused(_, _, _, let reason) = events.first, events.count == 1 { throw .refused(reason) }
        return events
    }

    // MARK: One change

    /// Sends a change; returns what came of it, throws what refuses it. A change that makes nothing anew has no facts.
    @discardableResult
    private func carryOut<Refusal: Hashable & Sendable>(
        _ token: Token, _ change: DeviceChange, _ message: TripChange, _ refusal: (TripEvent) -> Refusal?
    ) async throws(ChangeError<Refusal>) -> [TripEvent] {
        let asked = DeviceMessage.change(serial: change.serial, message)
        let events = try await exchange(token, change.device, asked, ChangeError<Refusal>.self).last {
            (notice: TripNotice) in
            if case .changed(change.device, change.serial, let events) = notice { events } else { nil }
        }
        guard let events else { throw .access(.misunderstood) }
        for event in events {
            if let reason = refusal(event) { throw .refused(reason) }
            if case .changeRefused(_, _, _, let reason) = event { throw .notTaken(reason) }
        }
        return events
    }

    /// What the facts of a change that adds something say of it.
    private func added<Found, Failure: ServiceError>(
        _ events: [TripEvent], _ failure: Failure.Type, _ pick: (TripEvent) -> Found?
    ) throws(Failure) -> Found {
        guard let found = events.lazy.compactMap(pick).first else { throw .access(.misunderstood) }
        return found
    }
}
