// SPDX-License-Identifier: GPL-3.0-or-later

import AmbulanceRules
import CityModel
import Testing

/// Who is sent, who waits, where people are brought, and when shifts change.
struct DispatchTests {
    @Test("DEC-HEALTH-AMBULANCE: the nearest free ambulance is sent, then the next one, then the call waits")
    func nearest() {
        var town = AmbulanceTown(ambulances: [3000, 900, 1200])
        for _ in 0..<4 { town.call(from: 1000) }
        #expect(town.sent == ["0: 2 to 1 from station", "0: 3 to 2 from station", "0: 1 to 3 from station"])
        #expect(town.rules.queued == 1 && town.last == .callAssessed(call: AmbulanceCallID(4), isQueued: true))
    }

    @Test("Of several that are as near, the one that has been free for longest is sent")
    func longestFree() {
        var town = AmbulanceTown(ambulances: [0, 0])
        town.call(from: 0)
        town.report(1, .departed, .arrived)
        town.at(60)
        town.report(1, .cleared, .home)
        town.call(from: 0)
        #expect(town.sent == ["0: 1 to 1 from station", "60: 2 to 2 from station"])
    }

    @Test("With a siren of 1.333 a drive of 999.75 s takes 750 s; the way home takes as long as any drive")
    func siren() {
        var town = AmbulanceTown(ambulances: [0], hospitals: [0]) { $0.siren = 1.333 }
        town.call(from: 9997.5)
        town.report(1, .departed)
        #expect(town.orders[AmbulanceID(1)] == .drive(expected: .seconds(750)))
        town.report(1, .arrived, .loaded(siren: true))
        #expect(town.orders[AmbulanceID(1)] == .transport(HospitalID(1), expected: .seconds(750)))
        town.report(1, .atHospital, .handedOver)
        town.at(10)
        town.call(from: 9997.5)
        town.report(1, .departed, .arrived, .loaded(siren: false))
        #expect(town.orders[AmbulanceID(1)] == .transport(HospitalID(1), expected: .milliseconds(999_750)))
        town.report(1, .atHospital, .handedOver)
        #expect(town.orders[AmbulanceID(1)] == .goHome(expected: .zero))
    }

    @Test(
        "A priority without siren drives to the scene as all others do; the nearest is still the one that is there first"
    )
    func plainPriority() {
        var town = AmbulanceTown(ambulances: [0], hospitals: [0]) {
            $0.siren = 1.333
            $0.plainPriorities = [2]
        }
        town.call(from: 9997.5, priority: 2)
        town.report(1, .departed)
        #expect(town.orders[AmbulanceID(1)] == .drive(expected: .milliseconds(999_750)))
        town.report(1, .arrived, .cleared, .home)
        town.call(from: 9997.5, priority: 1)
        town.report(1, .departed)
        #expect(town.orders[AmbulanceID(1)] == .drive(expected: .seconds(750)))
        #expect(town.violations.isEmpty)
    }

    @Test("A call of the instant at which a shift begins finds the ambulance")
    func shiftOfThisInstant() {
        var town = AmbulanceTown()
        town.addAmbulance(at: 0, hours: DailyHours(.hours(8), .hours(16)))
        town.at(8 * 3600)
        town.call(from: 1000)
        #expect(town.sent == ["28800: 1 to 1 from station"])
        town.fireDue()
        #expect(town.sent.count == 1 && town.violations.isEmpty)
    }

    @Test("A service without sirens: every drive takes as long as any other, to the scene and to the hospital")
    func noSiren() {
        var town = AmbulanceTown(ambulances: [0], hospitals: [0]) { $0.siren = 1 }
        town.call(from: 9997.5)
        town.report(1, .departed)
        #expect(town.orders[AmbulanceID(1)] == .drive(expected: .milliseconds(999_750)))
        town.report(1, .arrived, .loaded(siren: true))
        #expect(town.orders[AmbulanceID(1)] == .transport(HospitalID(1), expected: .milliseconds(999_750)))
        #expect(town.violations.isEmpty)
    }

    @Test("An ambulance that never arrives keeps its call open and is not sent again; others serve what comes")
    func neverArrives() {
        var town = AmbulanceTown(ambulances: [])
        town.addAmbulance(at: 0, hours: DailyHours(.zero, .hours(20)))
        town.addAmbulance(at: 9000)
        town.at(100)
        town.sos(7, at: 100)
        town.report(1, .departed)
        // Its shift ends, a day passes, and nothing is heard of it: the time that closes a call runs from an arrival.
        town.at(.epoch + .hours(48))
        town.fireDue()
        #expect(town.closed.isEmpty && town.story("ambulanceArrived").isEmpty && town.rules.freeAmbulances == 1)
        town.sos(7, at: 100)
        #expect(town.answers.last == .alreadyOpen(AmbulanceCallID(1)) && town.sent.count == 1)
        town.sos(8, at: 100)
        #expect(town.sent.last == "172800: 2 to 2 from station")
        // With the other one at work a third call waits, and does not get the one that is lost.
        town.sos(9, at: 100)
        #expect(town.sent.count == 2 && town.rules.queued == 1)
        town.report(2, .departed, .arrived, .cleared)
        #expect(town.sent.last == "172800: 2 to 3 from road" && town.rules.openCalls == 2)
        #expect(town.violations.isEmpty)
    }

