// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules

/// The blocks of a file of batches, and the batches that have no block yet.
struct BatchBlocks: Sendable {
    /// How many batches a block has.
    private static let size = 16

    /// Where a block is, and when its first batch began.
    private struct Block: Sendable {
        let place: UInt64
        let start: CityTime
    }

    private var file: BlockFile
    /// By the person's number.
    private var blocks: [[Block]] = []
    private var open: [[HealthBatch]] = []
    private(set) var count = 0

    init(_ file: BlockFile) { self.file = file }

    mutating func append(_ batch: HealthBatch) throws {
        let person = batch.wearer.index
        while open.count <= person {
            open.append([])
            blocks.append([])
        }
        open[person].append(batch)
        count += 1
        guard open[person].count == Self.size else { return }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size * HealthBatch.storedBytes)
        for batch in open[person] { batch.store(in: &bytes) }
        let place = try file.append(bytes)
        blocks[person].append(Block(place: place, start: open[person][0].start))
        open[person].removeAll(keepingCapacity: true)
    }

    func batches(of wearer: WearerID, from start: CityTime, to end: CityTime) throws -> [HealthBatch] {
        guard open.indices.contains(wearer.index) else { return [] }
        let own = blocks[wearer.index]
        // The block before the first that begins in the interval may end in it.
        let later = own.firstIndex { $0.start >= start } ?? own.count
        var found: [HealthBatch] = []
        for block in own[max(0, later - 1)...] where block.start < end {
            let bytes = try file.read(Self.size * HealthBatch.storedBytes, at: block.place)
            for index in 0..<bytes.count / HealthBatch.storedBytes {
                if let batch = HealthBatch(stored: bytes, at: index * HealthBatch.storedBytes) { found.append(batch) }
            }
        }
        return (found + open[wearer.index]).within(start, end)
    }

    func count(of wearer: WearerID) -> Int {
        guard open.indices.contains(wearer.index) else { return 0 }
        return blocks[wearer.index].count * Self.size + open[wearer.index].count
    }

    mutating func erase(_ wearer: WearerID) throws {
        guard open.indices.contains(wearer.index) else { return }
        count -= count(of: wearer)
        for block in blocks[wearer.index] { try file.erase(Self.size * HealthBatch.storedBytes, at: block.place) }
        blocks[wearer.index] = []
        open[wearer.index] = []
    }
}

extension HealthBatch {
    /// How long a stored batch is.
    static let storedBytes = 64

    /// Adds the batch as it is stored, numbers with their lowest byte first.
    func store(in bytes: inout [UInt8]) {
        func add(_ number: some FixedWidthInteger) {
            var rest = UInt64(truncatingIfNeeded: number)
            for _ in 0..<number.bitWidth / 8 {
                bytes.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
        }
        add(wearer.number)
        add(device.number)
        add(start.nanoseconds)
        add(end.nanoseconds)
        add(place.east)
        add(place.north)
        for index in 0..<Self.mostValues {
            add(index < valueCount ? self[index].hundredths : 0)
        }
        for index in 0..<Self.mostValues { add(index < valueCount ? self[index].parameter.rawValue : 0) }
        add(count)
        add(UInt16(0))
        add(UInt32(0))
    }

    /// Reads a stored batch; nil for one that was erased.
    init?(stored bytes: [UInt8], at first: Int) {
        var place = first
        func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
            var number: UInt64 = 0
            for index in 0..<Number.bitWidth / 8 { number |= UInt64(bytes[place + index]) << UInt64(8 * index) }
            place += Number.bitWidth / 8
            return Number(truncatingIfNeeded: number)
        }
        let (wearer, device) = (WearerID(next(Int32.self)), DeviceID(next(Int32.self)))
        let (start, end) = (CityTime(nanoseconds: next(Int64.self)), CityTime(nanoseconds: next(Int64.self)))
        let position = Place(east: next(Int32.self), north: next(Int32.self))
        let sizes = (0..<Self.mostValues).map { _ in next(Int32.self) }
        let parameters = (0..<Self.mostValues).map { _ in next(UInt8.self) }
        let count = Int(next(UInt8.self))
        guard wearer.number > 0, count <= Self.mostValues else { return nil }
        var values: [HealthValue] = []
        for index in 0..<count {
            guard let parameter = HealthParameter(rawValue: parameters[index]) else { return nil }
            values.append(HealthValue(parameter, hundredths: sizes[index]))
        }
        self.init(wearer, device, from: start, to: end, at: position, values)
    }
}
