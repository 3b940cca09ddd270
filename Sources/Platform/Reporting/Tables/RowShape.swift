// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

/// How the values of a row stand in JSON: objects and lists in each other, with columns at their ends.
///
/// Where no value is, there is no key. An object whose columns may all be without a value is there as a whole or not at all.
package struct RowShape: Sendable {
    indirect enum Part: Sendable {
        /// The column with this number.
        case value(Int)
        case list([Int])
        case object(RowShape)
    }

    private(set) var parts: [(key: String, part: Part)] = []

    /// The shape that columns with these paths have; nil is in no place.
    init(_ paths: [String?]) {
        for (column, path) in paths.enumerated() {
            guard let path else { continue }
            put(column, path.split(separator: ".")[...])
        }
    }

    private init() {}

    private mutating func put(_ column: Int, _ path: ArraySlice<Substring>) {
        guard let first = path.first else { return }
        let isList = first.hasSuffix("[]")
        let key = String(isList ? first.dropLast(2) : first)
        let index = parts.firstIndex { $0.key == key } ?? parts.count
        let known: Part? = index < parts.count ? parts[index].part : nil
        let part: Part
        if path.count > 1 {
            var inner = RowShape()
            if case .object(let found) = known { inner = found }
            inner.put(column, path.dropFirst())
            part = .object(inner)
        } else if isList {
            var columns: [Int] = []
            if case .list(let found) = known { columns = found }
            part = .list(columns + [column])
        } else {
            precondition(known == nil, "two columns stand at \(key)")
            part = .value(column)
        }
        if index < parts.count { parts[index].part = part } else { parts.append((key, part)) }
    }

    /// The columns of the shape, in order.
    var columns: [Int] {
        parts.flatMap { _, part in
            switch part {
            case .value(let column): [column]
            case .list(let columns): columns
            case .object(let inner): inner.columns
            }
        }
    }

    package struct Key: CodingKey {
        package let stringValue: String
        package var intValue: Int? { nil }
        package init(_ text: String) { stringValue = text }
        package init?(stringValue: String) { self.init(stringValue) }
        package init?(intValue: Int) { nil }
    }

    /// Writes the values of a row, which are those of all columns in order.
    func encode(_ values: [ResultValue], into container: inout KeyedEncodingContainer<Key>) throws {
        func isThere(_ column: Int) -> Bool {
            if case .null = values[column] { false } else { true }
        }
        for (name, part) in parts {
            let key = Key(name)
            switch part {
            case .value(let column): if isThere(column) { try container.encode(values[column], forKey: key) }
            case .list(let columns):
                try container.encode(columns.filter(isThere).map { values[$0] }, forKey: key)
            case .object(let inner):
                guard inner.columns.contains(where: isThere) else { continue }
                var nested = container.nestedContainer(keyedBy: Key.self, forKey: key)
                try inner.encode(values, into: &nested)
            }
        }
    }

    /// The schema of such an object. `column` gives that of a column, and whether it may be without a value.
    func schema(_ column: (Int) -> (schema: JSONValue, isOptional: Bool)) -> JSONValue {
        var (required, optional): ([TypeSchema.Field], [TypeSchema.Field]) = ([], [])
        let isWhole = columns.allSatisfy { column($0).isOptional }
        for (key, part) in parts {
            let (schema, isOptional) =
                switch part {
                case .value(let index): column(index)
                case .list(let columns): (["type": "array", "items": column(columns[0]).schema] as JSONValue, false)
                case .object(let inner): (inner.schema(column), inner.columns.allSatisfy { column($0).isOptional })
                }
            if isOptional && !isWhole { optional.append((key, schema)) } else { required.append((key, schema)) }
        }
        return TypeSchema.record(required, optional: optional)
    }
}
