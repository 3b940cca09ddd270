// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@testable import Calendars

/// The examples of RFC 5545, 3.8.5.3, with the instants that it prints. All are of New York.
@Suite("Examples of rules")
struct RuleExampleTests {
    struct Example: CustomTestStringConvertible {
        let start: String
        let rule: String
        /// By line: year, offset and perhaps clock time, then months with their days: `1997 EDT 9: 2 12 22; 10: 2-4`.
        let printed: [String]
        /// Of a rule without end: the first day that is not wanted.
        let until: String?
        let removed: String?

        init(_ start: String, _ rule: String, until: String? = nil, removed: String? = nil, _ printed: String...) {
            (self.start, self.rule, self.until) = (start, rule, until)
            (self.removed, self.printed) = (removed, printed)
        }

        var testDescription: String { rule }

        /// The instants as printed.
        var instants: [String] {
            printed.flatMap { line -> [String] in
                let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                let isSummer = words[1].hasPrefix("EDT")
                let clocks = words[1].dropFirst(3).split(separator: "@").map(String.init)
                return words[2].split(separator: ";").flatMap { group -> [String] in
                    let parts = group.split(separator: ":")
                    let month = Int(parts[0].filter { $0 != " " }) ?? 0
                    return parts[1].split(separator: " ").flatMap { item -> [String] in
                        let ends = item.split(separator: "-").compactMap { Int($0) }
                        return ((ends.first ?? 0)...(ends.last ?? 0)).flatMap { day in
                            (clocks.isEmpty ? ["09:00"] : clocks).map { clock in
                                let hour = (Int(clock.prefix(2)) ?? 0) + (isSummer ? 4 : 5)
                                return "\(words[0])-\(String(month, digits: 2))-\(String(day, digits: 2)) "
                                    + "\(String(hour, digits: 2)):\(clock.suffix(2)):00 UTC"
                            }
                        }
                    }
                }
            }
        }
    }

    private static let thirds = (9...16).flatMap { hour in
        ["00", "20", "40"].map { "@\(String(hour, digits: 2)):\($0)" }
    }.joined()
    private static let hours = "9,10,11,12,13,14,15,16"
    private static let autumn = [
        "1997 EDT 9: 2-30; 10: 1-25", "1997 EST 10: 26-31; 11: 1-30; 12: 1-23",
    ]

