// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import StoreRules

/// Values that are allowed and that nobody can have meant: nobody would shop, and no number would say why.
extension StoresCheck {
    private var start: CityTime { read.scenario.start }
    private var end: CityTime { read.scenario.end }

    /// A store that is shut for the whole run, a visit longer than the hours, totems that are off whenever it is open.
    mutating func doubtStores() {
        for (index, group) in section.groups.enumerated() {
            let (settings, path) = (group.settings, "groups.\(index)")
            guard settings.problem == nil else { continue }
            if !settings.hours.isEverOpen(from: start, to: end), !section.changes.contains(where: \.isOfHours) {
                note("\(path).hours", "`hours`: the stores are closed during the whole run", .warning)
            }
            if let longest = settings.hours.longestDay, settings.expectedVisit > longest {
                note(
                    "\(path).expected-visit",
                    "`expected-visit`: longer than the store is ever open, so that nobody would be done by closing; all "
                        + "tickets are refused", .warning)
            }
            if section.hasService, !settings.hours.overlaps(settings.totemHours),
                section.shoppers.contains(where: { $0.withoutPhone > 0 || $0.totem > 0 || $0.specialNeeds > 0 })
            {
                note(
                    "\(path).totem-hours",
                    "`totem-hours`: the totem is off whenever the store is open; people without a phone get no ticket",
                    .warning)
            }
        }
        doubtPlaces()
    }

    /// Stores whose queue has no places.
    private mutating func doubtPlaces() {
        let settings = section.groups.map(\.settings)
        guard section.hasService, !settings.isEmpty, settings.allSatisfy({ $0.quotas.normal == 0 }),
            !section.changes.contains(where: \.isOfPlaces),
            section.shoppers.contains(where: { $0.books < 1 && $0.specialNeeds < 1 || $0.withoutPhone > 0 })
        else { return }
        note(
            "groups.0.quotas",
            "`quotas`: no store has normal places, so that all tickets but those of priority are refused", .warning)
    }

    /// People who cannot come to a store.
    mutating func doubtShoppers() {
        guard section.hasService else { return }
        if section.maps.failed > 0, !section.shoppers.contains(where: { $0.withoutPosition > 0 }) {
            note(
                "maps", "`failed`: nobody types an address (`without-position`), so the maps are never asked", .warning)
        }
        for (index, group) in section.shoppers.enumerated() {
            let path = "shoppers.\(index)"
            if group.books > 0, group.booking.ahead.mean > section.rules.bookingHorizon.inSeconds {
                note(
                    "\(path).booking",
                    "`ahead`: further ahead than can be booked (`booking-horizon`); most bookings are refused", .warning
                )
            }
            if group.radius < .metres(100), group.withoutPhone < 1 {
                note("\(path).radius", "`radius`: below 100 m hardly anybody finds a store", .warning)
            }
            if let walk = group.walk, walk.mean > section.rules.longestTravel.inSeconds {
                note(
                    "\(path).walk",
                    "`walk`: longer than the travel time that can be stated (`longest-travel`); tickets are called and removed "
                        + "while their holders walk", .warning)
            }
        }
    }
}

extension StoreEdit {
    /// Whether it may open a store that is closed.
    fileprivate var isOfHours: Bool { if case .openingHours = change { true } else { false } }

    /// Whether it may give the queue places.
    fileprivate var isOfPlaces: Bool {
        switch change {
        case .limit, .quota, .quotas: true
        default: false
        }
    }
}

extension OpeningHours {
    /// The longest time that it is open without a break; nil when it never closes.
    fileprivate var longestDay: TimeSpan? {
        guard days != nil else { return nil }
        let spans = week.map { day in closing(after: day.lowerBound) - day.lowerBound }
        return closing(after: week.first?.lowerBound ?? .epoch) == .never ? nil : spans.max()
    }

    /// The open times of one week.
    private var week: [Range<CityTime>] { (0..<7).compactMap { span(onDayOf: .epoch + .hours(24 * $0)) } }

    /// Whether both are ever open at once.
    fileprivate func overlaps(_ other: OpeningHours) -> Bool {
        week.contains { other.isOpen(at: $0.lowerBound) } || other.week.contains { isOpen(at: $0.lowerBound) }
    }

    /// Whether it is open at some instant of a time.
    fileprivate func isEverOpen(from start: CityTime, to end: CityTime) -> Bool {
        if isOpen(at: start) { return true }
        for day in 0...7 {
            if let span = span(onDayOf: start + .hours(24 * day)), span.lowerBound >= start {
                return span.lowerBound < end
            }
        }
        return false
    }
}
