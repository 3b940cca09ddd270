// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

extension LayoutSource {
    /// The layout's name for reports: the file's name, or the grid's size.
    package var name: String {
        switch self {
        case .geoJSON(let path, _, _): path.split(separator: "/").last.map(String.init) ?? path
        case .grid(let rows, let columns, let cell, _): "grid of \(rows) x \(columns) cells of \(cell.inMetres) m"
        }
    }
}
