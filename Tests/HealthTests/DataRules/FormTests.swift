// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Foundation
import HealthRules
import Testing

/// Messages, notices and events as files and clients have them.
struct FormTests {
    @Test("Every message is read back from JSON as it was written")
    func messages() throws {
        let party = ThirdPartyID(1)
        let query = GroupQuery(
            GroupCriteria(youngest: 18, oldest: 23, area: PlaceRectangle(.origin, .origin), areaKind: .position), .all,
            interval: .hours(1), count: 3, waits: true)
        let messages: [DataMessage] = [
            .person(party, number: "N", .request), .person(party, number: "N", .read(from: .epoch, to: .never)),
            .person(party, number: "N", .subscribe), .person(party, number: "N", .unsubscribe),
            .group(party, .ask(query)), .group(party, .subscribe(query)), .group(party, .stop(GroupID(1))),
            .consent(WearerID(1), .list), .consent(WearerID(1), .answer(party, isYes: true)),
            .consent(WearerID(1), .withdraw(party)), .consent(WearerID(1), .stopSubscription(party)),
            .guest(7, organiser: 1, .ask),
        ]
        for message in messages {
            let data = try JSONEncoder().encode(message)
            #expect(try JSONDecoder().decode(DataMessage.self, from: data) == message)
        }
        #expect(messages[0].admission == .role(.thirdParty(party)))
        #expect(messages[7].admission == .role(Role(RoleName(number: 60), 1)))
        #expect(messages.map(\.traits.kind.number) == [70, 70, 70, 70, 71, 71, 71, 72, 72, 72, 72, 72])
    }

    @Test("The values of a delivered batch are in its event, none to five")
    func values() {
        for count in 0...5 {
            let list = (0..<count).map { HealthValue(.example($0), hundredths: Int32(-$0)) }
            #expect(BatchValues(list).list == list && BatchValues(list).count == count)
        }
        #expect(DataEvent.kinds.map(\.code).allSatisfy { (400...499).contains($0) })
        for kind in DataEvent.kinds { #expect(DataEvent.examples.count { $0.code == kind.code } == 1) }
    }
}
