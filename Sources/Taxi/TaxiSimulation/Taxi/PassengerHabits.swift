// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import RandomStreams

/// The habits that the passengers of one group share, made ready for drawing.
final class PassengerHabits: Sendable {
    let group: PassengerGroup
    let index: Int
    let travelers: PreparedTable?
    let origin: ZoneChooser?
    let destination: DestinationChooser
    /// Time between calls of one person; nil for people who call once.
    let thinking: Distribution?
    /// Whether any of them reserves or shares.
    let usesModules: Bool
    /// Whether people keep their session between calls.
    let staysLoggedIn: Bool

    init(_ group: PassengerGroup, index: Int, layout: any ZoneLayout) {
        self.group = group
        self.index = index
        travelers = PreparedTable(weights: group.travelers.map(\.weight))
        origin = ZoneChooser(group.origin, layout: layout)
        destination = DestinationChooser(group.destination, layout: layout)
        let hasReservedRows =
            if case .trace(let rows) = group.demand { rows.contains { $0.pickUp != nil } } else { false }
        usesModules = group.reserving.share > 0 || group.sharing.willing > 0 || hasReservedRows
        switch group.demand {
        case .population(_, let thinking):
            self.thinking = thinking
            staysLoggedIn = true
        case .arrivals, .trace, .table:
            thinking = nil
            staysLoggedIn = false
        }
    }

    /// A place to go to from a zone: three numbers of the stream. A call for the same reason as in `PopulationCity`.
    @inline(never)
    func destination(from origin: ZoneID?, _ stream: inout RandomStream) -> Place {
        destination.place(from: origin, &stream)
    }

    /// The time until the next wish; nil for people who call once.
    @inline(never)
    func thinkingTime(_ stream: inout RandomStream) -> TimeSpan? { thinking.map { stream.time($0) } }

    /// What using the client takes and gives: the same numbers are drawn for every client.
    @inline(never)
    func useClient(
        _ stream: inout RandomStream
    ) -> (isWeb: Bool, radius: Distance, typing: TimeSpan, confirming: TimeSpan) {
        let isWeb = stream.chance(group.client.web)
        let radius = stream.distance(group.client.gpsRadius)
        let typing = stream.time(group.client.typing)
        return (isWeb, radius, typing, stream.time(group.client.confirming))
    }

    /// A number of travelers: one number of the stream.
    func drawTravelers(_ stream: inout RandomStream) -> Int32 {
        guard let travelers else { return 1 }
        return group.travelers[stream.pick(travelers)].seats
    }
}
