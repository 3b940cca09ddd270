// SPDX-License-Identifier: GPL-3.0-or-later

import CityGateway
package import CityModel

/// A server that takes no time.
package struct NoTimes: ServiceTimes {
    package init() {}

    package mutating func next(_ envelope: Envelope, arrived: CityTime) -> TimeSpan { .zero }
}
