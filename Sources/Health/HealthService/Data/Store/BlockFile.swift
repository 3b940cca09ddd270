// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation

/// A file of blocks of equal size, written in large pieces.
struct BlockFile: Sendable {
    /// How many bytes are collected before they are written: a mebibyte.
    private static let piece = 1 << 20
    private let file: FileHandle
    private let pieceSize: Int
    /// How many bytes are in the file.
    private var written: UInt64 = 0
    /// What follows them.
    private var waiting: [UInt8] = []

    init(path: String, pieceSize: Int = Self.piece) throws {
        let url = URL(fileURLWithPath: path)
        try Data().write(to: url)
        file = try FileHandle(forUpdating: url)
        self.pieceSize = pieceSize
        waiting.reserveCapacity(pieceSize)
    }

    /// Adds bytes at the end; returns where they begin.
    mutating func append(_ bytes: [UInt8]) throws -> UInt64 {
        let place = written + UInt64(waiting.count)
        waiting += bytes
        if waiting.count >= pieceSize {
            try file.seek(toOffset: written)
            try file.write(contentsOf: Data(waiting))
            written += UInt64(waiting.count)
            waiting.removeAll(keepingCapacity: true)
        }
        return place
    }

    /// Reads so many bytes that were added.
    func read(_ count: Int, at place: UInt64) throws -> [UInt8] {
        if place >= written {
            let first = Int(place - written)
            return Array(waiting[first..<first + count])
        }
        try file.seek(toOffset: place)
        return [UInt8](try file.read(upToCount: count) ?? Data())
    }

    /// Overwrites so many bytes with zeros.
    mutating func erase(_ count: Int, at place: UInt64) throws {
        if place >= written {
            let first = Int(place - written)
            for index in first..<first + count { waiting[index] = 0 }
        } else {
            try file.seek(toOffset: place)
            try file.write(contentsOf: Data(count: count))
        }
    }
}
