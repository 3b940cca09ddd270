// SPDX-License-Identifier: GPL-3.0-or-later

/// The parts of a content line: `NAME;PARAMETER=value;PARAMETER="value":value` (RFC 5545, 3.1).
struct ContentParts {
    struct Parameter {
        let name: String
        let value: ArraySlice<UInt8>
        let start: Int

        var text: String { String(decoding: value, as: UTF8.self) }
    }

    /// What is wrong, and where.
    struct Fault: Error {
        let index: Int
        let message: String

        init(_ index: Int, _ message: String) { (self.index, self.message) = (index, message) }
    }

    let line: ContentLine
    /// In capitals: names of properties are alike in both.
    let name: String
    private(set) var parameters: [Parameter] = []
    let value: ArraySlice<UInt8>

    /// - Throws: what the line is not.
    init(_ line: ContentLine) throws(Fault) {
        self.line = line
        let bytes = line.bytes
        let isPlain = bytes.allSatisfy { $0 < 0x80 }
        if !isPlain, String(validating: bytes, as: UTF8.self) == nil {
            throw Fault(Self.firstBadByte(bytes), "these bytes are not UTF-8; allowed: files in UTF-8")
        }
        var at = bytes.startIndex
        func takeName(_ what: String) throws(Fault) -> String {
            let start = at
            while at < bytes.endIndex, Self.isOfName(bytes[at]) { at += 1 }
            guard at > start else { throw Fault(start, "\(what) is missing; allowed: letters, digits and `-`") }
            return String(decoding: bytes[start..<at], as: UTF8.self).uppercased()
        }
        if bytes.first == UInt8(ascii: " ") || bytes.first == UInt8(ascii: "\t") {
            throw Fault(at, "the line begins with a blank, and there is none that it goes on with")
        }
        name = try takeName("the name of a property")
        while at < bytes.endIndex, bytes[at] == UInt8(ascii: ";") {
            at += 1
            let start = at
            let parameter = try takeName("the name of a parameter")
            guard at < bytes.endIndex, bytes[at] == UInt8(ascii: "=") else {
                throw Fault(at, "`=` is expected after the parameter \(parameter)")
            }
            repeat {
                at += 1
                parameters.append(Parameter(name: parameter, value: try Self.takeValue(bytes, &at), start: start))
            } while at < bytes.endIndex && bytes[at] == UInt8(ascii: ",")
        }
        guard at < bytes.endIndex else { throw Fault(at, "the line has no `:`, behind which a value stands") }
        guard bytes[at] == UInt8(ascii: ":") else {
            throw Fault(
                at,
                Self.isControl(bytes[at])
                    ? "a control character; allowed: none but the tab" : "`:` or `;` is expected here")
        }
        value = bytes[(at + 1)...]
    }

    private static func takeValue(_ bytes: ArraySlice<UInt8>, _ at: inout Int) throws(Fault) -> ArraySlice<UInt8> {
        let start = at
        if at < bytes.endIndex, bytes[at] == UInt8(ascii: "\"") {
            guard let end = bytes[(at + 1)...].firstIndex(of: UInt8(ascii: "\"")) else {
                throw Fault(start, "a quote is not closed")
            }
            at = end + 1
            return bytes[(start + 1)..<end]
        }
        while at < bytes.endIndex {
            switch bytes[at] {
            case UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: ","): return bytes[start..<at]
            case UInt8(ascii: "\""): throw Fault(at, "a quote within a value that is not in quotes")
            case _: at += 1
            }
        }
        return bytes[start..<at]
    }

    /// Whether a byte is one of the signs that no text has.
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        case _: false
        }
    }

    /// Where bytes stop being UTF-8.
    private static func firstBadByte(_ bytes: ArraySlice<UInt8>) -> Int {
        var (codec, rest, index) = (UTF8(), bytes.makeIterator(), bytes.startIndex)
        while case .scalarValue(let scalar) = codec.decode(&rest) { index += String(scalar).utf8.count }
        return index
    }

    /// The value in capitals, where it is one of a few known words.
    var word: String { String(decoding: value.prefix(60), as: UTF8.self).uppercased() }

    /// The parameter of a name, if it is there.
    func parameter(_ name: String) -> Parameter? { parameters.first { $0.name == name } }
}
