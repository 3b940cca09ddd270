// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices
import Reporting

/// Watches that a person is held by one service at a time (SIM-10, DEC-ONE-PERSON).
final class PersonMonitor: EventObserver {
    private(set) var violations: [Violation] = []
    private var holders: [PersonID: ServiceID] = [:]
    private static let most = 1000

    func subscribe(to feed: EventFeed) {
        feed.on(PersonEvent.self) { [self] records in
            for index in records.indices { take(records[index]) }
        }
    }

    private func take(_ record: Record<PersonEvent>) {
        switch record.event {
        case .held(let person, let service, _):
            if let other = holders[person], other != service, violations.count < Self.most {
                violations.append(
                    Violation(
                        id: "SIM-10", time: record.time, number: record.number, actors: ["person \(person)"],
                        message: "\(service) takes a person whom \(other) holds"))
            }
            holders[person] = service
        case .released(let person, let service, _): if holders[person] == service { holders[person] = nil }
        }
    }
}
