// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import RuleTestKit
import TaxiRules
import Testing

/// Who of a group is on duty.
@Suite struct DutyRosterTests {
    private static func drivers(_ numbers: [Int]) -> [DriverID] { numbers.map { DriverID($0) } }
    private static let now = CityTime.epoch

    @Test("Who has been off longest comes, who has been on longest and is free goes")
    func order() {
        var roster = DutyRoster(Self.drivers([1, 2, 3, 4]))
        #expect(roster.want(3, at: Self.now) { _ in true } == Self.drivers([1, 2, 3]).map { .call($0) })
        // Driver 1 has a ride.
        #expect(roster.want(2, at: Self.now) { $0 != DriverID(1) } == [.release(DriverID(2))])
        #expect(roster.onDuty == Self.drivers([1, 3]) && roster.leaving == Self.drivers([2]))
        roster.checkInvariants()
        #expect(roster.left(DriverID(2), at: Self.now).isEmpty)
        // Driver 4 has been off since the beginning, driver 2 has just left.
        #expect(roster.want(4, at: Self.now) { _ in true } == Self.drivers([4, 2]).map { .call($0) })
        roster.checkInvariants()
        #expect(roster.onDuty == Self.drivers([1, 3, 4, 2]) && roster.away.isEmpty)
    }

    @Test("Where too few are free, those who have been on longest go after their rides, and count until they are off")
    func busy() {
        var roster = DutyRoster(Self.drivers([1, 2, 3]))
        _ = roster.want(3, at: Self.now) { _ in true }
        #expect(roster.want(1, at: Self.now) { $0 == DriverID(3) } == Self.drivers([3, 1]).map { .release($0) })
        // Two are wanted again: the two who leave are still there, so nobody comes before one is off.
        #expect(roster.want(2, at: Self.now) { _ in true }.isEmpty)
        #expect(roster.left(DriverID(3), at: Self.now).isEmpty)
        #expect(roster.left(DriverID(1), at: Self.now) == [.call(DriverID(3))])
        roster.checkInvariants()
    }

    @Test("A driver whose own time is over goes, and another comes when that one is off")
    func time() {
        var roster = DutyRoster(Self.drivers([1, 2]))
        _ = roster.want(1, at: Self.now) { _ in true }
        #expect(roster.timeIsOver(of: DriverID(1), at: Self.now) == [.release(DriverID(1))])
        #expect(
            roster.timeIsOver(of: DriverID(1), at: Self.now).isEmpty
                && roster.timeIsOver(of: DriverID(2), at: Self.now).isEmpty)
        #expect(roster.left(DriverID(1), at: Self.now) == [.call(DriverID(2))])
        roster.checkInvariants()
    }

    @Test("Any story keeps the number as wanted, but for those whose rides last", arguments: 0..<300)
    func stories(seed: Int) {
        var numbers = SplitMix64(seed: seed)
        let count = numbers.number(1...12)
        var roster = DutyRoster((1...count).map { DriverID($0) })
        for _ in 0..<200 {
            var directives: [RosterDirective]
            switch numbers.number(0...3) {
            case 0, 1:
                let busy = Set((1...count).filter { _ in numbers.number(0...2) == 0 }.map { DriverID($0) })
                directives = roster.want(numbers.number(0...count), at: Self.now) { !busy.contains($0) }
            case 2: directives = roster.onDuty.last.map { roster.timeIsOver(of: $0, at: Self.now) } ?? []
            default: directives = roster.leaving.first.map { roster.left($0, at: Self.now) } ?? []
            }
            roster.checkInvariants()
            #expect(roster.onDuty.count <= max(roster.wanted, 0))
            #expect(roster.away.count + roster.onDuty.count + roster.leaving.count == count)
            for directive in directives {
                switch directive {
                case .call(let driver): #expect(roster.onDuty.contains(driver))
                case .release(let driver): #expect(roster.leaving.contains(driver))
                }
            }
            directives = []
        }
    }
}
