// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Foundation

/// The text of a GeoJSON file.
struct JSONText {
    let text: String

    /// The feature collection in the text; throws the one problem when the text is not JSON or not an object.
    func featureCollection() throws(LayoutProblem) -> FeatureCollection {
        do {
            return try JSONDecoder().decode(FeatureCollection.self, from: Data(text.utf8))
        } catch DecodingError.dataCorrupted {
            throw syntaxProblem()
        } catch {
            throw LayoutProblem(.structure, "the file is not a GeoJSON object of type FeatureCollection")
        }
    }

    /// The decoder does not say where it failed; the older JSON reader does, in words only.
    private func syntaxProblem() -> LayoutProblem {
        var reason = ""
        do {
            _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        } catch {
            reason = (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
        }
        let bytes = Array(text.utf8)
        let offset: Int
        if let number = reason.split(separator: " ").last.flatMap({ Int($0.filter(\.isNumber)) }) {
            offset = min(number, bytes.count)
        } else if reason.contains("end of file") {
            offset = bytes.count
        } else {
            return LayoutProblem(.syntax, "the file is not valid JSON")
        }
        let location = JSONLocations.location(ofByte: offset, in: bytes)
        return LayoutProblem(
            .syntax, "the file is not valid JSON" + (offset == bytes.count ? ": it ends too early" : ""),
            line: location.line, column: location.column)
    }
}
