// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import TripRules

/// What is on the shelves, so far as it tells what is to be written.
struct KeptUsers {
    private let shelves: TripShelves
    /// Each user's record as it was written last, most of which is the planner's own: one that is the same is not written again.
    private var written: [TripUserID: TripUserRecord] = [:]

    init(_ shelves: TripShelves) { self.shelves = shelves }

    /// Reads what is stored.
    mutating func load() throws -> (users: [TripUserRecord], appointments: [StoredAppointment]) {
        let users = try shelves.users.load().open
        for record in users { written[record.id] = record }
        return (users, try shelves.appointments.load().open)
    }

    /// What the facts of some users ask to write, everything as it is now: appointments first, because the record of a user says which
    /// changes are whole.
    mutating func writes(
        of events: [TripEvent], _ users: [TripUserID], _ planner: Planner
    ) -> [RecordWrite] {
        var writes = appointments(of: events, planner, areNeeded: true)
        for user in users {
            guard let record = planner.record(of: user) else { continue }
            if let last = written[user], last.tellsTheSame(as: record) { continue }
            written[user] = record
            writes.append(RecordWrite(.save(record), in: shelves.users, isNeeded: true))
        }
        return writes
    }

    /// Takes appointments off the shelf.
    func removing(_ appointments: [StoredAppointment]) -> [RecordWrite] {
        appointments.map { RecordWrite(.remove($0.key), in: shelves.appointments) }
    }

    /// What was written before is taken back: everything that the facts are about, as it is now.
    mutating func takingBack(_ events: [TripEvent], _ user: TripUserID, _ planner: Planner) -> [RecordWrite] {
        written[user] = nil
        return appointments(of: events, planner, areNeeded: false)
    }

    /// Each appointment that facts are about as it is now, or that it is gone.
    private func appointments(of events: [TripEvent], _ planner: Planner, areNeeded: Bool) -> [RecordWrite] {
        changed(events).map { user, appointment in
            let record = planner.record(of: appointment, of: user)
            return RecordWrite(
                record.map { .save($0) } ?? .remove(appointment), in: shelves.appointments, isNeeded: areNeeded)
        }
    }

    /// The appointments that facts are about, each once, in their order.
    private func changed(_ events: [TripEvent]) -> [(TripUserID, AppointmentID)] {
        var seen: Set<AppointmentID> = []
        return events.compactMap { event in
            switch event {
            case .eventAdded(let user, let id, _, _, _, _), .eventChanged(let user, let id, _, _),
                .eventMoved(let user, let id, _, _), .eventDeleted(let user, let id):
                seen.insert(id).inserted ? (user, id) : nil
            case .userRecordCreated, .changeRefused, .syncDone, .calendarAdded, .calendarChanged, .calendarRemoved,
                .calendarRefused, .preferenceChanged, .preferenceRejected, .eventRejected, .eventPlaced, .flexibleMoved,
                .notPlaced, .lunchMissed, .unreachableWarning, .planComputed, .planRefused, .timeToLeave,
                .eventStatusChanged, .journeyStateChanged, .cycleRun, .meansSelected, .forecastChanged, .strikeKnown,
                .tripPermissionAsked, .tripPermissionGiven, .tripPermissionRefused, .positionRefreshed,
                .positionUnavailable, .scheduleViewed, .calendarsViewed, .mapViewed, .routeViewed, .ticketSmsSent,
                .transitTicketIssued, .purchaseAborted, .purchaseRedirected, .vehicleBooked, .sharedVehicleTaken,
                .sharedVehicleLeft, .sharedVehicleRefused:
                nil
            }
        }
    }
}
