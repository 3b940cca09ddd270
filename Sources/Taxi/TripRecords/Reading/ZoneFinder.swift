// SPDX-License-Identifier: GPL-3.0-or-later
import CityMap
import CityModel

/// Which zone of the map a cell or two mean.
struct ZoneFinder {
    /// What was found.
    enum Found: Hashable {
        /// An index of the map's zones.
        case zone(Int32)
        /// A code that stands for no zone.
        case code
        /// Nothing is there.
        case nothing
        /// The map has no such zone, or the position lies outside of it.
        case outside
        /// It is no zone and no position.
        case unreadable
    }

    let layout: PolygonLayout
    private var numbers: [Int64: Int32] = [:]
    private var words: [String: Int32] = [:]
    private var codes: Set<String> = []
    private var codeNumbers: Set<Int64> = []
    private var indexes: [ZoneID: Int32] = [:]

    init(_ layout: PolygonLayout, codes: [String]) {
        self.layout = layout
        for (index, zone) in layout.zones.enumerated() {
            indexes[zone.id] = Int32(index)
            // Leading zeros or not: `001` and `1` are one zone.
            if zone.key.isDigits, let number = Int64(zone.key) {
                numbers[number] = Int32(index)
            } else {
                words[zone.key] = Int32(index)
            }
        }
        for code in codes {
            let bytes = Array(code.utf8)
            if let number = RecordNumber.whole(bytes, bytes.indices) {
                codeNumbers.insert(number)
            } else {
                self.codes.insert(code)
            }
        }
    }

    /// The zone of a cell with its number or name: `74`, `074`, `74.0`.
    func zone(_ bytes: [UInt8], _ range: Range<Int>) -> Found {
        if let number = RecordNumber.whole(bytes, range) {
            // What is named a code is one, also where the map has such a zone.
            if codeNumbers.contains(number) { return .code }
            return numbers[number].map { .zone($0) } ?? .outside
        }
        let text = String(decoding: bytes[range], as: UTF8.self)
        if codes.contains(text) { return .code }
        if let zone = words[text] { return .zone(zone) }
        return text.isEmpty ? .nothing : .outside
    }

    /// The zone of a position, and its place.
    func zone(longitude: Double, latitude: Double) -> (found: Found, place: Place) {
        guard abs(longitude) <= 180, abs(latitude) <= 90 else { return (.unreadable, .origin) }
        let place = layout.place(GeographicPoint(longitude: longitude, latitude: latitude))
        guard let zone = layout.zone(at: place).flatMap({ indexes[$0] }) else { return (.outside, place) }
        return (.zone(zone), place)
    }

    /// A zone that the map has and that a cell most likely means.
    func nearest(_ text: String) -> String? { nearestName(to: text, among: words.keys.sorted()) }
}
