// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// A kind of value: how it looks, how it is read from a text, how it is written back.
///
/// Its form is made when asked for: reading a file asks for hardly any, and the forms of the whole language take longer to
/// make than a file takes to read.
package struct ValueFormat<Value: Sendable>: Sendable {
    private let makeForm: @Sendable () -> Form
    /// Reads a value; notes what is wrong and gives nil otherwise.
    package let read: @Sendable (Item, Reading) -> Value?
    /// Writes a value so that reading it gives the same value.
    package let write: @Sendable (Value, Writing) -> Item

    package init(
        _ form: @autoclosure @escaping @Sendable () -> Form, read: @escaping @Sendable (Item, Reading) -> Value?,
        write: @escaping @Sendable (Value, Writing) -> Item
    ) {
        makeForm = form
        self.read = read
        self.write = write
    }

    package var form: Form { makeForm() }

    /// A single value, read from its text.
    package static func scalar(
        _ form: @autoclosure @escaping @Sendable () -> ScalarForm, expected: String,
        parse: @escaping @Sendable (_ text: String, _ quoted: Bool, _ location: InputLocation, Reading) -> Value?,
        write: @escaping @Sendable (Value, Writing) -> Item
    ) -> ValueFormat {
        ValueFormat(
            .scalar(form()),
            read: { item, reading in
                guard case .text(let text, let quoted) = item.content else {
                    reading.fault(item.location, "expected \(expected), found \(item.sort)")
                    return nil
                }
                return parse(text, quoted, item.location, reading)
            },
            write: write)
    }

    /// The kind, or `none`.
    package var orNone: ValueFormat<Value?> {
        ValueFormat<Value?>(
            .optional(form),
            read: { item, reading in
                if case .text("none", _) = item.content { return .some(nil) }
                return read(item, reading).map { .some($0) }
            },
            write: { value, writing in value.map { write($0, writing) } ?? .plain("none") })
    }

    /// A list of values of this kind.
    package func list(_ count: ClosedRange<Int>, of things: String) -> ValueFormat<[Value]> {
        ValueFormat<[Value]>(
            .list(of: form, count: count),
            read: { item, reading in
                guard case .list(let items) = item.content else {
                    reading.fault(item.location, "expected a list of \(things), found \(item.sort)")
                    return nil
                }
                if !count.contains(items.count) {
                    reading.fault(
                        item.location, "the list has \(items.count) entries", allowed: Self.span(count) + " " + things)
                    return nil
                }
                let values = items.enumerated().map { index, item in
                    reading.within(String(index), item.location) { read(item, reading) }
                }
                return values.contains { $0 == nil } ? nil : values.compactMap { $0 }
            },
            write: { values, writing in .list(values.map { write($0, writing) }) })
    }

    private static func span(_ count: ClosedRange<Int>) -> String {
        count.lowerBound == count.upperBound ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
    }
}
