// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// An occurrence of an appointment, or lunch, at its time.
public struct Occurrence: Hashable, Sendable {
    /// Whose it is.
    public let id: AppointmentID
    /// When it begins.
    public let start: CityTime
    /// When it ends.
    public let end: CityTime
    /// Where, if anywhere.
    public let place: Place?
}

extension TripBook {
    /// How far around an occurrence its neighbours are looked for: no journey of a city takes longer.
    private static var neighbourhood: TimeSpan { .hours(48) }

    /// All that overlaps a range, by start, end and number; a flexible occurrence where it is placed.
    public func occurrences(in range: Range<CityTime>) -> [Occurrence] {
        var found: [Occurrence] = []
        func add(_ appointment: Appointment, _ span: Range<CityTime>) {
            found.append(
                Occurrence(
                    id: appointment.id, start: span.lowerBound, end: span.upperBound, place: appointment.place))
        }
        for appointment in shelf.singles(overlapping: range)
        where !appointment.time.isFlexible && appointment.time.span.overlaps(range) {
            add(appointment, appointment.time.span)
        }
        for appointment in shelf.series where !appointment.time.isFlexible {
            for span in appointment.spans(overlapping: range) { add(appointment, span) }
        }
        for placement in placed.overlapping(range) {
            found.append(
                Occurrence(
                    id: placement.id, start: placement.start, end: placement.end, place: shelf[placement.id]?.place))
        }
        return found.sorted { ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id) }
    }

    /// Those that the last change lets come too late: the changed one, flexible ones that it moves, and the next located one after
    /// each (TRIP-LATE). By start; each once.
    func late(
        _ new: Appointment, _ outcomes: [DayOutcome], _ turn: TripTurn
    ) -> [(id: AppointmentID, start: CityTime)] {
        var late: [Late] = []
        var judged: [Occurrence] = []
        for outcome in outcomes {
            let moved = Self.moved(outcome, from: placed[outcome.day])
            late += outcome.late.map { Late(id: $0.id, start: $0.start) }
            for placement in outcome.placements where moved.contains(placement.id) {
                judged.append(
                    Occurrence(
                        id: placement.id, start: placement.start, end: placement.end,
                        place: shelf[placement.id]?.place))
            }
        }
        if !new.time.isFlexible, new.place != nil {
            let end = max(horizonEnd.start, new.time.span.upperBound)
            for span in new.spans(overlapping: turn.now..<max(end, turn.now + .day)) {
                judged.append(Occurrence(id: new.id, start: span.lowerBound, end: span.upperBound, place: new.place))
            }
        }
        for occurrence in judged where occurrence.place != nil {
            late += self.late(around: occurrence, outcomes, turn)
        }
        return Set(late).sorted { ($0.start, $0.id) < ($1.start, $1.id) }.map { ($0.id, $0.start) }
    }

    /// An occurrence that is not reached.
    private struct Late: Hashable {
        let id: AppointmentID
        let start: CityTime
    }

    /// Of an occurrence and the next located one, those that are not reached.
    private func late(around one: Occurrence, _ outcomes: [DayOutcome], _ turn: TripTurn) -> [Late] {
        let range = one.start - Self.neighbourhood..<one.end + Self.neighbourhood
        // The days that are arranged anew, as they will be.
        let others = occurrences(in: range).filter { other in
            !outcomes.contains { $0.placements.contains { $0.id == other.id && $0.day == TripDay(of: other.start) } }
        }
        let placed = outcomes.flatMap(\.placements).filter { $0.isPlaced && range.contains($0.start) }.map {
            Occurrence(id: $0.id, start: $0.start, end: $0.end, place: shelf[$0.id]?.place)
        }
        let located = (others + placed).filter { $0.place != nil }.sorted {
            ($0.start, $0.end, $0.id) < ($1.start, $1.end, $1.id)
        }
        var late: [Late] = []
        func judge(_ occurrence: Occurrence) {
            if occurrence.start > turn.now, !isReached(occurrence, among: located, turn) {
                late.append(Late(id: occurrence.id, start: occurrence.start))
            }
        }
        judge(one)
        if let next = located.first(where: { $0.start >= one.end }) { judge(next) }
        return late
    }

    /// Whether somebody who leaves when the last located occurrence ends, or now, gets to one in time, without a margin; where no
    /// such occurrence is ahead, from the last known position, now. Where that is not known either, nobody can tell (issue 33,
    /// decision 2).
    private func isReached(_ one: Occurrence, among located: [Occurrence], _ turn: TripTurn) -> Bool {
        guard let place = one.place, let appointment = shelf[one.id] else { return true }
        let last = located.filter { $0.end <= one.start && $0.end > turn.now && $0 != one }.max {
            ($0.end, $0.start, $0.id) < ($1.end, $1.start, $1.id)
        }
        guard let from = last?.place ?? turn.position else { return true }
        let leaving = max(turn.now, last?.end ?? turn.now)
        let arrival = turn.travel.arrival(
            from: from, to: place, preferences.terms(for: appointment), leaving: leaving)
        return arrival.map { $0 <= one.start } ?? false
    }
}
