// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import CitySlices

/// People who shop with equal habits.
struct ShopperGroup: Sendable {
    /// How visits arise.
    enum Demand: Sendable {
        /// A closed population: each of `people` pauses, shops, pauses again.
        case population(people: Int, pause: Distribution)
        /// A Poisson stream of visits, spread over the day by 24 shares, each made by one of `people` drawn at random, or by a
        /// new person when nil.
        case arrivals(perDay: Double, hourly: DayProfile, people: Int?)
    }

    /// Unique among groups of shoppers.
    var name = ""
    var demand = Demand.population(people: 0, pause: .constant(0))
    /// Where they are when they decide to shop.
    var home = ZoneWeights.area
    /// Share of people without a phone, who go to the totem.
    var withoutPhone = 0.0
    /// Share of visits of people with special needs, whom an employee gives a priority ticket.
    var specialNeeds = 0.0
    /// Share of the others' visits that are booked.
    var books = 0.0
    /// Share of visits for which they walk to the totem, though they have a phone.
    var totem = 0.0
    /// Share of those with a phone who use the web.
    var web = 0.0
    /// They ask for stores within this distance.
    var radius: Distance = .metres(2000)
    /// How many of the nearest stores they compare by wait and way.
    var compares = 1
    /// They walk away from a longer expected wait, in seconds; nil for none.
    var longestLine: Distribution?
    /// They give up after so long in the queue, in seconds; nil for never.
    var patience: Distribution?
    /// Time to get ready before they can set out, in seconds.
    var setOut: Distribution = .constant(60)
    /// They mean to be at the store so long before the expected entry, in seconds.
    var early: Distribution = .constant(300)
    /// When set, the way to the store takes a drawn time in seconds, whatever the distance.
    var walk: Distribution?
    /// Time inside, in seconds.
    var visit: Distribution = .constant(1200)
    /// Factors on it by the hour of entry.
    var visitByHour = DayProfile.even(1)
    /// Share of visits to which nobody comes after joining or booking.
    var noShows = 0.0
    /// Share of visits whose holder cannot show the code at the store.
    var lostCodes = 0.0
    /// Share of refused wishes after which the first alternative is taken.
    var alternatives = 0.0
    /// Share of people who mark the first store that they were in as a favourite, and go for it directly from then on.
    var favourites = 0.0
    /// Share of bookings without a free slot after which they want to be told of one.
    var wishes = 0.0
    /// Share of people whose phone knows no position, who type an address to get a list.
    var withoutPosition = 0.0
    var booking = BookingHabit()
}

extension ShopperGroup {
    /// The share of wishes that find their person under way, if nobody waits at a store: each person is a server without a
    /// queue, so that with a load of a the share a / (1 + a) is lost (Erlang's formula for one server).
    func droppedWishes(perDay: Double, hourly: [Double], people: Int) -> Double {
        let sum = hourly.reduce(0, +)
        guard perDay > 0, sum > 0 else { return 0 }
        let ahead = books > 0 ? books * booking.ahead.mean : 0
        let busy = setOut.mean + (walk?.mean ?? 0) + visit.mean + ahead
        return hourly.reduce(0) { dropped, share in
            let load = perDay * share / sum / 3600 * busy / Double(people)
            return dropped + share / sum * load / (1 + load)
        }
    }
}

/// How shoppers book.
struct BookingHabit: Sendable {
    /// How far ahead they want to shop, in seconds.
    var ahead: Distribution = .constant(7200)
    /// The least crowded slot this much before or after the wanted time is taken.
    var flexible: TimeSpan = .hours(1)
    /// Share who ask for a time of their own instead.
    var ownTime = 0.0
    /// They come so long before the booked time, in seconds...
    var early: Distribution = .constant(300)
    /// ...and are so late on their way, in seconds.
    var late: Distribution = .constant(0)
    /// Share of bookings that are cancelled before their time.
    var cancels = 0.0
    /// Share of proposed postponements that are answered with yes...
    var accepts = 1.0
    /// ...and with no; the others are left without an answer.
    var declines = 0.0
    /// Time to that answer, in seconds.
    var answersAfter: Distribution = .constant(60)
}
