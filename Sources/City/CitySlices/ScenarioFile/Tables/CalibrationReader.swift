// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
import ScenarioLanguage

/// Reads calibration files: text to a checked `CalibrationTable`, or what is wrong with it.
///
/// Refused are: a file of another form (`calibration:` is another number), since its numbers could mean anything; a file of
/// another version of Cabrank, since its handlers may cost something else, unless the scenario accepts that; and a damaged
/// file: missing or unknown kinds, quantiles that fall, numbers below 0, a mean or a checksum that does not fit. Another
/// machine or compiler is no reason to refuse: the report names both.
package struct CalibrationReader: Sendable {
    /// The version of Cabrank that a file must come from.
    package let version: String
    /// Whether a file of another version is taken all the same.
    package let acceptsOtherBuild: Bool

    private let services: [ServiceKey]

    /// Makes a reader for the messages of accounts and of these services. A file may lack those of a service that is not in
    /// every city: it is still good for a scenario without it.
    package init(version: String, acceptsOtherBuild: Bool = false, services: [ServiceKey] = []) {
        self.version = version
        self.acceptsOtherBuild = acceptsOtherBuild
        self.services = services
    }

    /// Reads a calibration file; `location` is where a scenario names it, and where a missing file is reported.
    package func read(file path: String, namedAt location: InputLocation? = nil) throws(InputErrors) -> CalibrationTable
    {
        let reading = Reading()
        guard let text = reading.text(of: path, at: location ?? InputLocation(file: path)) else {
            throw InputErrors(problems: reading.problems)
        }
        return try read(text: text, named: path)
    }

    /// Reads a calibration from a text; `file` is the name shown in locations.
    package func read(text: String, named file: String) throws(InputErrors) -> CalibrationTable {
        let reading = Reading()
        let keys = reading.keys(
            of: text, named: file, thing: "a calibration", hint: "`cabrank calibrate` makes a calibration")
        if let keys, !reading.isRejected, let table = table(keys, reading) { return table }
        throw reading.rejection
    }

    /// The table of a mapping. What another form or version says is not looked at: one message is enough then.
    private func table(_ item: Item, _ reading: Reading) -> CalibrationTable? {
        guard let form = item["calibration"] else {
            reading.error(
                item.location,
                "this is not a calibration file: it does not begin with `calibration: 1`; "
                    + "`cabrank calibrate` makes one")
            return nil
        }
        if case .text(let text, _) = form.content, text != String(CalibrationTable.formatVersion) {
            reading.error(
                form.location,
                "the calibration has format \(text), but this version of Cabrank reads format \(CalibrationTable.formatVersion); "
                    + "measure again with `cabrank calibrate`")
            return nil
        }
        if !acceptsOtherBuild, let stated = item["build"]?["version"], case .text(let text, _) = stated.content,
            text != version
        {
            reading.error(
                stated.location,
                "the calibration was measured with Cabrank \(text), but this is \(version); measure again with "
                    + "`cabrank calibrate`, or set `server.accept-other-build: true`")
            return nil
        }
        guard let table = CalibrationTable.section(services).read(item, reading), let stated = item["checksum"] else {
            return nil
        }
        guard case .text(table.checksum, _) = stated.content else {
            reading.error(
                stated.location,
                "the checksum does not match that of the values above, `\(table.checksum)`: the file was changed or is damaged; "
                    + "measure again with `cabrank calibrate`")
            return nil
        }
        return table
    }
}
