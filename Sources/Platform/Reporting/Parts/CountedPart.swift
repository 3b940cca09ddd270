// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// The part of a run that metrics are counted for beside the whole: a window of the clock, a zone, a group of people and a
/// site, as far as each is named.
///
/// A metric of a part is the same metric of the demands that began in it: by when and where they arose, and whose they are.
/// What is a level over time, such as open requests, is taken over the time of the window.
package struct CountedPart: Hashable, Sendable {
    /// As it is written behind a metric's name, without the first `@`: `zone=6@17:00-23:00`.
    package let text: String
    /// The part of every day; nil for all of it.
    package let window: ClockWindow?
    /// The zone; nil for all.
    package let zone: ZoneID?
    /// The group's place among those of the service, from 0; nil for all.
    package let group: Int?
    /// The site's number, from 1; nil for all.
    package let site: Int?

    /// A part of a run.
    package init(_ text: String, window: ClockWindow?, zone: ZoneID? = nil, group: Int? = nil, site: Int? = nil) {
        (self.text, self.window, self.zone, self.group, self.site) = (text, window, zone, group, site)
    }
}

extension CountedPart? {
    /// Whether a site is of the part.
    package func holds(site number: Int32) -> Bool {
        self == nil || (self?.site).map { $0 == Int(number) } ?? true
    }

    /// Whether a group is of the part; nobody's group is of the whole alone.
    package func holds(group index: Int?) -> Bool { (self?.group).map { $0 == index } ?? true }

    /// Whether a place is of the part.
    ///
    /// - Parameter zone: the zone that the place lies in; not asked for without need.
    package func holds(zone: @autoclosure () -> ZoneID?) -> Bool { (self?.zone).map { $0 == zone() } ?? true }
}
