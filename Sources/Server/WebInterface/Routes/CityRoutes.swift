// SPDX-License-Identifier: GPL-3.0-or-later
import Accounts
import CityGateway
import CityLoop
package import CityModel

/// What the city is: its zones for everybody, and how its taxis are for its dispatcher.
enum CityRoutes {
    static let all: [Route] = [
        Route(.get, "/zones", "zones") { call, form throws(Problem) in
            let answer = WebAnswer(200, ["zones": .list(call.layout.zones.map(json))])
            return { _ in answer }
        },
        Route(.get, "/board", "board") { call, form throws(Problem) in
            let board = try call.board()
            return { city in
                board.bringUpToDate()
                return WebAnswer(200, board.events.json(at: city.loop.now, call.layout))
            }
        },
    ]

    /// Outlines as GeoJSON has the coordinates of a MultiPolygon.
    private static func json(_ zone: ZoneRecord) -> JSONValue {
        func number(_ value: Double) -> JSONValue { .number((value * 1e7).rounded() / 1e7) }
        let outline = zone.outline.map { polygon -> JSONValue in
            .list(
                polygon.map { ring -> JSONValue in
                    .list(ring.map { .list([number($0.longitude), number($0.latitude)]) })
                })
        }
        return ["zone": JSONValue(zone.id), "name": .text(zone.label), "outline": .list(outline)]
    }
}

/// The board of a city's dispatcher, and who may read it.
package struct WebBoard: Sendable {
    let events: TaxiBoard
    let log: EventLog
    /// Stands for the key that the dispatcher has.
    let key: Token

    /// A board that follows this log, for whoever has the key.
    package init(_ events: TaxiBoard, of log: EventLog, key: String) {
        (self.events, self.log, self.key) = (events, log, RecordedSecrets.token(of: key))
    }

    /// Brings what the log has not handed on yet. On the loop.
    func bringUpToDate() { log.flush() }
}
