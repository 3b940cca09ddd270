// SPDX-License-Identifier: GPL-3.0-or-later

import CityLoop
import CityModel
import RuleTestKit
import TaxiRules
import Testing

/// Danger: a kind of event is described once, so a slip there is everywhere.
@Suite struct KindTests {
    private static let services: [any Event.Type] = [
        TaxiEvent.self, ReservationEvent.self, SharingEvent.self, AccountEvent.self, TaxiAccountEvent.self,
        ServerEvent.self, ClientEvent.self,
        ToyEvent.self, ToyRemark.self,
    ]

    @Test("Every example, and every variant of it, comes back equal from its own line of JSON")
    func roundTrip() throws {
        func judge<Fact: Event>(_ type: Fact.Type) throws {
            for kind in Fact.kinds {
                for event in [kind.example] + (Fact.self == ToyRemark.self ? [] : try kind.variants()) {
                    // Swapped fields of one type would come back swapped.
                    #expect(try kind.read(kind.values(of: event)) == event, "\(event)")
                    #expect(event.code == kind.code)
                }
            }
        }
        for service in Self.services { try judge(service) }
    }

    @Test("What is absent comes back absent, and what does not fit is refused")
    func absent() throws {
        let events: [ToyRemark] = [
            .signed(fountain: 1, text: "quoted \"\\\" and\nbroken, äöü", hint: nil),
            .signed(fountain: 2, text: "", hint: ""),
            .tested(fountain: 3, water: Water(hardness: 0.25, found: []), before: nil),
        ]
        for event in events {
            let kind = try #require(ToyRemark.kinds.first { $0.code == event.code })
            #expect(try kind.read(kind.values(of: event)) == event)
        }
        let notice = TaxiEvent.passengerNotified(
            passenger: PassengerID(1), request: RequestID(2), kind: .stored, reason: nil, taxi: nil, eta: nil,
            position: nil)
        let kind = try #require(TaxiEvent.kinds.first { $0.name == "passengerNotified" })
        let values = try kind.values(of: notice)
        #expect(values.filter { $0 == .null }.count == 5)
        #expect(try kind.read(values) == notice)
        #expect(throws: UnreadableField.self) { try kind.read(values.reversed()) }
        #expect(throws: UnreadableField.self) { try kind.read(values + [.null]) }
    }

    @Test("Kinds are numbered and named once over all services of the city")
    func unique() {
        func kinds<Fact: Event>(_ type: Fact.Type) -> [(UInt16, String)] { Fact.kinds.map { ($0.code, $0.name) } }
        let all = Self.services.dropLast(2).flatMap { kinds($0) }
        #expect(Set(all.map(\.0)).count == all.count)
        #expect(Set(all.map(\.1)).count == all.count)
        #expect(all.count == 127)
    }

    @Test("Numbers of kinds go up to 65,535: each has its own text, count and fingerprint")
    func numbers() {
        let events: [NumberedEvent] = [.low(number: 7), .high(number: 7), .swapped(number: 7), .last(number: 7)]
        #expect(events.map(\.code) == [0x2c, 0x012c, 0x2c01, 0xffff])
        #expect(events.map(\.name) == ["low", "high", "swapped", "last"])
        let prints = events.map { event in
            let (loop, print) = (CityLoop(), Fingerprint())
            let log = EventLog(loop)
            log.add(print)
            let channel = log.channel(NumberedEvent.self)
            loop.runTurn(at: .epoch) { channel.note(event) }
            log.finish(at: loop.now)
            return print.hex
        }
        #expect(Set(prints).count == 4)
        var text = EventText(NumberedEvent.self)
        text.line(Record(number: 1, time: .epoch, turn: 1, event: NumberedEvent.last(number: 7)))
        #expect(
            String(decoding: text.bytes, as: UTF8.self) == #"{"number":1,"timeNs":0,"event":"last","number":7}"# + "\n")
    }

    @Test("Events of every running city are plain bytes: one text in an enum would slow all its events")
    func plainBytes() {
        #expect(_isPOD(Record<TaxiEvent>.self))
        #expect(_isPOD(Record<ReservationEvent>.self))
        #expect(_isPOD(Record<SharingEvent>.self))
        #expect(_isPOD(Record<AccountEvent>.self))
        #expect(_isPOD(Record<ServerEvent>.self))
        #expect(_isPOD(Record<ClientEvent>.self))
        #expect(!_isPOD(Record<ToyRemark>.self))
    }

    @Test("The line of an event with text")
    func text() {
        var text = EventText(ToyRemark.self)
        text.line(
            Record(
                number: 7, time: .seconds(1), turn: 1, event: ToyRemark.signed(fountain: -3, text: "a\"b\n", hint: nil))
        )
        #expect(
            String(decoding: text.bytes, as: UTF8.self)
                == #"{"number":7,"timeNs":1000000000,"event":"signed","fountain":-3,"text":"a\"b\u000a","hint":null}"#
                + "\n")
    }
}
