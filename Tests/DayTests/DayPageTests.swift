// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySimulation
import CitySlices
import CityTestKit
import Foundation
import Reporting
import Testing
import TripRules

@testable import TripSimulation

/// What a reader is told of days and of the planner.
@Suite("Pages of days and of the planner")
struct DayPageTests {
    /// The cells of a table of a page, row by row, without its head; nil without it.
    private func cells(_ caption: String, in page: String) -> [[String]]? {
        guard let start = page.range(of: "<caption>\(caption)</caption>"),
            let end = page.range(of: "</table>", range: start.upperBound..<page.endIndex)
        else { return nil }
        return page[start.upperBound..<end.lowerBound].components(separatedBy: "<tr>").dropFirst(2).map { row in
            row.matches(of: /<td[^>]*>([^<]*)<\/td>/).map { String($0.1) }
        }
    }

    private func service(_ run: RoughMorning) throws -> ServiceResult {
        try #require(run.result.metrics.services.first { $0.name == "trips" })
    }

    private func number(_ text: String) -> Double { Double(text.filter { $0.isNumber || $0 == "." }) ?? -1 }

    @Test("activities stand worst first, and all that were expected are in their rows", arguments: [UInt64(1), 2])
    func kinds(_ seed: UInt64) throws {
        let run = try RoughMorning(seed: seed)
        let page = try service(run).pages.joined()
        let rows = try #require(cells("Which activities were held, late or missed", in: page))
        #expect(
            Set(rows.map { "\($0[0]) \($0[1])" }) == ["planners work", "planners call", "planners tea", "riders shift"])
        func sum(_ column: Int) -> Double { rows.reduce(0) { $0 + number($1[column]) } }
        #expect(sum(2) == run.metric("activities") && sum(4) == run.metric("inTime"))
        #expect(sum(5) == run.metric("late") && sum(6) == run.metric("missed"))
        #expect(sum(2) == sum(4) + sum(5) + sum(6) + sum(7))
        let shares = rows.map { number($0[3]) }
        #expect(shares == shares.sorted(by: >) && shares[0] > 0)
        for row in rows {
            let (failed, judged) = (number(row[5]) + number(row[6]), number(row[4]) + number(row[5]) + number(row[6]))
            #expect(abs(number(row[3]) - 100 * failed / judged) < 0.051, "\(row)")
        }
    }

    @Test("the worst that happened to anybody stands first among the latest", arguments: [UInt64(1), 2])
    func worst(_ seed: UInt64) throws {
        let run = try RoughMorning(seed: seed)
        var due: [Int32: CityTime] = [:]
        var late: [(PersonID, Double)] = []
        for entry in run.notes.entries {
            switch entry.event {
            case .activityPlanned(let activity, _, _, _, _, let start): due[activity] = start
            case .arrived(let person, let activity, let lateness) where activity > 0 && lateness > .zero:
                late.append((person, lateness.inSeconds / 60))
            case .activityMissed(let activity, let person):
                late.append((person, (entry.time - (due[activity] ?? entry.time)).inSeconds / 60))
            default: break
            }
        }
        let rows = try #require(cells("The latest of all", in: service(run).pages.joined()))
        #expect(rows.count == min(10, late.count) && rows.count == 10)
        let most = late.map(\.1).sorted(by: >).prefix(10)
        for (row, minutes) in zip(rows, most) { #expect(abs(number(row[1]) - minutes) < 0.051, "\(row)") }
        let first = try #require(late.max { $0.1 < $1.1 })
        #expect(rows[0][6] == first.0.description)
    }

    @Test("what people do on the way is drawn by itself, and adds up to their hours")
    func charts() throws {
        let run = try RoughMorning(seed: 1)
        let charts = try service(run).charts
        #expect(charts.map(\.id) == ["trips-hours", "trips-way", "trips-means"])
        func sum(_ id: String) -> Double {
            let rows = charts.first { $0.id == id }?.rows ?? []
            return rows.reduce(0) { sum, row in
                guard case .object(let fields) = row,
                    case .number(let hours)? = fields.first(where: { $0.0 == "hours" })?.1
                else { return sum }
                return sum + hours
            }
        }
        let parts = DayPart.allCases.map { run.metric("hours.\($0.word)") }
        #expect(abs(sum("trips-hours") - parts.reduce(0, +)) < 0.1)
        #expect(abs(sum("trips-way") - parts.dropFirst().reduce(0, +)) < 0.1 && sum("trips-way") > 10)
    }

    @Test("the planner is told of where somebody uses it: notices, refusals, and its users beside the others")
    func planner() throws {
        let run = try RoughMorning(seed: 1)
        let page = try service(run).pages.joined()
        let users = try #require(cells("Who uses the planner, and who does not", in: page))
        #expect(users.map { number($0[1]) }.reduce(0, +) == run.metric("activities"))
        #expect(users.map { number($0[3]) } == [run.metric("withPlanner.late"), run.metric("withoutPlanner.late")])
        let notices = try #require(cells("Notices that it is time to leave", in: page))
        #expect(
            number(notices[0][1]) + number(notices[1][1]) == run.metric("notices")
                && number(notices[3][1]) == run.metric("leftLate"))
        let statuses = try #require(cells("Status messages", in: page))
        #expect(statuses.map { number($0[1]) } == ["green", "yellow", "red"].map { run.metric("statuses.\($0)") })
        #expect(page.contains("<h3>Days</h3>") && page.contains("<h3>The planner</h3>"))
        #expect(cells("Tickets by company", in: page) == nil)
    }

    @Test("a notice counts by its lead, and who sets out on it by how late that is")
    func lead() {
        let fold = DayFold([], CaseFrame(start: .epoch, from: .epoch, end: .epoch + .hours(10)))
        func take(_ minutes: Int, _ event: TripEvent) { fold.take(event, at: .epoch + .minutes(minutes)) }
        let start: CityTime = .epoch + .hours(5)
        func notice(_ event: Int32, leaveAt minutes: Int) -> TripEvent {
            .timeToLeave(
                user: TripUserID(1), event: AppointmentID(event), start: start, leaveAt: .epoch + .minutes(minutes),
                means: .all)
        }
        func state(_ event: Int32, _ state: JourneyState) -> TripEvent {
            .journeyStateChanged(user: TripUserID(1), event: AppointmentID(event), start: start, state: state)
        }
        // 1 has 6 min, and leaves 3 min too late; 2 is told 2 min too late, and leaves at once; 3 leaves in time; 4 is only heard
        // of when there.
        take(94, notice(1, leaveAt: 100))
        take(103, state(1, .onTheWay))
        take(130, state(1, .late))
        take(102, notice(2, leaveAt: 100))
        take(102, state(2, .late))
        take(90, notice(3, leaveAt: 100))
        take(99, state(3, .onTheWay))
        take(90, notice(4, leaveAt: 100))
        take(150, state(4, .arrived))
        fold.finish(at: .epoch + .hours(10))
        let values = Dictionary(uniqueKeysWithValues: zip(Metric<DayTotals>.all.map(\.about.name), fold.values))
        #expect(values["trips.notices"] == 4 && values["trips.noticesLate"] == 1)
        #expect(values["trips.left"] == 3 && values["trips.leftLate"] == 2)
        #expect(values["trips.noticeLead.mean"] == 390 && values["trips.leftLateBy.max"] == 180)
    }

    @Test("refusals stand by reason, the most frequent first, and tickets by company")
    func refusals() {
        let fold = DayFold([], CaseFrame(start: .epoch, from: .epoch, end: .epoch + .hours(10)))
        let (user, event) = (TripUserID(1), AppointmentID(1 as Int32))
        var facts: [TripEvent] = [
            .userRecordCreated(user: user, calendar: TripCalendarID(1)),
            .eventRejected(user: user, event: event, reason: .overlap),
            .planRefused(user: user, event: event, start: .epoch, reason: .noOrigin),
            .positionUnavailable(user: user),
        ]
        facts += Array(repeating: .purchaseAborted(user: user, company: 3, reason: .noCredit), count: 3)
        facts += Array(repeating: .purchaseAborted(user: user, company: 2, reason: .noSuchLeg), count: 2)
        facts += (1...4).map { .transitTicketIssued(user: user, company: 2, pnr: $0) }
        facts += [.purchaseRedirected(user: user, company: 3, channel: .app)]
        for fact in facts { fold.take(fact, at: .epoch + .hours(1)) }
        fold.finish(at: .epoch + .hours(10))
        let page = fold.pages.joined()
        #expect(
            cells("What the planner refused, or could not do", in: page) == [
                ["ticket", "no credit", "3"], ["ticket", "no such leg", "2"], ["event", "overlap", "1"],
                ["plan", "no origin", "1"], ["position", "the device could not tell", "1"],
            ])
        #expect(
            cells("Tickets by company", in: page) == [
                ["2", "4", "0", "2", "no such leg"], ["3", "0", "1", "3", "no credit"],
            ])
        let values = Dictionary(
            uniqueKeysWithValues: zip(Metric<DayTotals>.all.map(\.about.name), fold.values))
        #expect(values["trips.ticketsSold"] == 4 && values["trips.ticketsRedirected.app"] == 1)
        #expect(values["trips.ticketsRefused.noCredit"] == 3 && values["trips.ticketsRefused.noSuchLeg"] == 2)
    }
}
