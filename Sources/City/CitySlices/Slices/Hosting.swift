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

/// What a place of a scenario says of people who are guests of other services.
package enum GuestClaim: Sendable {
    /// Whose habits they have with the service that carries people; the path is that of the name.
    case carried(like: String, path: String)
    /// They use a service like one of its groups; `service` and `like` stand below the path.
    case uses(service: String, like: String, path: String)
    /// They go to a service when their day has time for that; the path is that of its name.
    case visits(service: String, path: String)
}

extension ReadScenario {
    /// What is wrong with the services and groups whose guests the people of other services are to be.
    package func guestProblems(_ slices: [any ServiceSlice]) -> [InputProblem] {
        let hosts = slices.compactMap { slice in
            slice.hosting(in: scenario).map { (name: slice.key.service.name, hosting: $0) }
        }
        func problem(_ path: String, _ text: String, _ name: String, among names: [String]) -> InputProblem {
            let key = path.split(separator: ".").last.map(String.init) ?? path
            let meant = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
            return InputProblem(.error, at: location(of: path), "`\(key)`: \(text)\(meant)")
        }
        func unknown(_ group: String, of host: Hosting, _ path: String) -> InputProblem? {
            guard !host.groups.contains(group) else { return nil }
            return problem(path, "there is no \(host.word) `\(group)`", group, among: host.groups)
        }
        func host(_ service: String, _ kinds: Set<Hosting.Kind>) -> Hosting? {
            hosts.first { $0.name == service && kinds.contains($0.hosting.kind) }?.hosting
        }
        return slices.flatMap { $0.guestClaims(in: scenario) }.compactMap { claim in
            switch claim {
            case .carried(let group, let path):
                guard let carrier = hosts.first(where: { $0.hosting.kind == .carries })?.hosting else {
                    return problem(path, "no service of the scenario carries people", "", among: [])
                }
                return unknown(group, of: carrier, path)
            case .uses(let service, let group, let path):
                guard let used = host(service, [.visited, .joined]) else {
                    return problem(
                        "\(path).service", "no service `\(service)` of the scenario is one that people go to", service,
                        among: hosts.filter { $0.hosting.kind != .carries }.map(\.name))
                }
                return unknown(group, of: used, "\(path).like")
            case .visits(let service, let path):
                // Whether it is in the scenario is said where it is used.
                guard host(service, [.joined]) != nil else { return nil }
                return problem(
                    path,
                    "people take part in `\(service)` when that is held, and do not go there at a time of their own",
                    service, among: [])
            }
        }
    }
}
