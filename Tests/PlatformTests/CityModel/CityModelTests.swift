// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel
import Testing

@Suite("City time")
struct CityTimeTests {
    @Test(
        "instants print as dates and clock times",
        arguments: [
            (0, "00:00:00"), (60, "00:01:00"), (86_399, "23:59:59"), (86_400, "1970-01-02 00:00:00"),
            (951_782_400, "2000-02-29 00:00:00"), (1_772_604_900, "2026-03-04 06:15:00"),
            (4_107_542_400, "2100-03-01 00:00:00"), (1_798_761_599, "2026-12-31 23:59:59"),
        ])
    func prints(seconds: Int, text: String) {
        #expect(CityTime.seconds(seconds).description == text)
    }

    @Test("the first and the last instant that there are print like any other")
    func ends() {
        #expect(CityTime(nanoseconds: .min).description == "1677-09-21 00:12:43")
        #expect(CityTime.never.description == "2262-04-11 23:47:16")
        #expect(CityTime(nanoseconds: -1).description == "1969-12-31 23:59:59")
    }

    @Test("a date that somebody enters is an instant where there is one, and none before the first")
    func entered() {
        #expect(CivilTime(1970, 1, 2, 0, 0, 1).cityTime == .seconds(86_401))
        #expect(CivilTime(1678, 1, 1, 0, 0).cityTime?.description == "1678-01-01 00:00:00")
        #expect(CivilTime(2200, 12, 31, 23, 59, 59).cityTime?.description == "2200-12-31 23:59:59")
        // The product of days and nanoseconds of these is beyond 64 bits.
        for year in [1, 1000, 1677, 2201, 9999] as [Int32] {
            #expect(CivilTime(year, 1, 1, 0, 0).cityTime == nil && CivilDate(year, 1, 1).midnight == nil)
        }
    }

    @Test("the hour of the day and midnight follow from the count of nanoseconds")
    func hours() {
        let time = CityTime.seconds(1_772_604_900)
        #expect(time.hourOfDay == 6)
        #expect(time.midnight == .seconds(1_772_582_400))
        #expect(time.sinceMidnight == .hours(6) + .minutes(15))
    }

    @Test("spans round to whole milliseconds, ties away from zero")
    func rounds() {
        #expect(TimeSpan(nanoseconds: 1_499_999).roundedToMilliseconds == .milliseconds(1))
        #expect(TimeSpan(nanoseconds: 1_500_000).roundedToMilliseconds == .milliseconds(2))
        #expect(TimeSpan(nanoseconds: -1_500_000).roundedToMilliseconds == .milliseconds(-2))
    }

    @Test("spans print with as many decimals as they need")
    func printsSpans() {
        #expect(TimeSpan.seconds(60).description == "60 s")
        #expect(TimeSpan.milliseconds(300).description == "0.3 s")
        #expect(TimeSpan(nanoseconds: -1).description == "-0.000000001 s")
    }
}

@Suite("Words")
struct WordTests {
    @Test("an open word is its number, and gives its text back; a text that nobody named is no word")
    func texts() throws {
        let word = MailKind(200, "newsletter")
        #expect(word.word == "newsletter" && MailKind(number: 200) == word && word != .confirmation)
        #expect(MailKind(200, "newsletter") == word)
        #expect(MailKind.known(by: ["confirmation", "newsletter", "postcard"]) == [.confirmation, word])
        var parts: ArraySlice<LogValue> = [.text("newsletter")]
        #expect(try MailKind(parts: &parts) == word)
        parts = [.text("postcard")]
        #expect(throws: UnreadableField.self) { try MailKind(parts: &parts) }
    }

    @Test("a number or a text that is another word's is refused")
    func taken() async {
        await #expect(processExitsWith: .failure) { _ = [MailKind.confirmation, MailKind(201, "confirmation")] }
        await #expect(processExitsWith: .failure) { _ = [MailKind.confirmation, MailKind(0, "postcard")] }
    }
}

