// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The appointments of one user: single ones by time, so that a day is found among years, and series, which all days share.
struct AppointmentShelf: Sendable {
    /// By start, or by begin of the window, and number.
    private(set) var singles: [Appointment] = []
    /// By number.
    private(set) var series: [Appointment] = []
    /// No single one is longer.
    private var longest: TimeSpan = .zero

    var count: Int { singles.count + series.count }
    /// All of them, single ones first.
    var all: [Appointment] { singles + series }

    subscript(id: AppointmentID) -> Appointment? {
        series.first { $0.id == id } ?? singles.first { $0.id == id }
    }

    /// The one that a device's change added.
    func added(by stamp: ChangeStamp) -> Appointment? {
        series.first { $0.origin == stamp } ?? singles.first { $0.origin == stamp }
    }

    mutating func insert(_ appointment: Appointment) {
        if appointment.isSeries {
            series.insert(appointment, at: series.firstIndex { $0.id > appointment.id } ?? series.count)
        } else {
            let span = appointment.time.span
            longest = max(longest, span.upperBound - span.lowerBound)
            singles.insert(
                appointment,
                at: singles.firstIndexByHalving { ($0.time.span.lowerBound, $0.id) > (span.lowerBound, appointment.id) }
            )
        }
    }

    mutating func remove(_ id: AppointmentID) {
        if let index = series.firstIndex(where: { $0.id == id }) {
            series.remove(at: index)
        } else if let index = singles.firstIndex(where: { $0.id == id }) {
            singles.remove(at: index)
        }
    }

    /// The single ones whose time or window overlaps a range: by start.
    func singles(overlapping range: Range<CityTime>) -> ArraySlice<Appointment> {
        let first = singles.firstIndexByHalving { $0.time.span.lowerBound > range.lowerBound - longest }
        let last = singles.firstIndexByHalving { $0.time.span.lowerBound >= range.upperBound }
        return singles[min(first, last)..<last]
    }
}

extension Array {
    /// The first index from which on a condition holds, where it holds for all after the first: by halving.
    func firstIndexByHalving(_ holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