    @Test("DEC-HEALTH-AMBULANCE: on its way home an ambulance is sent again, from where it is by then")
    func onTheWayHome() {
        var town = AmbulanceTown(ambulances: [0, 9000])
        town.call(from: 4000)
        town.report(1, .departed, .arrived)
        town.at(1000)
        town.report(1, .cleared)
        #expect(town.orders[AmbulanceID(1)] == .goHome(expected: .seconds(400)))
        // At 1100 s it has come from 4000 m to 3000 m, which is nearer to 5900 m than 9000 m is.
        town.at(1100)
        town.call(from: 5900)
        #expect(
            town.last
                == .ambulanceSent(
                    ambulance: AmbulanceID(1), call: AmbulanceCallID(2), place: east(3000), origin: .road,
                    expected: .seconds(290)))
        // At 6100 m the other one would be nearer.
        town.report(1, .departed, .arrived, .cleared)
        town.at(1200)
        town.call(from: 8000)
        #expect(town.sent.last == "1200: 2 to 3 from station" && town.violations.isEmpty)
    }

    @Test("Whoever waits is served by priority, then in order of receipt, not by distance")
    func order() {
        var town = AmbulanceTown(ambulances: [0])
        town.call(from: 0, priority: 2)
        for (metres, priority) in [(100.0, 3), (100, 2), (9000, 1), (100, 1), (100, 2)] {
            town.call(from: metres, priority: Int32(priority))
        }
        for _ in 0..<5 { town.report(1, .departed, .arrived, .cleared) }
        #expect(
            town.sent.dropFirst().map { $0 } == [4, 5, 3, 6, 2].map { "0: 1 to \($0) from road" })
        #expect(town.violations.isEmpty)
    }

    @Test("An ambulance on its way to a less urgent call stays with it: no rule of the catalogue takes it away")
    func staysWithItsCall() {
        var town = AmbulanceTown(ambulances: [0])
        town.call(from: 5000, priority: 3)
        town.report(1, .departed)
        town.call(from: 10, priority: 1)
        #expect(town.sent.count == 1 && town.rules.queued == 1)
        town.report(1, .arrived, .cleared)
        #expect(town.sent.count == 2)
    }

    @Test("A call of somebody waits for its call-taker, an SOS for nobody")
    func assessment() {
        var town = AmbulanceTown(ambulances: [0, 0])
        town.take(.call(east(10), priority: 1))
        #expect(town.toAssess == [AmbulanceCallID(1)] && town.sent.isEmpty)
        town.sos(7, at: 10)
        #expect(town.sent == ["0: 1 to 2 from station"])
        town.at(75)
        town.take(.assessed(AmbulanceCallID(1)))
        #expect(town.sent.last == "75: 2 to 1 from station")
    }

    @Test("The right hospital is the one that is reached first of those that are open; when none is, the nearest")
    func hospital() {
        var town = AmbulanceTown(ambulances: [0, 0, 0], hospitals: [])
        town.addHospital(at: 2000, hours: DailyHours(.hours(8), .hours(20)))
        town.addHospital(at: 5000, hours: DailyHours(.hours(6), .hours(22)))
        for (ambulance, hour, hospital) in [(1, 7, 2), (2, 8, 1), (3, 23, 1)] {
            town.at(hour * 3600)
            town.call(from: 1000)
            town.report(ambulance, .departed, .arrived, .loaded(siren: false))
            #expect(
                town.orders[AmbulanceID(ambulance)]
                    == .transport(HospitalID(hospital), expected: .seconds(hospital == 1 ? 100 : 400)), "\(hour)")
        }
    }

    @Test("A shift begins and ends with its hours; whoever serves a call ends it after the call")
    func shifts() {
        var town = AmbulanceTown(ambulances: [])
        town.addAmbulance(at: 0, hours: DailyHours(.hours(8), .hours(20)))
        town.addAmbulance(at: 5000, hours: DailyHours(.hours(20), .hours(8)))
        town.at(3600)
        town.call(from: 0)
        #expect(town.sent == ["3600: 2 to 1 from station"])
        // A second call waits for the shift of the other one.
        town.call(from: 0)
        town.at(8 * 3600)
        town.fireDue()
        #expect(town.sent.last == "28800: 1 to 2 from station")
        #expect(town.rules.freeAmbulances == 0)
        town.at(9 * 3600)
        town.report(2, .departed, .arrived, .cleared)
        #expect(town.orders[AmbulanceID(2)] == .standDown && town.rules.freeAmbulances == 0)
        town.report(1, .departed, .arrived, .cleared)
        town.at(20 * 3600)
        town.fireDue()
        #expect(town.orders[AmbulanceID(1)] == .standDown)
        #expect(
            town.story("dutyChanged").map { $0.prefix { $0 != " " } } == [
                "0", "28800", "32400", "72000", "72000",
            ])
        #expect(town.violations.isEmpty && town.rules.freeAmbulances == 1)
    }

    @Test("Hours of a day: within, over midnight, all day, and when they change next")
    func hours() {
        let night = DailyHours(.hours(20), .hours(8))
        let day = DailyHours(.hours(8), .hours(24))
        func at(_ hour: Int) -> CityTime { .seconds(hour * 3600) }
        #expect([0, 7, 8, 19, 20, 23].map { night.contains(at($0)) } == [true, true, false, false, true, true])
        #expect([7, 8, 23, 24].map { day.contains(at($0)) } == [false, true, true, false])
        #expect(night.nextChange(after: at(7)) == at(8) && night.nextChange(after: at(8)) == at(20))
        #expect(night.nextChange(after: at(20)) == at(32) && day.nextChange(after: at(9)) == at(24))
        #expect(day.nextChange(after: at(24)) == at(32) && DailyHours.always.nextChange(after: at(1)) == .never)
        #expect(DailyHours(.hours(3), .hours(3)).isAlways && DailyHours.always.contains(at(0)))
    }
}
