// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

extension LayoutReader {
    /// The zone number of each feature; nil where there is none that can be used. Without a property that holds it, features
    /// are numbered in the order of the file.
    mutating func numbers(of features: [Feature]) -> [ZoneID?] {
        guard let numberProperty else { return features.indices.map { ZoneID($0 + 1) } }
        var first: [ZoneID: Int] = [:]
        var ids: [ZoneID?] = []
        var without: [Int] = []
        var odd: [Int] = []
        for (index, feature) in features.enumerated() {
            var id: ZoneID?
            switch feature.properties[numberProperty] {
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
            "\(has) no property \"\(numberProperty)\", which must be \(number); \(present)"
        }
        note(odd, of: features) { has, _ in
            "\(has) a property \"\(numberProperty)\" that is not a whole number"
        }
        return ids
    }

    private var path: [JSONLocations.Step] { [.key("properties")] + (numberProperty.map { [.key($0)] } ?? []) }

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
