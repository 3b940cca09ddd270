// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What a service says of one kind of its demands: how they are called, what they wait for, and what is promised.
package struct CaseForm: Codable, Hashable, Sendable {
    /// The demands in results, such as `calls`; with the service's name before it, unique in a city.
    package let name: String
    /// One of them and several, such as `call` and `calls`.
    package let one, many: String
    /// Who asks, such as `callers of ambulances`.
    package let who: String
    /// From when to when a wait is, such as `from the call to the arrival`.
    package let wait: String
    /// What became of a demand that was met, such as `reached`.
    package let served: String
    /// What became of one that was taken back by who asked, of their own will; it follows "were".
    package let withdrawn: String
    /// A wait up to this long is in time; nil where no time is promised, and only what was lost is missed.
    package let limit: TimeSpan?
    /// What sorts the demands by who asks, such as `priority`, and the names.
    package let groups: Names
    /// The service's own places, such as stores, and their names; of stations and the like that answered a demand.
    package let sites: Names
    /// Why demands are lost, in words, in the order of their numbers.
    package let reasons: [String]
    /// What a wait is made of, in order, in words; four at most.
    package let phases: [String]

    /// The names of the parts of one division of demands; none where the service does not divide them so.
    package struct Names: Codable, Hashable, Sendable {
        /// What a part is, such as `store`.
        package let title: String
        /// The parts, in the order of their numbers.
        package var names: [String]

        package init(_ title: String, _ names: [String]) { (self.title, self.names) = (title, names) }

        package static let none = Names("", [])

        /// The name of a part; its number where more came than were known.
        package func name(_ index: Int) -> String {
            names.indices.contains(index) ? names[index] : "\(title) \(index + 1)"
        }
    }

    /// States all; `served` is a participle and follows "was".
    package init(
        _ name: String, one: String, many: String, who: String, wait: String, served: String,
        withdrawn: String = "taken back", limit: TimeSpan? = nil, groups: Names = .none, sites: Names = .none,
        reasons: [String] = [], phases: [String] = []
    ) {
        precondition(phases.count <= CasePart.mostPhases, "a wait has at most four phases")
        (self.name, self.one, self.many, self.who, self.wait) = (name, one, many, who, wait)
        (self.served, self.withdrawn, self.limit, self.groups, self.sites) = (served, withdrawn, limit, groups, sites)
        (self.reasons, self.phases) = (reasons, phases)
    }

    /// The demands that were missed, in words: `not reached in 20 min`, or `lost`.
    package var missed: String {
        guard let limit else { return "lost" }
        return "not \(served) in \(Text.minutes(limit))"
    }
}

extension Text {
    /// A time in minutes, with a decimal when it needs one: `20 min`; below one minute in seconds.
    package static func minutes(_ span: TimeSpan) -> String {
        let seconds = span.inSeconds
        let (value, unit) = seconds < 60 ? (seconds, "s") : (seconds / 60, "min")
        return "\(number(value, value == value.rounded() ? 0 : 1)) \(unit)"
    }
}