    static let all: [Example] = [
        Example("19970902T090000", "FREQ=DAILY;COUNT=10", "1997 EDT 9: 2-11"),
        Example("19970902T090000", "FREQ=DAILY;UNTIL=19971224T000000Z", autumn[0], autumn[1]),
        Example(
            "19970902T090000", "FREQ=DAILY;INTERVAL=2", until: "1997-12-04",
            "1997 EDT 9: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; 10: 2 4 6 8 10 12 14 16 18 20 22 24",
            "1997 EST 10: 26 28 30; 11: 1 3 5 7 9 11 13 15 17 19 21 23 25 27 29; 12: 1 3"),
        Example("19970902T090000", "FREQ=DAILY;INTERVAL=10;COUNT=5", "1997 EDT 9: 2 12 22; 10: 2 12"),
        Example(
            "19980101T090000", "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
            "1998 EST 1: 1-31", "1999 EST 1: 1-31", "2000 EST 1: 1-31"),
        Example(
            "19980101T090000", "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1", "1998 EST 1: 1-31", "1999 EST 1: 1-31",
            "2000 EST 1: 1-31"),
        Example(
            "19970902T090000", "FREQ=WEEKLY;COUNT=10", "1997 EDT 9: 2 9 16 23 30; 10: 7 14 21", "1997 EST 10: 28; 11: 4"
        ),
        Example(
            "19970902T090000", "FREQ=WEEKLY;UNTIL=19971224T000000Z", "1997 EDT 9: 2 9 16 23 30; 10: 7 14 21",
            "1997 EST 10: 28; 11: 4 11 18 25; 12: 2 9 16 23"),
        Example(
            "19970902T090000", "FREQ=WEEKLY;INTERVAL=2;WKST=SU", until: "1998-02-18", "1997 EDT 9: 2 16 30; 10: 14",
            "1997 EST 10: 28; 11: 11 25; 12: 9 23", "1998 EST 1: 6 20; 2: 3 17"),
        Example(
            "19970902T090000", "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
            "1997 EDT 9: 2 4 9 11 16 18 23 25 30; 10: 2"),
        Example(
            "19970902T090000", "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "1997 EDT 9: 2 4 9 11 16 18 23 25 30; 10: 2"),
        Example(
            "19970901T090000", "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
            "1997 EDT 9: 1 3 5 15 17 19 29; 10: 1 3 13 15 17",
            "1997 EST 10: 27 29 31; 11: 10 12 14 24 26 28; 12: 8 10 12 22"),
        Example(
            "19970902T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
            "1997 EDT 9: 2 4 16 18 30; 10: 2 14 16"),
        Example(
            "19970905T090000", "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997 EDT 9: 5; 10: 3", "1997 EST 11: 7; 12: 5",
            "1998 EST 1: 2; 2: 6; 3: 6; 4: 3", "1998 EDT 5: 1; 6: 5"),
        Example(
            "19970905T090000", "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "1997 EDT 9: 5; 10: 3",
            "1997 EST 11: 7; 12: 5"),
        Example(
            "19970907T090000", "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", "1997 EDT 9: 7 28",
            "1997 EST 11: 2 30", "1998 EST 1: 4 25; 3: 1 29", "1998 EDT 5: 3 31"),
        Example(
            "19970922T090000", "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", "1997 EDT 9: 22; 10: 20", "1997 EST 11: 17; 12: 22",
            "1998 EST 1: 19; 2: 16"),
        Example(
            "19970928T090000", "FREQ=MONTHLY;BYMONTHDAY=-3", until: "1998-02-27", "1997 EDT 9: 28",
            "1997 EST 10: 29; 11: 28; 12: 29", "1998 EST 1: 29; 2: 26"),
        Example(
            "19970902T090000", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15", "1997 EDT 9: 2 15; 10: 2 15",
            "1997 EST 11: 2 15; 12: 2 15", "1998 EST 1: 2 15"),
        Example(
            "19970930T090000", "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", "1997 EDT 9: 30; 10: 1",
            "1997 EST 10: 31; 11: 1 30; 12: 1 31", "1998 EST 1: 1 31; 2: 1"),
        Example(
            "19970910T090000", "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15", "1997 EDT 9: 10-15",
            "1999 EST 3: 10-13"),
        Example(
            "19970902T090000", "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU", until: "1998-04-01", "1997 EDT 9: 2 9 16 23 30",
            "1997 EST 11: 4 11 18 25", "1998 EST 1: 6 13 20 27; 3: 3 10 17 24 31"),
        Example(
            "19970610T090000", "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", "1997 EDT 6: 10; 7: 10", "1998 EDT 6: 10; 7: 10",
            "1999 EDT 6: 10; 7: 10", "2000 EDT 6: 10; 7: 10", "2001 EDT 6: 10; 7: 10"),
        Example(
            "19970310T090000", "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3", "1997 EST 3: 10",
            "1999 EST 1: 10; 2: 10; 3: 10", "2001 EST 1: 10; 2: 10; 3: 10", "2003 EST 1: 10; 2: 10; 3: 10"),
        Example(
            "19970101T090000", "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", "1997 EST 1: 1",
            "1997 EDT 4: 10; 7: 19", "2000 EST 1: 1", "2000 EDT 4: 9; 7: 18", "2003 EST 1: 1", "2003 EDT 4: 10; 7: 19",
            "2006 EST 1: 1"),
        Example(
            "19970519T090000", "FREQ=YEARLY;BYDAY=20MO", until: "2000-01-01", "1997 EDT 5: 19", "1998 EDT 5: 18",
            "1999 EDT 5: 17"),
        Example(
            "19970512T090000", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", until: "2000-01-01", "1997 EDT 5: 12",
            "1998 EDT 5: 11", "1999 EDT 5: 17"),
        Example(
            "19970313T090000", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", until: "2000-01-01", "1997 EST 3: 13 20 27",
            "1998 EST 3: 5 12 19 26", "1999 EST 3: 4 11 18 25"),
        Example(
            "19970605T090000", "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8", until: "2000-01-01",
            "1997 EDT 6: 5 12 19 26; 7: 3 10 17 24 31; 8: 7 14 21 28",
            "1998 EDT 6: 4 11 18 25; 7: 2 9 16 23 30; 8: 6 13 20 27",
            "1999 EDT 6: 3 10 17 24; 7: 1 8 15 22 29; 8: 5 12 19 26"),
        Example(
            "19970902T090000", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", until: "2000-12-01", removed: "19970902T090000",
            "1998 EST 2: 13; 3: 13; 11: 13", "1999 EDT 8: 13", "2000 EDT 10: 13"),
        Example(
            "19970913T090000", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", until: "1998-06-14",
            "1997 EDT 9: 13; 10: 11", "1997 EST 11: 8; 12: 13", "1998 EST 1: 10; 2: 7; 3: 7",
            "1998 EDT 4: 11; 5: 9; 6: 13"
        ),
        Example(
            "19961105T090000", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            until: "2005-01-01",
            "1996 EST 11: 5", "2000 EST 11: 7", "2004 EST 11: 2"),
        Example(
            "19970904T090000", "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997 EDT 9: 4; 10: 7",
            "1997 EST 11: 6"),
        Example(
            "19970929T090000", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", until: "1998-04-01", "1997 EDT 9: 29",
            "1997 EST 10: 30; 11: 27; 12: 30", "1998 EST 1: 29; 2: 26; 3: 30"),
        // With the end that the list of errata has: the printed one, 17:00 of universal time, is before the last printed instant.
        Example("19970902T090000", "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z", "1997 EDT@09:00@12:00@15:00 9: 2"),
        Example("19970902T090000", "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z", "1997 EDT@09:00@12:00 9: 2"),
        Example(
            "19970902T090000", "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
            "1997 EDT@09:00@09:15@09:30@09:45@10:00@10:15 9: 2"),
        Example(
            "19970902T090000", "FREQ=MINUTELY;INTERVAL=90;COUNT=4", "1997 EDT@09:00@10:30@12:00@13:30 9: 2"),
        Example(
            "19970902T090000", "FREQ=DAILY;BYHOUR=\(hours);BYMINUTE=0,20,40", until: "1997-09-04",
            "1997 EDT\(thirds) 9: 2 3"),
        Example(
            "19970902T090000", "FREQ=MINUTELY;INTERVAL=20;BYHOUR=\(hours)", until: "1997-09-04",
            "1997 EDT\(thirds) 9: 2 3"),
        Example("19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997 EDT 8: 5 10 19 24"),
        Example("19970805T090000", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997 EDT 8: 5 17 19 31"),
        Example(
            "20070115T090000", "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007 EST 1: 15 30; 2: 15", "2007 EDT 3: 15 30"),
    ]

    @Test("the instants are those that RFC 5545 prints", arguments: all)
    func printed(_ example: Example) throws {
        let lines = MadeCalendar.event(
            "a", "DTSTART;TZID=America/New_York:\(example.start)", "DURATION:PT1H", "RRULE:\(example.rule)",
            example.removed.map { "EXDATE;TZID=America/New_York:\($0)" } ?? "X-NOTHING:")
        let imported = try MadeCalendar.imported(lines, until: example.until)
        #expect(imported.occurrences == example.instants)
        #expect(imported.doubts.isEmpty, "\(imported.doubts)")
        if example.until != nil {
            #expect(
                MadeCalendar.problems(lines).first?.hasPrefix(
                    "a.ics:7:1: error: the rule has no end; allowed: COUNT or UNTIL in the rule, or --until") == true)
        }
    }

    @Test("the table has as many examples as the text, with two more")
    func count() { #expect(Self.all.count == 43) }
}
