// SPDX-License-Identifier: GPL-3.0-or-later

/// What the metrics of a service can be told by in one scenario, beside windows of the clock and zones.
package struct SliceParts: Sendable {
    /// The names of the groups that demands are of, in the order in which the service's folds count them from 0.
    package var groups: [String]
    /// The names of the service's sites, those of number 1, 2, ...; a site may be called by its number too.
    package var sites: [String]

    package init(groups: [String] = [], sites: [String] = []) { (self.groups, self.sites) = (groups, sites) }
}