@Suite("Rounding")
struct RoundingTests {
    @Test("the nearest whole number is that of the standard library, ties and signs included")
    func nearest() {
        var values: [Double] = [
            0, -0.0, 0.5, 1.5, 2.5, 0.5.nextDown, 0.5.nextUp, 0.49999999999999994, 4503599627370495.5,
        ]
        values += [4503599627370496.5, 9007199254740991, 4.611686018427388e18, 9.223372036854774e18]
        var bits: UInt64 = 1
        for _ in 0..<100_000 {
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // All sizes below 2^62, and many with a half behind the point.
            let value = Double(bits >> 11) * 0x1p-53
            values += [value * Double(UInt64(1) << (bits % 62)), (value * 1e6).rounded() / 2]
        }
        for value in values {
            #expect(Int64(nearest: value) == Int64(value.rounded()))
            #expect(Int64(nearest: -value) == Int64((-value).rounded()))
        }
    }
}

@Suite("Places")
struct PlaceTests {
    @Test("the cell of a place holds it and hides where in it the place lies")
    func cells() {
        let side = Distance.metres(250)
        for (east, north) in [(0, 0), (249_999, 1), (-1, -250_000), (-250_001, 750_123)] {
            let place = Place(east: Int32(east), north: Int32(north))
            let cell = place.cell(side: side)
            #expect(abs(Int(cell.east) - east) <= 125_000)
            #expect(abs(Int(cell.north) - north) <= 125_000)
            #expect(cell.cell(side: side) == cell)
        }
    }

    @Test("a place along a way lies the share of the distance from its start")
    func along() {
        let start = Place(east: 1000, north: 2000)
        let end = Place(east: 4000, north: 6000)
        #expect(start.distance(to: end) == Distance(millimetres: 5000))
        #expect(start.along(0, to: end) == start)
        #expect(start.along(1, to: end) == end)
        #expect(start.distance(to: start.along(0.5, to: end)) == Distance(millimetres: 2500))
    }
}

@Suite("Numbers of people")
struct PersonIDTests {
    @Test(
        "A person's text is part, group and member, whatever their size, and is read back",
        arguments: [
            (PersonID(part: 0, group: 0, member: 0), "0.0.0"), (PersonID(part: 1, group: 10, member: 907), "1.10.907"),
            (PersonID(part: 3, group: 1 << 22 - 1, member: 1 << 40 - 1), "3.4194303.1099511627775"),
        ])
    func personText(_ person: PersonID, _ text: String) {
        #expect(person.description == text && PersonID(logText: text) == person)
    }
}

@Suite("Heaps")
struct HeapTests {
    @Test("a heap gives its elements in order, whatever the order in which they came")
    func order() {
        for seed in 1..<200 {
            // Multiples modulo a prime: 0 to 12 in some order, each of them twice.
            let numbers = (0..<26).map { $0 * seed % 13 }
            var heap = MinHeap<Int>()
            for number in numbers { heap.insert(number) }
            #expect(heap.first == numbers.min())
            var given: [Int] = []
            while let next = heap.popFirst() { given.append(next) }
            #expect(given == numbers.sorted())
            #expect(heap.first == nil)
        }
    }
}

@Suite("Time without end")
struct SaturatingTests {
    @Test("what would be later than the clock can say is never, and spans stay the longest one")
    func saturates() {
        let day = TimeSpan.hours(24)
        #expect(CityTime.never + day == .never)
        #expect(CityTime.epoch + TimeSpan.seconds(1e300) == .never)
        #expect(CityTime.seconds(2_000_000_000) + TimeSpan.longest == .never)
        #expect(CityTime.never - CityTime(nanoseconds: -1) == .longest)
        #expect(CityTime(nanoseconds: .min) - day == CityTime(nanoseconds: .min))
        #expect(TimeSpan.longest + day == .longest)
        #expect(TimeSpan.zero - TimeSpan.longest - day == TimeSpan(nanoseconds: .min))
        #expect(TimeSpan.longest * 2 == .longest)
        #expect(TimeSpan.longest * -2 == TimeSpan(nanoseconds: .min))
        #expect(TimeSpan.seconds(Int.max) == .longest)
        #expect(TimeSpan.longest.roundedToMilliseconds.nanoseconds == Int64.max / 1_000_000 * 1_000_000)
        #expect(Int64(nearest: .infinity) == .max)
        #expect(Int64(nearest: -1e19) == .min)
        #expect(Int64(nearest: 9.3e18) == .max)
    }
}
