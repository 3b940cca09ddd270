// SPDX-License-Identifier: GPL-3.0-or-later

/// Whole numbers sorted within cells, for quantiles of each: a word for each number.
struct CellValues {
    private var keys: [UInt64] = []
    private var isSorted = true

    /// Adds a number, 0 or more, to a cell.
    mutating func add(_ value: Int64, to cell: Int) {
        keys.append(UInt64(cell) << 32 | UInt64(max(0, min(value, 0xFFFF_FFFF))))
        isSorted = false
    }

    mutating func sort() {
        keys.sort()
        isSorted = true
    }

    /// The numbers of a cell, rising.
    func values(in cell: Int) -> CellNumbers {
        precondition(isSorted, "values are asked for before they are sorted")
        return CellNumbers(keys[first(cell)..<first(cell + 1)])
    }

    /// All numbers of some cells, rising.
    func all(in cells: Range<Int>) -> [Double] {
        precondition(isSorted, "values are asked for before they are sorted")
        return keys[first(cells.lowerBound)..<first(cells.upperBound)].map { Double($0 & 0xFFFF_FFFF) }.sorted()
    }

    private func first(_ cell: Int) -> Int {
        let wanted = UInt64(cell) << 32
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < wanted { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The numbers of one cell.
struct CellNumbers {
    private let keys: ArraySlice<UInt64>

    init(_ keys: ArraySlice<UInt64>) { self.keys = keys }

    var count: Int { keys.count }

    private func value(_ index: Int) -> Double { Double(keys[keys.startIndex + index] & 0xFFFF_FFFF) }

    /// The mean; nil without numbers.
    var mean: Double? {
        keys.isEmpty ? nil : keys.indices.reduce(0) { $0 + value($1 - keys.startIndex) } / Double(keys.count)
    }

    /// A quantile, on the straight line between the two numbers around it (type 7 of Hyndman and Fan 1996); nil without numbers.
    func quantile(_ share: Double) -> Double? {
        guard let last = keys.indices.last.map({ $0 - keys.startIndex }) else { return nil }
        let place = share * Double(last)
        let low = Int(place)
        guard low < last else { return value(last) }
        return value(low) + (place - Double(low)) * (value(low + 1) - value(low))
    }
}
