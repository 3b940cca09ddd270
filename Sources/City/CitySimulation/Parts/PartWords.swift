// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
package import Reporting

/// What people may write behind a metric's name, as far as that is known without a scenario.
struct PartWords {
    let slices: [any ServiceSlice]

    /// A metric with the service that it is of.
    struct Told {
        let about: MetricDescription
        let slice: any ServiceSlice

        /// What it may be told by, for a message.
        var allowed: String {
            let kinds: [(PartDimensions, String)] = [
                (.window, "a window of the clock (`@17:00-23:00`)"), (.zone, "a zone (`@zone=6`)"),
                (.group, "a group (`@group=NAME`)"),
                (.site, "a \(slice.site ?? "site") (`@\(slice.site ?? "site")=2`)"),
            ]
            let words = kinds.filter { about.parts.contains($0.0) }.map(\.1)
            return words.isEmpty ? "the whole run alone" : words.joined(separator: ", ")
        }
    }

    /// A metric of these services; nil for one of another.
    func told(_ metric: String) -> Told? {
        if let about = MetricDescription.host.first(where: { $0.name == metric }) {
            return slices.first.map { Told(about: about, slice: $0) }
        }
        for slice in slices {
            if let about = slice.metrics.first(where: { $0.name == metric }) { return Told(about: about, slice: slice) }
        }
        return nil
    }

    /// What a piece of a part is about.
    ///
    /// - Throws: `PartProblem` when it is nothing that a part can be, or nothing that the metric can be told by.
    func kind(
        of piece: PartedName.Piece, _ name: PartedName, of metric: Told
    ) throws(PartProblem) -> PartDimensions {
        let words = ["zone", "group"] + slices.compactMap(\.site)
        let (kind, word): (PartDimensions, String)
        switch piece {
        case .window: (kind, word) = (.window, "a window of the clock")
        case .unreadable(let text):
            let near = text.firstIndex(of: "=") == nil ? nearestName(to: text, among: words) : nil
            throw PartProblem(
                "`\(text)` in `\(name.metric)@\(name.text)` is no part of a run; `\(name.metric)` is told by \(metric.allowed)"
                    + (near.map { "; did you mean `\($0)=`?" } ?? ""))
        case .named("zone", _): (kind, word) = (.zone, "zone")
        case .named("group", _): (kind, word) = (.group, "group")
        case .named(let other, _):
            guard words.contains(other) else {
                let near = nearestName(to: other, among: words)
                throw PartProblem(
                    "unknown part `\(other)` in `\(name.metric)@\(name.text)`; `\(name.metric)` is told by \(metric.allowed)"
                        + (near.map { "; did you mean `\($0)`?" } ?? ""))
            }
            (kind, word) = (other == metric.slice.site ? .site : .wholeRun, other)
        }
        guard !kind.isEmpty, metric.about.parts.contains(kind) else {
            throw PartProblem("`\(name.metric)` cannot be told by \(word); it is told by \(metric.allowed)")
        }
        return kind
    }

    /// What the pieces of a part are about, each once.
    func kinds(_ name: PartedName, of metric: Told) throws(PartProblem) -> [(PartedName.Piece, PartDimensions)] {
        var found: [(PartedName.Piece, PartDimensions)] = []
        for piece in name.pieces {
            let kind = try kind(of: piece, name, of: metric)
            guard !found.contains(where: { $0.1 == kind }) else {
                throw PartProblem("`\(name.metric)@\(name.text)` names two parts of one kind; one of each is allowed")
            }
            found.append((piece, kind))
        }
        return found
    }
}

extension MetricDescription {
    /// What is wrong with the part behind a metric's name, as far as that is known without a scenario; nil when nothing is, for
    /// a metric of the whole run, and when there is no such metric.
    package static func partProblem(_ name: String) -> PartProblem? {
        let words = PartWords(slices: Slices.all)
        guard let parted = PartedName(name), let metric = words.told(parted.metric) else { return nil }
        do throws(PartProblem) {
            _ = try words.kinds(parted, of: metric)
            return nil
        } catch {
            return error
        }
    }
}
