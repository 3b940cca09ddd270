// SPDX-License-Identifier: GPL-3.0-or-later

import CitySlices
package import Reporting

extension MetricDescription {
    /// The metrics of all services of this program, service by service.
    package static let ofServices: [MetricDescription] = Slices.all.flatMap(\.metrics)

    private static let byName = Dictionary(
        (ofServices + host).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    /// The description of any metric of this program, of the whole run or of a part of it, if there is one.
    package static func ofProgram(_ name: String) -> MetricDescription? {
        if let parted = PartedName(name) { return ofProgram(parted.metric)?.of(parted) }
        return byName[name]
    }
}
