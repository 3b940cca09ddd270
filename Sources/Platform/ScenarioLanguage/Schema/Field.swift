// SPDX-License-Identifier: GPL-3.0-or-later

/// One key of a section: its name, format, default and meaning, and the property that it fills.
///
/// Property and format are made when the key is read or written, so that the keys that a file does not use cost nothing.
package struct Field<Root: Sendable>: Sendable {
    /// A property of the section's value.
    package typealias Property<Value> = @Sendable () -> any WritableKeyPath<Root, Value> & Sendable

    let key: String
    let summary: String
    let isRequired: Bool
    private let makeForm: @Sendable () -> Form
    let read: @Sendable (Item, Reading, inout Root) -> Void
    /// Writes the property; nil when there is nothing to write.
    let write: @Sendable (Root, Writing) -> Item?

    package init(
        _ key: String, form: @autoclosure @escaping @Sendable () -> Form, isRequired: Bool, _ summary: String,
        read: @escaping @Sendable (Item, Reading, inout Root) -> Void,
        write: @escaping @Sendable (Root, Writing) -> Item?
    ) {
        self.key = key
        makeForm = form
        self.summary = summary
        self.isRequired = isRequired
        self.read = read
        self.write = write
    }

    var form: Form { makeForm() }

    /// A key whose default is the property of a blank value, or that is required. One that changes nothing in a run may be left
    /// out of its text.
    package init<Value: Sendable>(
        _ key: String, _ path: @autoclosure @escaping Property<Value>,
        _ format: @autoclosure @escaping @Sendable () -> ValueFormat<Value>, isRequired: Bool = false,
        _ summary: String, isWritten: @escaping @Sendable (Value) -> Bool = { _ in true }
    ) {
        self.init(
            key, form: format().form, isRequired: isRequired, summary,
            read: { item, reading, root in
                if let value = format().checked(item, reading) { root[keyPath: path()] = value }
            },
            write: { root, writing in
                let value = root[keyPath: path()]
                return isWritten(value) ? format().write(value, writing) : nil
            })
    }

    /// A key of a group of keys that exclude each other: left out unless the property has a value.
    package init<Value: Sendable>(
        oneOf key: String, _ path: @autoclosure @escaping Property<Value?>,
        _ format: @autoclosure @escaping @Sendable () -> ValueFormat<Value>, _ summary: String
    ) {
        self.init(
            key, form: format().form, isRequired: false, summary,
            read: { item, reading, root in
                if let value = format().checked(item, reading) { root[keyPath: path()] = value }
            },
            write: { root, writing in root[keyPath: path()].map { format().write($0, writing) } })
    }

    /// A key that fills no property but is checked and written.
    package init(
        fixed key: String, _ text: String, _ format: @autoclosure @escaping @Sendable () -> ValueFormat<Int>,
        _ summary: String
    ) {
        self.init(
            key, form: format().form, isRequired: true, summary,
            read: { item, reading, _ in _ = format().checked(item, reading) }, write: { _, _ in .plain(text) })
    }
}

extension ValueFormat {
    /// Reads a value; a value that cannot be read is never passed over in silence.
    package func checked(_ item: Item, _ reading: Reading) -> Value? {
        let before = reading.errors
        let value = read(item, reading)
        if value == nil, reading.errors == before {
            reading.fault(item.location, "the value cannot be understood")
        }
        return value
    }
}
