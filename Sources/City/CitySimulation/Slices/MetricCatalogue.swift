// SPDX-License-Identifier: GPL-3.0-or-later

import CityReports
import CitySlices
public import Reporting

extension MetricDescription {
    /// The metrics of the services of this program beside the taxi service.
    public static let ofServices: [MetricDescription] = Slices.all.flatMap(\.metrics)

    /// The description of any metric of this program, of the whole run or of a part of it, if there is one.
    public static func ofProgram(_ name: String) -> MetricDescription? {
        if let parted = PartedName(name) { return ofProgram(parted.metric)?.of(parted) }
        return named(name) ?? ofServices.first { $0.name == name }
    }
}
