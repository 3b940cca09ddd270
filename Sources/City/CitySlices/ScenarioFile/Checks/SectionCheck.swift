// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// Checks of a service's section that its keys alone cannot make: each problem is reported at its location in the file.
package protocol SectionCheck {
    /// The key of the section in a scenario file.
    static var key: String { get }
    /// The file as read.
    var read: ReadScenario { get }
    /// What was found so far.
    var problems: [InputProblem] { get set }
}

extension SectionCheck {
    /// Adds a problem at a path below the section's key, such as `stations.0.name`.
    package mutating func note(_ path: String, _ message: String, _ severity: InputProblem.Severity = .error) {
        problems.append(InputProblem(severity, at: read.location(of: "\(Self.key).\(path)"), message))
    }

    /// A number in a message: with at most two decimals, and none for whole numbers.
    package static func text(_ value: Double) -> String { numberText((value * 100).rounded() / 100) }

    /// Each name that an earlier entry has already, with its place.
    package static func twins(_ names: [String]) -> [(index: Int, name: String)] {
        names.enumerated().filter { names[..<$0].contains($1) }.map { (index: $0, name: $1) }
    }

    /// Notes every name of a list that an earlier entry has already.
    package mutating func noteTwins(_ names: [String], _ list: String) {
        for (index, name) in Self.twins(names) {
            note("\(list).\(index).name", "`name`: two \(list) are named `\(name)`; names must be unique")
        }
    }

    /// Notes a name that is none of these, with the one that is meant, if any is near: `what` is "race", say.
    package mutating func noteUnknown(_ path: String, _ what: String, _ name: String, among names: [String]) {
        guard !names.contains(name) else { return }
        let key = path.split(separator: ".").last.map(String.init) ?? path
        let meant = nearestName(to: name, among: names).map { "; did you mean `\($0)`?" } ?? ""
        note(path, "`\(key)`: there is no \(what) `\(name)`\(meant)")
    }
}
