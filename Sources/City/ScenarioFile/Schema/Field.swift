// SPDX-License-Identifier: GPL-3.0-or-later

/// One key of a section: its name, kind, default and meaning, and the property that it fills.
///
/// Property and kind are made when the key is read or written, so that the keys that a file does not use cost nothing.
struct Field<Root: Sendable>: Sendable {
    /// A property of the section's value.
    typealias Property<Value> = @Sendable () -> any WritableKeyPath<Root, Value> & Sendable

    let key: String
    let summary: String
    let isRequired: Bool
    private let makeForm: @Sendable () -> Form
    let read: @Sendable (Item, Reading, inout Root) -> Void
    /// Writes the property; nil when there is nothing to write.
    let write: @Sendable (Root, Writing) -> Item?

    init(
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

    /// A key whose default is the property of a blank value, or that is required.
    init<Value: Sendable>(
        _ key: String, _ path: @autoclosure @escaping Property<Value>,
        _ kind: @autoclosure @escaping @Sendable () -> Kind<Value>, isRequired: Bool = false, _ summary: String
    ) {
        self.key = key
        makeForm = { kind().form }
        self.summary = summary
        self.isRequired = isRequired
        read = { item, reading, root in
            if let value = kind().checked(item, reading) { root[keyPath: path()] = value }
        }
        write = { root, writing in kind().write(root[keyPath: path()], writing) }
    }

    /// A key of a group of keys that exclude each other: left out unless the property has a value.
    init<Value: Sendable>(
        oneOf key: String, _ path: @autoclosure @escaping Property<Value?>,
        _ kind: @autoclosure @escaping @Sendable () -> Kind<Value>, _ summary: String
    ) {
        self.key = key
        makeForm = { kind().form }
        self.summary = summary
        isRequired = false
        read = { item, reading, root in
            if let value = kind().checked(item, reading) { root[keyPath: path()] = value }
        }
        write = { root, writing in root[keyPath: path()].map { kind().write($0, writing) } }
    }

    /// A key that is written only when its value asks for it: what changes nothing in a run does not change its text either.
    init<Value: Sendable>(
        _ key: String, _ path: @autoclosure @escaping Property<Value>,
        _ kind: @autoclosure @escaping @Sendable () -> Kind<Value>, _ summary: String,
        isWritten: @escaping @Sendable (Value) -> Bool
    ) {
        self.key = key
        makeForm = { kind().form }
        self.summary = summary
        isRequired = false
        read = { item, reading, root in
            if let value = kind().checked(item, reading) { root[keyPath: path()] = value }
        }
        write = { root, writing in
            let value = root[keyPath: path()]
            return isWritten(value) ? kind().write(value, writing) : nil
        }
    }

    /// A key that fills no property but is checked and written.
    init(
        fixed key: String, _ text: String, _ kind: @autoclosure @escaping @Sendable () -> Kind<Int>, _ summary: String
    ) {
        self.key = key
        makeForm = { kind().form }
        self.summary = summary
        isRequired = true
        read = { item, reading, _ in _ = kind().checked(item, reading) }
        write = { _, _ in .plain(text) }
    }
}

extension Kind {
    /// Reads a value; a value that cannot be read is never passed over in silence.
    func checked(_ item: Item, _ reading: Reading) -> Value? {
        let before = reading.errors
        let value = read(item, reading)
        if value == nil, reading.errors == before {
            reading.fault(item.place, "the value cannot be understood")
        }
        return value
    }
}
