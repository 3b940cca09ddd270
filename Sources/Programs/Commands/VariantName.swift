// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// The names of folders of runs with values set on the command line.
enum VariantName {
    /// A name of this length can still be read; it ends in a hash then.
    private static let longest = 80

    /// What the settings add to a folder's name, such as `-count=6,offer-deadline=45s`; empty without settings.
    ///
    /// Each setting has its last key, with as many keys before it as tell it from the others. Blanks are left out. Settings
    /// that do not fit, or have other signs than file names do well with, end in a hash of them all.
    static func suffix(_ settings: [String]) -> String {
        guard !settings.isEmpty else { return "" }
        let parts = settings.map { setting in
            let cut = setting.firstIndex(of: "=") ?? setting.endIndex
            return (keys: setting[..<cut].split(separator: "."), value: setting[cut...].dropFirst())
        }
        let plain = parts.indices.map { name(of: $0, among: parts) }.joined(separator: ",")
        return "-" + safe(plain, standingFor: settings)
    }

    /// Names of variants as a part of a folder's name, such as `zones-districts`.
    static func plain(_ names: [String]) -> String { safe(names.joined(separator: "-"), standingFor: names) }

    /// The names of files for scenarios of these names: `scenario-more.yaml`. No two are the same, not even where a file system
    /// takes large and small letters for one.
    static func files(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map { name in
            let plain = "scenario-" + plain([name])
            var (free, number) = (plain, 1)
            while !taken.insert(free.lowercased()).inserted {
                number += 1
                free = "\(plain)-\(number)"
            }
            return free + ".yaml"
        }
    }

    /// A text as part of a file's name; where it is too long or has other signs than file names do well with, it ends in a hash
    /// of what it stands for.
    private static func safe(_ plain: String, standingFor words: [String]) -> String {
        var isWhole = true
        var safe = ""
        for scalar in plain.unicodeScalars where scalar != " " {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", ",", "=", "-", "_", "+", "%": safe.unicodeScalars.append(scalar)
            case "/": safe += "by"
            default:
                isWhole = false
                if safe.last != "_" { safe += "_" }
            }
        }
        if safe.count > longest {
            isWhole = false
            safe = String(safe.prefix(longest - 9))
        }
        return safe + (isWhole ? "" : "-" + TextHash.hex(of: words.joined(separator: "\n")).prefix(8))
    }

    private static func name(of index: Int, among parts: [(keys: [Substring], value: Substring)]) -> String {
        let keys = parts[index].keys
        var length = 1
        func isTaken() -> Bool {
            parts.indices.contains { $0 != index && parts[$0].keys.suffix(length) == keys.suffix(length) }
        }
        while length < keys.count, isTaken() { length += 1 }
        return "\(keys.suffix(length).joined(separator: "."))=\(parts[index].value)"
    }
}
