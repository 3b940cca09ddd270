// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// Decides from reported positions which zone a taxi counts as being in (DEC-ZONE-FLICKER).
///
/// Without a hysteresis that is the zone of the last position. With one, a change counts only when a position lies this
/// far from the first one that was seen beyond the border, so that GPS noise does not cost the position in the queue.
struct BorderWatch: Sendable {
    let hysteresis: Distance
    private var beyond: Place?

    init(hysteresis: Distance) {
        self.hysteresis = hysteresis
    }

    /// Forgets what was seen: the taxi stands in a queue anew, where its position found it.
    mutating func reset() {
        beyond = nil
    }

    /// The zone that counts for a taxi so far in `current` at a position whose own zone is `found`.
    mutating func zone(current: ZoneID?, found: ZoneID?, at place: Place) -> ZoneID? {
        guard hysteresis > .zero, found != current else {
            beyond = nil
            return found
        }
        guard let first = beyond else {
            beyond = place
            return current
        }
        guard first.distance(to: place) >= hysteresis else { return current }
        beyond = nil
        return found
    }
}
