// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel

extension CalibrationTable {
    /// The table as a calibration file; `notes` become comments at its top. Reading it gives the table again.
    package func text(notes: [String] = []) -> String {
        var lines = notes.map { $0.isEmpty ? "#" : "# \($0)" }
        if !lines.isEmpty { lines.append("") }
        return lines.map { $0 + "\n" }.joined() + values
            + "\n# Of all values above; another one means that they were changed.\n"
            + "checksum: \"\(checksum)\"\n"
    }

    /// What all values of a file must give together.
    var checksum: String { TextHash.hex(of: values) }

    private var values: String {
        var lines = [
            "calibration: \(Self.formatVersion)",
            "build: {version: \(quoted(build.version)), swift: \(quoted(build.swift))}",
            "date: \(date)",
        ]
        if !additions.isEmpty {
            lines += ["added:"] + additions.map { "  - {service: \(quoted($0.service)), date: \($0.date)}" }
        }
        lines += [
            "machine: {processor: \(quoted(machine.processor)), cores: \(machine.cores)}",
            "city: {zones: \(city.zones), " + city.people.map { "\($0.name): \($0.count), " }.joined()
                + "accounts: \(city.accounts)}",
            "password: {algorithm: \(quoted(password.algorithm)), operations: \(password.operations), "
                + "memory: \(password.memory) B}",
            "",
            "# In whole nanoseconds: the percentiles 0 to 99, ten to a line; then 99.5 %, 99.9 %, 99.95 %, 99.99 %, 99.995 %,",
            "# 99.999 % and the largest value.",
            "times:",
        ]
        for kind in kinds {
            let times = self[kind]
            lines += [
                "  \(kind.key):", "    count: \(times.count)", "    mean-ns: \(times.mean)", "    percentiles-ns: [",
            ]
            for start in stride(from: 0, to: 100, by: 10) {
                let row = times.quantiles[start..<(start + 10)].map(String.init).joined(separator: ", ")
                lines.append("      \(row)\(start < 90 ? "," : "]")")
            }
            lines.append("    tail-ns: [\(times.quantiles[100...].map(String.init).joined(separator: ", "))]")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A text in quotes; what a quoted text cannot hold becomes a blank.
    private func quoted(_ text: String) -> String {
        "\"" + String(text.map { $0 == "\"" || $0 == "\\" || $0.isNewline ? " " : $0 }) + "\""
    }
}
