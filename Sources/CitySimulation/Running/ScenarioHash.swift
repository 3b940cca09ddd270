// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import ScenarioFile

/// A short name for a scenario's text: FNV-1a of 64 bits, for telling scenarios apart, not for security.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, the FNV hash, offset basis 14695981039346656037 and prime 1099511628211.
public enum ScenarioHash {
    /// Sixteen hexadecimal digits.
    public static func hex(of text: String) -> String {
        var hash: UInt64 = 14_695_981_039_346_656_037
        for byte in text.utf8 {
            hash ^= UInt64(byte)
            hash &*= 1_099_511_628_211
        }
        return String(hash, digits: 16, radix: 16)
    }
}

extension LayoutSource {
    /// The layout's name for reports: the file's name, or the grid's size.
    var name: String {
        switch self {
        case .geoJSON(let path, _, _): path.split(separator: "/").last.map(String.init) ?? path
        case .grid(let rows, let columns, let cell, _): "grid of \(rows) x \(columns) cells of \(cell.inMetres) m"
        }
    }
}
