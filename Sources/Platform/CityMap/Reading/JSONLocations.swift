// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds where in a layout file its features, their properties and their positions stand.
///
/// The decoder of JSON gives values without locations. This walks over the bytes a second time, for messages only, and trusts
/// that they are JSON: where a path leads to nothing, the answer is the last location on the path that exists.
struct JSONLocations: Sendable {
    /// One step from a value into it.
    enum Step: Sendable, Hashable {
        case key(String)
        case index(Int)
    }

    /// A line and a column, both from 1; columns count characters.
    struct Location: Sendable, Hashable {
        let line: Int
        let column: Int
    }

    private let bytes: [UInt8]
    /// Where each feature begins.
    private let features: [Int]

    init(_ text: String) {
        bytes = Array(text.utf8)
        var walk = JSONWalk(bytes)
        var starts: [Int] = []
        if walk.enter(.key("features")), walk.byte == UInt8(ascii: "[") {
            walk.entries { starts.append($0) }
        }
        features = starts
    }

    /// The location of a value in a feature; of the feature itself when the path is empty.
    func location(ofFeature index: Int, _ path: [Step] = []) -> Location {
        guard features.indices.contains(index) else { return Location(line: 1, column: 1) }
        return location(from: features[index], path)
    }

    /// The location of a value of the whole file.
    func location(_ path: [Step]) -> Location { location(from: 0, path) }

    /// How often a key stands in an object of a feature.
    func count(of key: String, ofFeature index: Int, in path: [Step]) -> Int {
        guard features.indices.contains(index) else { return 0 }
        var walk = JSONWalk(bytes, at: features[index])
        guard path.allSatisfy({ walk.enter($0) }) else { return 0 }
        return walk.keys(equal: key)
    }

    /// The text with other values at a path of some features, which are given in the order of the file.
    func replacing(_ path: [Step], ofFeatures values: [(feature: Int, value: String)]) -> String {
        var made: [UInt8] = []
        var end = 0
        for (feature, value) in values where features.indices.contains(feature) {
            var walk = JSONWalk(bytes, at: features[feature])
            guard path.allSatisfy({ walk.enter($0) }) else { continue }
            let start = walk.offset
            walk.skipValue()
            made += bytes[end..<start]
            made += Array(value.utf8)
            end = walk.offset
        }
        return String(decoding: made + bytes[end...], as: UTF8.self)
    }

    private func location(from start: Int, _ path: [Step]) -> Location {
        var walk = JSONWalk(bytes, at: start)
        for step in path where !walk.enter(step) { break }
        return Self.location(ofByte: walk.offset, in: bytes)
    }

    /// The location of a byte.
    static func location(ofByte offset: Int, in bytes: [UInt8]) -> Location {
        let newline = UInt8(ascii: "\n")
        let before = bytes[..<min(offset, bytes.count)]
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        return Location(
            line: before.count { $0 == newline } + 1,
            column: String(decoding: before[start...], as: UTF8.self).count + 1)
    }
}

/// Walks over the bytes of JSON from value to value.
private struct JSONWalk {
    private let bytes: [UInt8]
    /// Where the value begins.
    private(set) var offset: Int

    init(_ bytes: [UInt8], at offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
        skipBlanks()
    }

    /// The byte of the walk; 0 at the end of the text.
    var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

    /// Goes into the value: to what stands under a key or at a position. Stays when there is nothing.
    mutating func enter(_ step: JSONLocations.Step) -> Bool {
        let start = offset
        switch step {
        case .key(let key):
            guard byte == UInt8(ascii: "{") else { return false }
            offset += 1
            skipBlanks()
            while byte == UInt8(ascii: "\"") {
                let name = offset
                skipString()
                let isWanted = bytes[(name + 1)..<max(name + 1, offset - 1)].elementsEqual(key.utf8)
                skip(UInt8(ascii: ":"))
                if isWanted { return true }
                skipValue()
                skip(UInt8(ascii: ","))
            }
        case .index(let index):
            var found: Int?
            var count = 0
            entries { entry in
                if count == index { found = entry }
                count += 1
            }
            if let found {
                offset = found
                return true
            }
        }
        offset = start
        return false
    }

    /// How many keys of the object are this one; goes behind the object.
    mutating func keys(equal key: String) -> Int {
        guard byte == UInt8(ascii: "{") else { return 0 }
        var found = 0
        offset += 1
        skipBlanks()
        while byte == UInt8(ascii: "\"") {
            let name = offset
            skipString()
            if bytes[(name + 1)..<max(name + 1, offset - 1)].elementsEqual(key.utf8) { found += 1 }
            skip(UInt8(ascii: ":"))
            skipValue()
            skip(UInt8(ascii: ","))
        }
        return found
    }

    /// Calls with the beginning of each entry of a list, and goes behind the list.
    mutating func entries(_ body: (Int) -> Void) {
        guard byte == UInt8(ascii: "[") else { return }
        offset += 1
        skipBlanks()
        while offset < bytes.count, byte != UInt8(ascii: "]") {
            let start = offset
            body(start)
            skipValue()
            skip(UInt8(ascii: ","))
            if offset == start { return }
        }
        offset += 1
    }

    private mutating func skipBlanks() {
        while offset < bytes.count, bytes[offset] <= 32 { offset += 1 }
    }

    private mutating func skip(_ sign: UInt8) {
        skipBlanks()
        if byte == sign { offset += 1 }
        skipBlanks()
    }

    private mutating func skipString() {
        offset += 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        offset = min(offset + 1, bytes.count)
    }

    /// Whether a byte belongs to a number or a word.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...32, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "\""):
            false
        default: true
        }
    }

    /// Goes behind the value.
    mutating func skipValue() {
        // Lists in lists are followed without recursion: a hostile file may nest them a million deep.
        var depth = 0
        repeat {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                offset += 1
            case UInt8(ascii: "\""): skipString()
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { return }
                offset += 1
            default:
                while offset < bytes.count, Self.isPlain(bytes[offset]) { offset += 1 }
            }
            if depth > 0 { skipBlanks() }
        } while depth > 0 && offset < bytes.count
    }
}
