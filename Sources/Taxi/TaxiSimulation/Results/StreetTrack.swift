// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel
package import Reporting
package import TaxiRules

/// One taxi's run on the map: where it was seen, and between two sightings the quickest way along the streets.
///
/// The service knows the reports alone; what lies between them is interpolated by the city's router, and said to be.
package final class StreetTrack: EventObserver {
    /// What a taxi is about.
    private enum Phase: Int, CaseIterable {
        case waiting, toPickUp, riding, offShift

        var words: String {
            switch self {
            case .waiting: "waiting for a call, or on the way to a rank"
            case .toPickUp: "to the pick-up"
            case .riding: "with a passenger"
            case .offShift: "out of service"
            }
        }

        var colour: String {
            switch self {
            case .waiting: "#3b7dd8"
            case .toPickUp: "#d9822b"
            case .riding: "#c0392b"
            case .offShift: "#8a939c"
            }
        }
    }

    private struct Sighting {
        let time: CityTime
        let place: Place
        let phase: Phase
    }

    private let driver: DriverID
    private var phase = Phase.offShift
    private var sightings: [Sighting] = []

    /// Watches the taxi of a driver.
    package init(driver: DriverID) { self.driver = driver }

    package func subscribe(to feed: EventFeed) {
        feed.on(TaxiEvent.self) { [self] records in
            for index in records.indices { take(records[index].event, at: records[index].time) }
        }
    }

    private func take(_ event: TaxiEvent, at now: CityTime) {
        if case .positionReported(driver, let place, _) = event {
            sightings.append(Sighting(time: now, place: place, phase: phase))
        } else if case .navigationStarted(_, driver, _) = event {
            phase = .toPickUp
        } else if case .passengerAboard(_, _, driver, _, _) = event {
            phase = .riding
        } else if case .statusChanged(driver, _, let status, _) = event, status != .busy {
            phase = status == .offShift ? .offShift : .waiting
        }
    }

    /// The drawing; nil when the taxi was never seen, or the city has no streets or no place on the globe.
    package func picture(_ context: RunContext) -> String? {
        guard let travel = context.travel, let layout = context.layout, !sightings.isEmpty else { return nil }
        let streets = travel.streets
        guard !streets.isEmpty else { return nil }
        var tracks: [StreetPicture.Track] = []
        let legs = zip(sightings, sightings.dropFirst())
        for phase in Phase.allCases {
            let seen = sightings.filter { $0.phase == phase }
            // Who has come to the next sighting was about what that one says.
            let lines = legs.filter { $1.phase == phase && $0.place != $1.place }.map { from, to in
                Self.way(from.place, to.place, at: from.time, travel).map(layout.geographic)
            }
            guard !seen.isEmpty else { continue }
            tracks.append(
                StreetPicture.Track(
                    words: phase.words, colour: phase.colour, lines: lines,
                    sightings: seen.map { layout.geographic($0.place) }))
        }
        return StreetPicture(
            title: "\(context.title): the taxi of driver \(driver.number)", zones: context.zones,
            streets: streets, tracks: tracks,
            notes: [
                "Dots: the \(sightings.count) positions that the taxi reported.",
                "Lines between them are interpolated: the quickest way along the streets, which it may not have driven.",
            ]
        ).svg
    }

    /// The way between two sightings, every 25 m or so.
    private static func way(_ start: Place, _ end: Place, at time: CityTime, _ travel: any Router) -> [Place] {
        let journey = travel.drive(from: start, to: end, leaving: time, user: .licensed)
        let path = journey.path
        let count = max(1, min(400, Int(journey.distance.inMetres / 25)))
        return (0...count).map { path.place(at: Double($0) / Double(count)) }
    }
}
