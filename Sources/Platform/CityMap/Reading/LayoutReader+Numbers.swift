// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

extension LayoutReader {
    /// The zone of each feature; nil where there is none that can be used. Without a property that holds its key, features are
    /// numbered in the order of the file.
    mutating func zones(of features: [Feature]) -> [ZoneID?] {
        guard let numberProperty else { return features.indices.map { ZoneID($0 + 1) } }
        isNumberedByID = Self.isNumberedByID(features, numberProperty)
        let found = features.map { isNumberedByID ? $0.id : $0.properties[numberProperty] }
        // A word among numbers is a slip; a map of texts may have words for keys.
        let hasNumbers = found.contains { if case .whole = $0 { true } else { false } }
        var first: [ZoneKey: Int] = [:]
        var without: [Int] = []
        var odd: [Int] = []
        var twins: [(Int, Int)] = []
        var own = [ZoneKey?](repeating: nil, count: features.count)
        for (index, property) in found.enumerated() {
            guard let property else {
                without.append(index)
                continue
            }
            guard let text = property.key, let key = ZoneKey(text), !(hasNumbers && key.isWord) else {
                if let number = property.number {
                    refuse(
                        index,
                        "has the zone number \(number), but zone numbers are above 0, of at most "
                            + "\(ZoneKey.mostDigits) digits")
                } else {
                    odd.append(index)
                }
                continue
            }
            keys[index] = text
            own[index] = key
            guard let earlier = first.updateValue(index, forKey: key) else { continue }
            first[key] = earlier
            twins.append((index, earlier))
        }
        let zones = ZoneKeys(own.compactMap(\.self))
        let ids = own.map { $0.flatMap { zones.zone($0) } }
        for (index, earlier) in twins {
            let what = own[index]?.isWord == true ? "key" : "number"
            refuse(
                index,
                "has the zone \(what) \(keys[earlier].map(\.shown) ?? ""), but features[\(earlier)] already has it",
                zones: ids[index].map { [$0] } ?? [])
        }
        // With the properties that they have: most likely the file calls it by another name.
        let present = Self.present(without.map { features[$0].properties }, insteadOf: numberProperty)
        note(without, of: features) { has, number in
            let other =
                without.contains { features[$0].id == nil } || without.count < features.count
                ? "" : "; to take the feature's own `id`, name the property \"id\""
            return "\(has) no property \"\(numberProperty)\", which must be \(number); \(present)\(other)"
        }
        let shown =
            if case .text(let text) = odd.first.flatMap({ found[$0] }) { ", but the text \"\(text.shown)\"" } else {
                ""
            }
        let place = isNumberedByID ? "an `id`" : "a property \"\(numberProperty)\""
        note(odd, of: features) { has, _ in "\(has) \(place) that is not a whole number\(shown)" }
        return ids
    }

    /// The keys of a map's zones, without a look at their ground; those of features that have none, or one that is wrong, are left
    /// out.
    static func keys(of features: [Feature], numberProperty: String) -> ZoneKeys {
        let isNumberedByID = isNumberedByID(features, numberProperty)
        return ZoneKeys(
            features.compactMap { feature in
                (isNumberedByID ? feature.id : feature.properties[numberProperty])?.key.flatMap { ZoneKey($0) }
            })
    }

    /// A file that has no such property anywhere may have its keys where GeoJSON has a place for them.
    private static func isNumberedByID(_ features: [Feature], _ numberProperty: String) -> Bool {
        idNames.contains(numberProperty)
            && features.allSatisfy { $0.properties[numberProperty] == nil && $0.id != nil }
    }

    /// The names of the property that a file without any may mean its features' own `id` by.
    private static let idNames = ["zone_id", "id"]

    private var path: [JSONLocations.Step] {
        isNumberedByID ? [.key("id")] : [.key("properties")] + (numberProperty.map { [.key($0)] } ?? [])
    }

    private mutating func refuse(_ index: Int, _ message: String, zones: [ZoneID] = []) {
        problems.append(
            LayoutProblem(
                .zoneNumber, feature: index, zones: zones, "features[\(index)] \(message)", at: path))
    }

    /// One problem for all features of which the same is wrong.
    private mutating func note(
        _ some: [Int], of features: [Feature], _ what: (_ has: String, _ its: String) -> String
    ) {
        guard let index = some.first else { return }
        let message =
            some.count == 1
            ? "features[\(index)] \(what("has", "its zone number"))"
            : "\(Self.count(some, features)) \(what("have", "their zone number"))"
        problems.append(LayoutProblem(.zoneNumber, feature: index, message, at: path))
    }

    /// The properties that are there, for a message on one that is not: `it has "ID", "NAME"; did you mean "ID"?`
    static func present(_ properties: [[String: Feature.Property]], insteadOf wanted: String) -> String {
        var names: Set<String> = []
        for own in properties { names.formUnion(own.keys) }
        // Sorted, since a set has no order.
        let known = names.sorted()
        let most = 12
        let shown = known.prefix(most).map { "\"\($0)\"" }.joined(separator: ", ")
        let list = known.isEmpty ? "no properties" : shown + (known.count > most ? ", ..." : "")
        let meant = nearestName(to: wanted, among: known).map { "; did you mean \"\($0)\"?" } ?? ""
        return "\(properties.count == 1 ? "it has" : "they have") \(list)\(meant)"
    }

    /// `all 41 features`, or `3 of 41 features, features[7] first,`.
    private static func count(_ some: [Int], _ all: [Feature]) -> String {
        some.count == all.count
            ? "all \(all.count) features" : "\(some.count) of \(all.count) features, features[\(some[0])] first,"
    }
}

extension Feature.Property {
    /// The property as the key of a zone; nil for what is neither a whole number nor a text.
    fileprivate var key: String? {
        switch self {
        case .whole(let number): String(number)
        case .text(let text): text
        case .other: nil
        }
    }

    /// The digits of a number, of one in a text too: many cities write every number as a text.
    fileprivate var number: String? {
        switch self {
        case .whole(let number): String(number)
        case .text(let text) where text.isDigits: text
        case .text, .other: nil
        }
    }
}
