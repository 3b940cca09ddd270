// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

extension Reading {
    /// The text of a file; notes why it cannot be read.
    package func text(of path: String, at location: InputLocation) -> String? {
        do {
            return try InputFile.text(of: path, most: ScenarioLimits.bytes)
        } catch .notText {
            error(InputLocation(file: path), InputFile.Fault.notText(path).description)
        } catch let fault {
            error(location, fault.description)
        }
        return nil
    }

    /// The keys of a text, as a mapping; notes what is wrong with it as YAML, and gives nil when there are none. `thing` says
    /// what the file is, `hint` what to do about an empty one.
    package func keys(of text: String, named file: String, thing: String, hint: String) -> Item? {
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        let (item, problems) = YAMLText(file: file, text: text).read()
        add(problems)
        guard let item else {
            if problems.isEmpty { error(InputLocation(file: file), "the file is empty; \(hint)") }
            return nil
        }
        if item.entries != nil { return item }
        error(InputLocation(file: file), "expected the keys of \(thing), found \(item.sort)")
        return nil
    }
}
