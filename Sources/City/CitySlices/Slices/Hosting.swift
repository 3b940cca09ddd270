// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What a service is to people who come from another one, and whose habits they may have there.
package struct Hosting: Sendable {
    /// How they come to it.
    package enum Kind: Sendable {
        /// It carries them where they want to go.
        case carries
        /// They go to it when their day has time for that.
        case visited
        /// They take part in what is held at its time.
        case joined
    }

    package let kind: Kind
    /// What one of its groups is called in messages, such as `group of shoppers`.
    package let word: String
    /// The names of its groups.
    package let groups: [String]

    package init(_ kind: Kind, _ word: String, _ groups: [String]) {
        (self.kind, self.word, self.groups) = (kind, word, groups)
    }
}

/// A place of a scenario that says whose habits people have in another service.
package struct Likeness: Sendable {
    /// Which service; nil for the one that carries people.
    package var service: String?
    /// The group; nil where only the service is named.
    package var group: String?
    /// Where the scenario says so, as `people.0.like`.
    package var path: String

    package init(_ group: String?, in service: String?, at path: String) {
        (self.group, self.service, self.path) = (group, service, path)
    }
}

extension ReadScenario {
    /// What is wrong with the services and groups whose guests the people of other services are to be.
    package func likenessProblems(_ slices: [any ServiceSlice]) -> [InputProblem] {
        let hosts = slices.compactMap { slice in
            slice.hosting(in: scenario).map { (name: slice.key.service.name, hosting: $0) }
        }
        let open = hosts.filter { $0.hosting.kind != .carries }.map(\.name)
        return slices.flatMap { $0.likenesses(in: scenario) }.compactMap { likeness in
            let host = hosts.first {
                likeness.service == nil ? $0.hosting.kind == .carries : likeness.service == $0.name
            }
            let key = likeness.path.split(separator: ".").last.map(String.init) ?? likeness.path
            func problem(_ text: String, _ name: String, among names: [String]) -> InputProblem {
                let meant = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
                return InputProblem(.error, at: location(of: likeness.path), "`\(key)`: \(text)\(meant)")
            }
            guard let host, likeness.service == nil || host.hosting.kind != .carries else {
                let name = likeness.service ?? ""
                let text =
                    likeness.service == nil
                    ? "no service of the scenario carries people"
                    : "no service `\(name)` of the scenario is one that people go to"
                return problem(text, name, among: open)
            }
            guard let group = likeness.group, !host.hosting.groups.contains(group) else { return nil }
            return problem("there is no \(host.hosting.word) `\(group)`", group, among: host.hosting.groups)
        }
    }
}
