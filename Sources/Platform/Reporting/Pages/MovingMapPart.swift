// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Foundation

/// A map of a run on its page that moves: where everybody of a service was at every time.
package protocol MovingMapPart: Sendable {
    /// Its section of the page.
    var section: String { get }
    /// What it adds to the page's style.
    var style: String { get }
    /// Its scripts, at the end of the page.
    var scripts: String { get }
    /// Where its numbers belong in them.
    var mark: Data { get }
    /// What the program says of a map that was given up; nil for one that is there.
    var remark: String? { get }
    /// Gives its numbers piece by piece.
    func eachPiece(_ take: (Data) throws(OutputProblem) -> Void) throws(OutputProblem)
}

/// Gathers such a map while a run goes on.
package protocol MovingMapObserver: EventObserver {
    /// The map; nil before the end of the run.
    var part: (any MovingMapPart)? { get }
}

/// Whether the report of a run has a moving map.
package enum MovingMapWish: Sendable {
    case never
    /// It has one that takes at most 15 MB of the page.
    case small
    /// It has one that takes at most 100 MB.
    case large

    /// How many bytes the map may take on the page; nil for none.
    package var limit: Int? {
        switch self {
        case .never: nil
        case .small: 15_000_000
        case .large: 100_000_000
        }
    }
}
