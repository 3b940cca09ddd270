// SPDX-License-Identifier: GPL-3.0-or-later

/// The named numbers of a distribution while it is read or written.
struct Parameters: Sendable {
    private var values: [String: Double] = [:]

    init(_ values: [String: Double?] = [:]) {
        self.values = values.compactMapValues { $0 }
    }

    /// A parameter; nil when it was not given.
    subscript(name: String) -> Double? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// A parameter that the section requires.
    func callAsFunction(_ name: String) -> Double { values[name] ?? 0 }
}

extension ValueFormat where Value == Parameters {
    /// A mapping of named numbers.
    static func parameters(
        _ distribution: String,
        _ list: [(name: String, quantity: ValueFormat<Double>, isRequired: Bool, summary: String)]
    )
        -> ValueFormat
    {
        Section(
            "`\(distribution)`", "", blank: Parameters(),
            list.map { entry in
                let name = entry.name
                return Field<Parameters>(
                    parameter: name, entry.quantity, isRequired: entry.isRequired, entry.summary)
            }
        ).format
    }
}

extension Field where Root == Parameters {
    fileprivate init(parameter name: String, _ format: ValueFormat<Double>, isRequired: Bool, _ summary: String) {
        self.init(
            name, form: format.form, isRequired: isRequired, summary,
            read: { item, reading, root in
                if let value = format.checked(item, reading) { root[name] = value }
            },
            write: { root, writing in root[name].map { format.write($0, writing) } })
    }
}
