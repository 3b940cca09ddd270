// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import StoreRules

extension StoreSettings {
    /// A store with these places, always open, with a mean visit of 20 min before any visit.
    static func of(
        _ normal: Int32, _ priority: Int32 = 0, _ booking: Int32 = 0, _ change: (inout StoreSettings) -> Void = { _ in }
    ) -> StoreSettings {
        var settings = StoreSettings(
            limit: normal + priority + booking,
            quotas: ClassCounts(normal: normal, priority: priority, booking: booking))
        settings.hours = .always
        change(&settings)
        return settings
    }
}

extension CityTime {
    /// Hours and minutes, and seconds when there are some; the day when it is not the first.
    var short: String {
        let text = description
        return text.hasSuffix(":00") ? String(text.dropLast(3)) : text
    }
}

extension StoreEvent {
    /// The event in a few words; nil for what few stories look at.
    var words: String? {
        switch self {
        case .ticketIssued(_, let pass, _, _, _, _, _, _): "issued \(pass)"
        case .joinRefused(_, _, _, let reason): "noTicket \(reason.word)"
        case .ticketCalled(_, let pass, let place): "called \(pass) \(place.word)"
        case .queueLeft(_, let pass): "left \(pass)"
        case .ticketRemoved(_, let pass, let reason): "removed \(pass) \(reason.word)"
        case .estimateUpdated(_, let pass, let ahead, let expected): "estimate \(pass) \(ahead) \(expected.short)"
        case .leaveAdvised(_, let pass, let delay): "advised \(pass) \(delay.minutes)"
        case .delayNotified(_, let pass, _, let delay): "delay \(pass) \(delay.minutes)"
        case .bookingMade(_, let pass, _, _, _, _): "booked \(pass)"
        case .bookingRefused(_, _, _, let reason): "noBooking \(reason.word)"
        case .bookingCancelled(_, let pass, let cause, let visit):
            "cancelled \(pass) \(cause.word)" + (visit.map { " \($0)" } ?? "")
        case .bookingLapsed(_, let pass): "lapsed \(pass)"
        case .postponeProposed(_, let pass, let delay, let time, _): "asked \(pass) \(delay.minutes) \(time.short)"
        case .proposalLapsed(_, let pass): "void \(pass)"
        case .bookingPostponed(_, let pass, let time, _): "postponed \(pass) \(time.short)"
        case .entryGranted(_, let pass, _, _, _): "in \(pass)"
        case .entryDelayed(_, let pass): "delayed \(pass)"
        case .entryRefused(_, _, let reason): "noEntry \(reason.word)"
        case .visitEnded(_, let pass, _, _): "out \(pass)"
        case .exitRefused(_, _, let reason): "noExit \(reason.word)"
        case .slotFreed(_, let slot): "freed \(slot.short)"
        case .alertSent(_, let wish, let store, let slot): "alert \(wish) \(store) \(slot.short)"
        case .limitChanged(_, let limit): "limit \(limit)"
        case .quotasChanged(_, let normal, let priority, let booking): "quotas \(normal) \(priority) \(booking)"
        case .wishRefused(_, _, let reason): "refused \(reason.word)"
        case .staffRefused(_, _, let reason), .storeRefused(_, let reason): "noChange \(reason.word)"
        case .storesListed(_, _, let count, let empty): "listed \(count)" + (empty.map { " \($0.word)" } ?? "")
        case .doorChanged(_, let state, _): "door \(state.word)"
        case .storeAdded, .storeRemoved, .slotsChanged, .parameterChanged, .statsViewed, .maintenanceScheduled,
            .storeSelected, .estimateShown, .alternativesProposed, .favouriteChanged, .wishStored, .wishRemoved,
            .duplicateIgnored, .totemWoken, .ticketPrinted, .monitorShown:
            nil
        }
    }
}

extension TimeSpan {
    var minutes: Int { Int(nanoseconds / 60_000_000_000) }
}

extension StoreCity {
    /// What happened, as words with their times; only events that begin with one of the words, when some are given.
    func story(_ wanted: String..., from start: CityTime = .epoch) -> [String] {
        notes.filter { $0.time >= start }.compactMap { note in
            guard let words = note.event.words,
                wanted.isEmpty || wanted.contains(where: { words == $0 || words.hasPrefix($0 + " ") })
            else { return nil }
            return "\(note.time.short) \(words)"
        }
    }

    /// What a shopper was told last.
    func lastNotice(to shopper: Int) -> StoreNotice? { reported.last { $0.shopper == ShopperID(shopper) }?.notice }
}
