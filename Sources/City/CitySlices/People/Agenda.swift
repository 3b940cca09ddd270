// SPDX-License-Identifier: GPL-3.0-or-later

package import CityModel

/// What a service has agreed with a person for some time: a booked visit, a race that was joined (SIM-12).
package struct Engagement: Hashable, Sendable {
    /// With which service.
    package var service: ServiceID
    /// By which number that service knows it; of an errand the errand's.
    package var number: Int64
    /// What it is, as its person reads it.
    package var name: String
    /// Where it is.
    package var place: Place
    /// When it begins.
    package var from: CityTime
    /// When it is over, as far as one knows.
    package var until: CityTime

    package init(
        _ name: String, _ number: Int64, with service: ServiceID, at place: Place, from: CityTime, until: CityTime
    ) {
        (self.name, self.number, self.service) = (name, number, service)
        (self.place, self.from, self.until) = (place, from, until)
    }
}

/// What a service learns of its guest on the way to an engagement.
package enum EngagementNews: Hashable, Sendable {
    /// The person sets out, and means to take so long.
    case setsOut(TimeSpan)
    /// The person is there, and free for the service.
    case arrived
}

/// The day of people who plan it, as services know it that agree on something with them. Called on the loop.
///
/// The service tells what was agreed, how it changes and when it is over; when to leave and how to get there is the person's.
package protocol Agenda: AnyObject, Sendable {
    /// Whether a person has such a day; of others nothing is entered.
    func has(_ person: PersonID) -> Bool
    /// Something was agreed; `news` comes in turns of the loop.
    func enter(
        _ engagement: Engagement, of person: PersonID, news: @escaping @Sendable (EngagementNews) -> Void)
    /// It is at another time or place.
    func move(_ engagement: Engagement, of person: PersonID)
    /// What the person came to the service for has begun, by agreement or not: of an errand without agreement its own number.
    func begun(_ number: Int64, with service: ServiceID, of person: PersonID)
    /// Nothing more comes of it: it is done, when `wasHeld`, or cancelled or lost. Also of an errand without agreement.
    func drop(_ number: Int64, with service: ServiceID, of person: PersonID, wasHeld: Bool)
}

/// What a person means to do at a service some time of a day: to shop, say.
package struct Errand: Hashable, Sendable {
    /// Its number, over all people.
    package var number: Int32
    /// From when on.
    package var opens: CityTime
    /// Until when it is to have begun.
    package var closes: CityTime

    package init(number: Int32, opens: CityTime, closes: CityTime) {
        (self.number, self.opens, self.closes) = (number, opens, closes)
    }
}

/// A service that people go to for what they do in their day. Called on the loop.
///
/// It tells the person's `Agenda` what comes of an errand: that something is agreed, that it has begun, that it is over.
package protocol ErrandHost: RoleSource {
    /// Which service.
    var errandService: ServiceID { get }
    /// The day of a person begins, who will come within it: what is booked ahead is booked by itself.
    func expect(_ errand: Errand, of person: PersonID)
    /// The person has time for it now.
    func begin(_ errand: Int32, of person: PersonID)
}

/// A service that moves people from place to place by all means of the city, for other services. Called on the loop.
///
/// Who is not moved by it goes as the service that asks has its people go.
package protocol Mobility: AnyObject, Sendable {
    /// Whether it moves this person.
    func moves(_ person: PersonID) -> Bool
    /// How long the person takes to a place who leaves now.
    func time(of person: PersonID, to place: Place) -> TimeSpan
    /// Brings a person to a place, who is free; `arrived` comes in a turn of the loop, when the person is there and free again.
    func go(_ person: PersonID, to place: Place, arrived: @escaping @Sendable () -> Void)
}
