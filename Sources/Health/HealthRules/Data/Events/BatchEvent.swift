// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// That a batch was stored (HEALTH-R27): an event of its own type, since there are tens of millions a day and they should be small.
@frozen
public enum BatchEvent: Hashable, Sendable {
    /// A batch of this person is stored; `place` is the person's position from now on.
    case batchStored(wearer: WearerID, start: CityTime, end: CityTime, place: Place, values: Int32)
}
