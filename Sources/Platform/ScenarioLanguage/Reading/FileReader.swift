// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Reads files of a language: a text with what it includes, and the values of the command line laid over it.
package struct FileReader<Root: Sendable> {
    /// The top section: the whole language.
    let section: Section<Root>
    /// Where the machine keeps data that a file does not bring along.
    let data: DataFolder
    /// Whether files outside of the folder of the file may be included.
    let allowsInclude: Bool
    /// Looks at the whole file before its keys are read.
    let prepare: (Item, Reading) -> Void
    /// A value of the command line as it should be, for messages.
    let example: String

    package init(
        _ section: Section<Root>, data: DataFolder, allowsInclude: Bool, example: String,
        prepare: @escaping (Item, Reading) -> Void = { _, _ in }
    ) {
        self.prepare = prepare
        self.section = section
        self.data = data
        self.allowsInclude = allowsInclude
        self.example = example
    }

    /// Reads a file. Paths in it start at its folder.
    ///
    /// - Throws: what is wrong when there are no keys to check; everything else is in the draft.
    package func read(file path: String, overrides: [ScenarioOverride]) throws(InputErrors) -> Draft<Root> {
        let reading = Reading(data: data)
        guard let text = reading.text(of: path, at: InputLocation(file: path)) else {
            throw InputErrors(problems: reading.problems)
        }
        return try read(text, named: path, in: ScenarioFiles.folder(of: path), open: [path], overrides, reading)
    }

    /// Reads a text. `file` is the name shown in locations; paths in it start at `folder` (the working folder when empty).
    ///
    /// - Throws: what is wrong when there are no keys to check; everything else is in the draft.
    package func read(
        text: String, named file: String, folder: String, overrides: [ScenarioOverride]
    ) throws(InputErrors) -> Draft<Root> {
        try read(text, named: file, in: folder, open: [], overrides, Reading(data: data))
    }

    private func read(
        _ text: String, named file: String, in folder: String, open: [String], _ overrides: [ScenarioOverride],
        _ reading: Reading
    ) throws(InputErrors) -> Draft<Root> {
        reading.folder = folder
        reading.bounds = allowsInclude ? nil : IncludeBounds(folder: folder)
        var files = ScenarioFiles(reading: reading, form: .section(section.form), allowsInclude: allowsInclude)
        let loaded = files.load(text, named: file, folder: folder, open: open)
        // A text that cannot be parsed, or lacks what it includes, has no keys to check.
        guard var item = loaded, !files.isIncomplete else { throw reading.rejection }
        for override in overrides {
            reading.add(override.replacedErrors(in: item, section))
            item = override.lay(on: item, .section(section.form), example: example, reading)
        }
        prepare(item, reading)
        let before = reading.errors
        let filled = section.fill(item, reading)
        return Draft(
            item: item, reading: reading, value: reading.errors > before ? nil : filled?.value, part: filled?.value,
            failed: filled?.failed ?? [])
    }
}

/// What a file says, before the checks that need several of its values.
package struct Draft<Root: Sendable> {
    /// The file with what it includes and what was laid over it.
    package let item: Item
    /// Every problem so far, and the locations of the keys.
    package let reading: Reading
    /// The value, when every key could be read.
    package let value: Root?
    /// The value with defaults for the keys that could not be read; nil when the file has no keys.
    package let part: Root?
    /// The keys that are there and could not be read.
    package let failed: Set<String>
}
