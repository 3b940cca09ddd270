// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// The lines of a text in the form `opl` of osmium: one object a line, its fields apart by blanks, each begun by a letter.
///
/// Source: https://osmcode.org/opl-file-format/
struct OPLLine {
    /// `n`, `w` or `r`.
    let kind: UInt8
    /// The object's number; negative ones are those of editors.
    let id: Int64
    /// The fields behind it.
    let fields: [ArraySlice<UInt8>]

    /// Nil when the line does not read as an object.
    init?(_ line: ArraySlice<UInt8>) {
        var parts = line.split(separator: UInt8(ascii: " "))[...]
        guard let first = parts.popFirst(), let kind = first.first, let id = WholeNumber.value(first.dropFirst()) else {
            return nil
        }
        self.kind = kind
        self.id = id
        fields = Array(parts)
    }

    /// The field with this letter, without it.
    func field(_ letter: Unicode.Scalar) -> ArraySlice<UInt8> {
        fields.first { $0.first == UInt8(ascii: letter) }?.dropFirst() ?? []
    }

    var tags: [String: String] {
        var tags: [String: String] = [:]
        for pair in field("T").split(separator: UInt8(ascii: ",")) {
            guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
            tags[Self.text(pair[..<sign])] = Self.text(pair[(sign + 1)...])
        }
        return tags
    }

    /// Whether the tags have this key: most objects need no closer look.
    func hasKey(_ key: StaticString) -> Bool {
        let tags = field("T")
        let length = key.utf8CodeUnitCount
        let wanted = Array("\(key)=".utf8)
        var start = tags.startIndex
        while start < tags.endIndex {
            let pair = tags[start...].prefix(while: { $0 != UInt8(ascii: ",") })
            if pair.count > length, pair.starts(with: wanted) { return true }
            start = pair.endIndex + 1
        }
        return false
    }

    /// The nodes of a way, with their positions in ten-millionths of a degree; nil for one that is not in the file. The whole is nil
    /// when it does not read so.
    var wayNodes: [(id: Int64, position: (longitude: Int32, latitude: Int32)?)]? {
        var nodes: [(id: Int64, position: (longitude: Int32, latitude: Int32)?)] = []
        for part in field("N").split(separator: UInt8(ascii: ",")) {
            guard part.first == UInt8(ascii: "n") else { return nil }
            let east = part.firstIndex(of: UInt8(ascii: "x")) ?? part.endIndex
            guard let id = WholeNumber.value(part[..<east].dropFirst()) else { return nil }
            guard east < part.endIndex else {
                nodes.append((id, nil))
                continue
            }
            guard let north = part.firstIndex(of: UInt8(ascii: "y")), north > east else { return nil }
            let (x, y) = (part[(east + 1)..<north], part[(north + 1)...])
            if x.isEmpty, y.isEmpty {
                nodes.append((id, nil))
            } else if let longitude = Self.degrees(x), let latitude = Self.degrees(y) {
                nodes.append((id, (longitude, latitude)))
            } else {
                return nil
            }
        }
        return nodes
    }

    /// The members of a relation: kind, number and role; nil when they do not read so.
    var members: [(kind: UInt8, id: Int64, role: String)]? {
        var members: [(kind: UInt8, id: Int64, role: String)] = []
        for part in field("M").split(separator: UInt8(ascii: ",")) {
            let sign = part.firstIndex(of: UInt8(ascii: "@")) ?? part.endIndex
            guard let kind = part.first, let id = WholeNumber.value(part[..<sign].dropFirst()) else { return nil }
            members.append((kind, id, Self.text(part[sign...].dropFirst())))
        }
        return members
    }

    /// A decimal number of degrees in ten-millionths, rounded; nil when it is none, or beyond 180 degrees.
    static func degrees(_ text: ArraySlice<UInt8>) -> Int32? {
        // Most have seven digits or fewer behind the point: read without a detour over binary fractions.
        if let point = text.firstIndex(of: UInt8(ascii: ".")), text.endIndex - point <= 8, point > text.startIndex {
            let digits = text[..<point] + text[(point + 1)...]
            guard var value = WholeNumber.value(digits) else { return nil }
            for _ in 0..<(8 - (text.endIndex - point)) { value *= 10 }
            return value.magnitude <= 1_800_000_000 ? Int32(value) : nil
        }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.magnitude <= 180 else { return nil }
        return Int32((value * Globe.parts).rounded())
    }

    /// A text without its escapes, `%20%` for a blank.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "%")) else { return String(decoding: bytes, as: UTF8.self) }
        var text = ""
        for (index, part) in bytes.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).enumerated() {
            let part = String(decoding: part, as: UTF8.self)
            if index % 2 == 0 {
                text += part
            } else if let scalar = UInt32(part, radix: 16).flatMap(Unicode.Scalar.init) {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
