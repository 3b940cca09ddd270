// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import WebFiles

/// What the interface is, for programs: OpenAPI 3.1. It is written in parts, one for the services of each room.
enum WebDescription {
    /// All parts as one text, the same on every machine.
    static let text = joined(WebFiles.descriptions)

    /// The objects of some texts laid over each other; of what is no object the last one counts.
    private static func joined(_ parts: [[UInt8]]) -> String {
        let whole = parts.reduce(into: [String: Any]()) { whole, part in
            guard let read = try? JSONSerialization.jsonObject(with: Data(part)) as? [String: Any] else {
                preconditionFailure("a part of the interface's description is no JSON object")
            }
            whole = laid(read, over: whole)
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        guard let text = try? JSONSerialization.data(withJSONObject: whole, options: options) else {
            preconditionFailure("the interface's description cannot be written")
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func laid(_ upper: [String: Any], over lower: [String: Any]) -> [String: Any] {
        lower.merging(upper) { below, above in
            guard let below = below as? [String: Any], let above = above as? [String: Any] else { return above }
            return laid(above, over: below)
        }
    }
}
