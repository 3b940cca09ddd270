// SPDX-License-Identifier: GPL-3.0-or-later
package import WebInterface

/// An event that a server sent.
package struct StreamEvent: Hashable, Sendable {
    /// The number of the notice; that of the last one before where it has none of its own.
    package let number: Int64
    /// Its name.
    package let name: String
    /// What it says.
    package let content: JSONContent
}

/// Reads server-sent events out of a text that comes in pieces (WHATWG HTML, section 9.2.6).
package struct EventReader: Sendable {
    private var line: [UInt8] = []
    private var number: Int64 = 0
    private var name = ""
    private var data = ""
    private var endsInReturn = false

    /// A reader at the beginning of a stream.
    package init() {}

    /// The events that are complete with these bytes. Those whose content is no JSON are left out, as are comments.
    package mutating func take(_ bytes: [UInt8]) -> [StreamEvent] {
        var found: [StreamEvent] = []
        for byte in bytes {
            // A line ends in CR, LF or both.
            let followsReturn = endsInReturn
            endsInReturn = byte == UInt8(ascii: "\r")
            if byte == UInt8(ascii: "\n"), followsReturn { continue }
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                line.append(byte)
                continue
            }
            if let event = end(String(decoding: line, as: UTF8.self)) { found.append(event) }
            line.removeAll(keepingCapacity: true)
        }
        return found
    }

    private mutating func end(_ line: String) -> StreamEvent? {
        guard !line.isEmpty else {
            defer { (name, data) = ("", "") }
            guard !name.isEmpty, let content = JSONContent.read(Array(data.utf8)) else { return nil }
            return StreamEvent(number: number, name: name, content: content)
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? String(parts[1]) : ""
        if value.hasPrefix(" ") { value.removeFirst() }
        switch parts[0] {
        case "id": if let read = Int64(value) { number = read }
        case "event": name = value
        case "data": data += data.isEmpty ? value : "\n" + value
        default: break
        }
        return nil
    }
}
