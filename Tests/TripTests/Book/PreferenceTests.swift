// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import Testing
import TripRules

/// What users prefer.
struct PreferenceTests {
    @Test("TRIP-PREF: a walk limit changed to 500 m is kept at once, and what is asked next uses it")
    func kept() throws {
        var city = TripCity()
        city.take(.prefer(.walkLimit(.metres(500))), at: monday + .seconds(10))
        #expect(city.last == [.preferenceChanged(user: city.me, name: .walkLimit)])
        let id = try known(city.add("far", clock(9), clock(10), at: spot(3)))
        let book = try #require(city.book)
        let event = try #require(book[id])
        #expect(book.preferences.terms(for: event).limits.walk == .metres(500))
        // The way of 600 m that was one is none any more.
        city.position = spot(0)
        city.add("near", clock(20), clock(21), at: spot(600))
        #expect(city.warned.count == 1)
    }

    @Test("INV-TransitWindow: 22:00 to 06:00 is refused, and so is a window that ends when it begins")
    func transitWindow() {
        var city = TripCity()
        for (from, until) in [(22, 6), (7, 7), (-1, 6), (7, 25)] {
            city.take(.prefer(.transitWindow(from: .hours(from), until: .hours(until))))
            #expect(city.last == [.preferenceRejected(user: city.me, name: .transitWindow, reason: .badWindow)])
        }
        city.take(.prefer(.transitWindow(from: .hours(7), until: .hours(22))))
        #expect(city.book?.preferences.transitWindow == .hours(7) ... .hours(22))
        city.take(.prefer(.noTransitWindow))
        #expect(city.book?.preferences == TripPreferences() && city.violations.isEmpty)
    }

    @Test("Limits, lunches, services and providers that are none are refused by name and change nothing")
    func refusals() {
        var city = TripCity()
        for (change, name, reason) in [
            (
                PreferenceChange.walkLimit(Distance(millimetres: -1)), PreferenceName.walkLimit,
                PreferenceRefusal.badLimit
            ),
            (.bicycleLimit(.metres(100_001)), .bicycleLimit, .badLimit),
            (.lunch(from: .hours(12), until: .hours(14), duration: .hours(3)), .lunch, .badLunch),
            (.lunch(from: .hours(12), until: .hours(14), duration: .zero), .lunch, .badLunch),
            (.lunch(from: .hours(14), until: .hours(12), duration: .hours(1)), .lunch, .badWindow),
            (.service(.metro, isOn: false), .service, .notAService),
            (.providers((1...17).map { TripProviderID($0) }), .provider, .tooMany),
        ] {
            city.take(.prefer(change))
            #expect(city.last == [.preferenceRejected(user: city.me, name: name, reason: reason)])
        }
        #expect(city.book?.preferences == TripPreferences())
    }

    @Test("What is owned, switched off and not ticked decides by what one may go")
    func means() throws {
        var city = TripCity()
        let id = try known(
            city.add(
                "x", clock(9), clock(10), at: spot(1),
                by: [.transit, TravelMeansSet(.walk), TravelMeansSet(.sharedCar), TravelMeansSet(.ownBicycle)]))
        func terms() -> TravelMeansSet? {
            city.book.flatMap { book in book[id].map { book.preferences.terms(for: $0).means } }
        }
        #expect(terms() == [.transit, TravelMeansSet(.walk), TravelMeansSet(.sharedCar)])
        for change in [
            PreferenceChange.ownsBicycle(true), .ownsCar(true), .service(.sharedCar, isOn: false), .lowEmission(true),
            .weather(false), .providers([TripProviderID(4 as Int32)]), .bicycleLimit(.metres(3000)),
        ] { city.take(.prefer(change)) }
        #expect(terms() == [.transit, TravelMeansSet(.walk), TravelMeansSet(.ownBicycle)])
        #expect(city.book?.preferences.means.has(.ownCar) == true && city.book?.preferences.means.has(.hired) == true)
        city.take(.prefer(.service(.sharedCar, isOn: true)))
        #expect(terms()?.has(.sharedCar) == true && city.book?.preferences.services == TripPreferences.outsideServices)
    }
}
