// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Yams

// The texts that follow from the description of a language, whose top section this is.
extension Section {
    /// The JSON Schema of files (draft 2020-12).
    package var jsonSchema: String { SchemaWriter.schema(of: form).lines }

    /// The reference of all keys as Markdown, with what is said before them.
    package func reference(introduction: String) -> String {
        ReferenceWriter.reference(of: form, introduction: introduction)
    }

    /// A value as the text of a file with every key written out.
    package func text(of value: Root, _ writing: Writing) -> String {
        // Plain trees of text cannot fail to be written; an empty text would fail to be read again, which is tested.
        (try? Yams.serialize(node: write(value, writing).node(.idle), indent: 2, width: -1, allowUnicode: true)) ?? ""
    }
}
