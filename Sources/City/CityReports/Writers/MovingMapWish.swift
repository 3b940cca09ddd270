// SPDX-License-Identifier: GPL-3.0-or-later

import TaxiReports

/// Whether the report of a run has a moving map of its taxis.
public enum MovingMapWish: Sendable {
    /// It has none.
    case never
    /// It has one that takes at most 15 MB of the page.
    case small
    /// It has one that takes at most 100 MB.
    case large

    /// How many bytes the map may take on the page; nil for none.
    public var limit: Int? {
        switch self {
        case .never: nil
        case .small: MovingMap.usualLimit
        case .large: MovingMap.largestLimit
        }
    }
}
