// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RandomStreams
import TaxiRules

/// What a person who reserves or shares keeps in mind beside the trip of now: reservations asked for and held, rides
/// proposed, and the random streams for both. Used inside one passenger only.
final class TripPlans {
    /// A reservation that the person is on.
    struct Entry {
        let reservation: ReservationID
        /// The shared ride, when it was joined or created.
        let ride: SharedRideID?
        let trip: Trip
    }

    /// Trips whose reservation was sent and not yet answered, in order.
    var asked: [Trip] = []
    /// Reservations that are stored and not yet requests.
    var entries: [Entry] = []
    /// The rides to choose from.
    var proposals: [RideProposal] = []
    /// The reservation that became a request last.
    var activated: (reservation: ReservationID, request: RequestID)?
    var mistakesMade = 0
    /// Wrong forms that were sent and not yet rejected.
    var wrongForms = 0

    private var reserving: RandomStream
    private var sharing: RandomStream

    init(_ key: StreamKey, person: PersonID) {
        reserving = RandomStream(key, for: .reserving, of: person)
        sharing = RandomStream(key, for: .sharing, of: person)
    }

    /// Nothing is left to wait for.
    var isEmpty: Bool { asked.isEmpty && entries.isEmpty }

    // MARK: Reserving

    /// How long before the pick-up a trip is reserved; nil when it is not. Two numbers a trip.
    func lead(_ habit: ReservationHabit, longest: TimeSpan) -> TimeSpan? {
        guard habit.share > 0 else { return nil }
        let isReserved = reserving.chance(habit.share)
        let lead = min(reserving.time(habit.lead), longest)
        return isReserved ? lead : nil
    }

    func lateness(_ habit: ReservationHabit) -> TimeSpan { reserving.time(habit.lateness) }

    func makesMistake(_ habit: ReservationHabit) -> Bool { habit.mistakes > 0 && reserving.chance(habit.mistakes) }

    func views(_ habit: ReservationHabit) -> Bool { habit.views > 0 && reserving.chance(habit.views) }

    /// When a reservation is cancelled, drawn evenly between now and the pick-up; nil when it is not.
    func cancelling(_ habit: ReservationHabit, before pickUp: CityTime, at now: CityTime) -> CityTime? {
        guard habit.cancel > 0, reserving.chance(habit.cancel) else { return nil }
        return now + .seconds(reserving.uniform() * max(0, (pickUp - now).inSeconds)).roundedToMilliseconds
    }

    /// When a reservation without a driver is withdrawn; nil when it is waited for as long as the service looks.
    func withdrawing(_ habit: ReservationHabit, after pickUp: CityTime) -> CityTime? {
        habit.patience.map { pickUp + reserving.time($0) }
    }

    // MARK: Sharing

    func wantsToShare(_ habit: SharingHabit) -> Bool { habit.willing > 0 && sharing.chance(habit.willing) }

    func choosing(_ habit: SharingHabit) -> TimeSpan { sharing.time(habit.choosing) }

    /// Whether the person takes a proposed ride (TAXI-SHARE-03).
    func accepts(_ proposal: RideProposal, _ habit: SharingHabit) -> Bool {
        let minutes = proposal.delay.inSeconds / 60
        return sharing.chance(
            min(1, max(0, habit.accept - habit.perMinute * minutes + habit.perSaving * max(0, proposal.saving))))
    }

    /// How long a joiner takes to the meeting point: the way at the own speed, plus the lateness (TAXI-SHARE-16).
    func walk(_ distance: Distance, _ habit: SharingHabit) -> TimeSpan {
        let speed = max(0.1, sharing.draw(habit.walkSpeed))
        return TimeSpan.seconds(distance.inMetres / speed).roundedToMilliseconds + sharing.time(habit.lateness)
    }
}
