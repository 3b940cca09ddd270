// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Testing

/// SOS calls: one ambulance for each, one open call a person, and how calls end.
struct SOSTests {
    @Test("HEALTH-SOS-AMBULANCE: one free ambulance 4 km away at 40 km/h is sent at once and arrives 6 min later")
    func sixMinutes() {
        var town = AmbulanceTown(ambulances: [4000], speed: 40 / 3.6)
        town.at(100)
        town.sos(7, at: 0)
        #expect(
            town.notes.suffix(3).map(\.event) == [
                .callReceived(call: AmbulanceCallID(1), place: east(0), priority: 1, patient: PatientID(7)),
                .callAssessed(call: AmbulanceCallID(1), isQueued: false),
                .ambulanceSent(
                    ambulance: AmbulanceID(1), call: AmbulanceCallID(1), place: east(4000), origin: .station,
                    expected: .minutes(6)),
            ])
        #expect(town.answers == [.taken(AmbulanceCallID(1))])
        town.report(1, .departed)
        #expect(town.orders[AmbulanceID(1)] == .drive(expected: .minutes(6)))
        town.at(460)
        town.report(1, .arrived)
        #expect(town.story("ambulanceSent", "ambulanceArrived") == ["100 ambulanceSent", "460 ambulanceArrived"])
        #expect(town.violations.isEmpty)
    }

    @Test("INV-AtMostOneAmbulance: dangers at 100 s and at 110 s, the call still open: one is sent, one is suppressed")
    func oneOpenCall() {
        var town = AmbulanceTown(ambulances: [1000, 2000], hospitals: [500])
        town.at(100)
        town.sos(7, at: 0)
        town.at(110)
        town.sos(7, at: 50)
        #expect(
            town.story("ambulanceSent", "sosSuppressed") == ["100 ambulanceSent", "110 sosSuppressed"])
        #expect(town.last == .sosSuppressed(patient: PatientID(7), call: AmbulanceCallID(1)))
        #expect(town.answers == [.taken(AmbulanceCallID(1)), .alreadyOpen(AmbulanceCallID(1))])
        // Somebody else is not meant, and after the handover the same person may be in danger again.
        town.sos(8, at: 0)
        town.report(1, .departed, .arrived, .loaded(siren: true), .atHospital)
        town.sos(7, at: 0)
        #expect(town.answers.last == .alreadyOpen(AmbulanceCallID(1)))
        town.report(1, .handedOver)
        town.sos(7, at: 0)
        #expect(town.answers.last == .taken(AmbulanceCallID(3)) && town.violations.isEmpty)
        #expect(town.rules.openCall(of: PatientID(7)) == AmbulanceCallID(3))
    }

    @Test("INV-AtMostOneAmbulance: a call that waits is open, too")
    func waitingIsOpen() {
        var town = AmbulanceTown(ambulances: [])
        town.sos(7, at: 0)
        town.at(.epoch + .hours(48))
        town.sos(7, at: 0)
        #expect(town.answers == [.taken(AmbulanceCallID(1)), .alreadyOpen(AmbulanceCallID(1))])
    }

    @Test("DEC-HEALTH-ONE-CALL: a call closes with the report of the handover, or that nobody is taken along")
    func closesByReport() {
        var town = AmbulanceTown(ambulances: [0, 0], hospitals: [500])
        town.call(from: 100)
        town.call(from: 200)
        town.report(1, .departed, .arrived, .loaded(siren: false), .atHospital)
        town.report(2, .departed, .arrived)
        #expect(town.closed.isEmpty)
        town.at(300)
        town.report(1, .handedOver)
        town.at(400)
        town.report(2, .cleared)
        #expect(town.closed == ["300: 1 handedOver", "400: 2 noTransport"])
        // Their times come, and nothing happens.
        town.at(9000)
        #expect(town.closed.count == 2 && town.violations.isEmpty)
    }

    @Test("DEC-HEALTH-ONE-CALL: without a report a call closes 60 min after the arrival; its ambulance stays with it")
    func closesByTime() {
        var town = AmbulanceTown(ambulances: [0], hospitals: [500])
        town.sos(7, at: 100)
        town.report(1, .departed)
        town.at(10)
        town.report(1, .arrived)
        town.at(3610)
        #expect(town.closed.isEmpty)
        town.fireDue()
        #expect(town.closed == ["3610: 1 timedOut"])
        // The person may call again, and the second ambulance is not the first.
        town.sos(7, at: 100)
        #expect(town.answers.last == .taken(AmbulanceCallID(2)) && town.rules.queued == 1)
        town.at(4000)
        town.report(1, .loaded(siren: false), .atHospital, .handedOver)
        #expect(town.closed.count == 1 && town.sent.last == "4000: 1 to 2 from road" && town.violations.isEmpty)
    }

    @Test("DEC-HEALTH-ONE-CALL: a report at the very instant is in time")
    func reportAtTheLimit() {
        var town = AmbulanceTown(ambulances: [0])
        town.sos(7, at: 100)
        town.report(1, .departed, .arrived)
        town.at(3600)
        town.report(1, .cleared)
        town.fireDue()
        #expect(town.closed == ["3600: 1 noTransport"] && town.violations.isEmpty)
    }

    @Test("DEC-HEALTH-ONE-CALL: a call that waits for an ambulance never closes by time")
    func waitsForever() {
        var town = AmbulanceTown(ambulances: [0])
        town.call(from: 100)
        town.sos(7, at: 100)
        town.at(.epoch + .hours(1000))
        town.fireDue()
        #expect(town.closed.isEmpty && town.rules.queued == 1 && town.rules.openCalls == 2)
        town.report(1, .departed, .arrived, .cleared)
        #expect(town.sent.count == 2 && town.rules.queued == 0)
    }
}
