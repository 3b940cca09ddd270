// SPDX-License-Identifier: GPL-3.0-or-later

/// A text with tags to fill. `{{name}}` stands for a value; what is between `{{#name}}` and `{{/name}}` is there only when
/// the value of the name is not empty, and between `{{^name}}` and `{{/name}}` only when it is. A value is not looked at for tags.
package enum TextTemplate {
    /// The text with its tags filled.
    package static func filled(_ file: [UInt8], _ value: (String) -> String) -> String {
        filled(String(decoding: file, as: UTF8.self), value)
    }

    /// The text with its tags filled.
    package static func filled(_ template: String, _ value: (String) -> String) -> String {
        var text = ""
        var hidden: Substring?
        for piece in template.split(separator: "{{", omittingEmptySubsequences: false) {
            let ends = piece.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
            let tag = ends.count == 2 ? ends[0] : ""
            let name = tag.drop { $0 == "#" || $0 == "^" || $0 == "/" }
            if tag.first == "/" {
                if hidden == name { hidden = nil }
            } else if hidden == nil, !tag.isEmpty {
                let value = value(String(name))
                switch tag.first {
                case "#": if value.isEmpty { hidden = name }
                case "^": if !value.isEmpty { hidden = name }
                default: text += value
                }
            }
            if hidden == nil { text += ends[ends.count - 1] }
        }
        return text
    }
}
