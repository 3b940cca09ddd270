// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel
public import TaxiRules

/// Where a position of a form lies.
public enum Ground: Hashable, Sendable {
    /// In a zone.
    case zone(ZoneID)
    /// In the city, outside all zones.
    case city
    /// Beyond the city's outline, or nowhere.
    case beyond

    /// The zone, if any.
    var zone: ZoneID? { if case .zone(let zone) = self { zone } else { nil } }
}

/// What the rules must know of the city to judge a form.
public struct FormFacts: Hashable, Sendable {
    /// Whether the passenger has a live session.
    public var isLoggedIn: Bool
    /// Where the origin lies.
    public var origin: Ground
    /// Where the destination lies.
    public var destination: Ground
    /// Seats of the largest registered taxi; 0 without taxis.
    public var largestSeats: Int32

    /// Makes the facts.
    public init(isLoggedIn: Bool, origin: Ground, destination: Ground, largestSeats: Int32) {
        self.isLoggedIn = isLoggedIn
        self.origin = origin
        self.destination = destination
        self.largestSeats = largestSeats
    }
}

/// What a form comes to.
enum FormVerdict: Equatable {
    /// The first rule that it breaks.
    case broken(ReservationRefusal)
    /// It breaks none.
    case right(FormTerms)
}

/// The fields of a form that breaks no rule.
struct FormTerms: Equatable {
    let zone: ZoneID
    let origin: EnteredPlace
    let destination: EnteredPlace
    let pickUp: CityTime
}

extension ReservationRules {
    /// The first rule that the form breaks now, in the order of `ReservationRefusal` with the session first; nil when it
    /// is right. Nothing is stored, and nobody is notified.
    public func refusal(
        of form: ReservationForm, by passenger: PassengerID, _ facts: FormFacts, at now: CityTime
    ) -> ReservationRefusal? {
        guard case .broken(let refusal) = verdict(on: form, by: passenger, facts, at: now) else { return nil }
        return refusal
    }

    func verdict(
        on form: ReservationForm, by passenger: PassengerID, _ facts: FormFacts, at now: CityTime
    ) -> FormVerdict {
        guard facts.isLoggedIn else { return .broken(.notLoggedIn) }
        // A field without a source is one that the client could not fill in.
        guard let origin = form.origin, origin.source != .none else { return .broken(.missingOrigin) }
        guard let destination = form.destination, destination.source != .none else {
            return .broken(.missingDestination)
        }
        guard form.travelers >= 1, form.travelers <= facts.largestSeats else { return .broken(.badTravelerCount) }
        guard parameters.webPosition || form.client != .web || (origin.source != .gps && destination.source != .gps)
        else { return .broken(.webNeedsAddress) }
        guard facts.origin != .beyond || origin.source != .address,
            facts.destination != .beyond || destination.source != .address
        else { return .broken(.addressOutsideCity) }
        guard let zone = facts.origin.zone, facts.destination.zone != nil else { return .broken(.outsideZones) }
        guard isFine(origin), isFine(destination) else { return .broken(.gpsTooCoarse) }
        guard let entered = form.pickUp else { return .broken(.missingTime) }
        guard let pickUp = entered.cityTime, pickUp > now else { return .broken(.badTime) }
        let lead = pickUp - now
        guard lead >= parameters.shortestLead, lead <= parameters.longestLead else { return .broken(.leadTime) }
        guard admits(passenger, pickUp: pickUp) else { return .broken(.onePerHour) }
        return .right(FormTerms(zone: zone, origin: origin, destination: destination, pickUp: pickUp))
    }

    /// Notes each field that holds a current position within the limit (TAXI-RESV-06).
    func noteChosenFields(
        of form: ReservationForm, by passenger: PassengerID, _ directives: inout [BookDirective]
    ) {
        let fields: [(PositionField, EnteredPlace?)] = [(.origin, form.origin), (.destination, form.destination)]
        for case (let field, let entered?) in fields where entered.source == .gps && isFine(entered) {
            directives.append(
                .note(
                    .fieldChosen(passenger: passenger, field: field, source: entered.source, radius: entered.radius)))
        }
    }

    /// Whether the position is an address or a fix within the limit.
    private func isFine(_ entered: EnteredPlace) -> Bool {
        entered.source != .gps || entered.radius <= parameters.gpsLimit
    }
}
