// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

extension LayoutReader {
    /// The zone number of each feature; nil where there is none that can be used. Without a property that holds it, features
    /// are numbered in the order of the file.
    mutating func numbers(of features: [Feature]) -> [ZoneID?] {
        guard let numberProperty else { return features.indices.map { ZoneID($0 + 1) } }
        // A file that has no such property anywhere may have its numbers where GeoJSON has a place for them.
        isNumberedByID =
            Self.idNames.contains(numberProperty)
            && features.allSatisfy { $0.properties[numberProperty] == nil && $0.id != nil }
        var first: [ZoneID: Int] = [:]
        var ids: [ZoneID?] = []
        var without: [Int] = []
        var odd: [Int] = []
        for (index, feature) in features.enumerated() {
            var id: ZoneID?
            switch isNumberedByID ? feature.id?.number : feature.properties[numberProperty]?.number {
            case .whole(let number) where number > 0 && number <= Int(Int32.max):
                let found = ZoneID(number)
                id = found
                if let earlier = first[found] {
                    refuse(
                        index, "has the zone number \(found), but features[\(earlier)] already has it", zones: [found])
                } else {
                    first[found] = index
                }
            case .whole(let number):
                refuse(index, "has the zone number \(number), but zone numbers are 1 to \(Int32.max)")
            case nil: without.append(index)
            default: odd.append(index)
            }
            ids.append(id)
        }
        // With the properties that they have: most likely the file calls it by another name.
        let present = Self.present(without.map { features[$0].properties }, insteadOf: numberProperty)
        note(without, of: features) { has, number in
            let other =
                without.contains { features[$0].id == nil } || without.count < features.count
                ? "" : "; to take the feature's own `id`, name the property \"id\""
            return "\(has) no property \"\(numberProperty)\", which must be \(number); \(present)\(other)"
        }
        let found = odd.first.flatMap { isNumberedByID ? features[$0].id : features[$0].properties[numberProperty] }
        let shown = if case .text(let text) = found { ", but the text \"\(text.shown)\"" } else { "" }
        let place = isNumberedByID ? "an `id`" : "a property \"\(numberProperty)\""
        note(odd, of: features) { has, _ in "\(has) \(place) that is not a whole number\(shown)" }
        return ids
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
    /// The property, a text of digits as the number that it says: many cities write every number as a text, and a table's `001`
    /// is zone 1 too.
    var number: Self {
        guard case .text(let text) = self, !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return self
        }
        return Int(text).map { .whole($0) } ?? self
    }
}
