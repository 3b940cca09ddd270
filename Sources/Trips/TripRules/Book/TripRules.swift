// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The calendars of all users, and what is arranged in them.
///
/// A value, told `at now:`, that returns what happened. Travel times are asked of whoever calls it; it draws nothing and reads no
/// clock. A turn touches one user, and costs what that user has.
public struct TripRules: Sendable {
    /// The numbers that no user sets.
    public let parameters: TripParameters
    /// The last numbers given.
    public private(set) var numbers = TripNumbers()
    private var books: [TripBook] = []
    /// Where a user's book is.
    private var places = OpenTable(blank: Int32(0))

    /// Rules without users.
    public init(_ parameters: TripParameters = TripParameters()) { self.parameters = parameters }

    /// The users, in the order in which they came.
    public var users: [TripUserID] { books.map(\.user) }
    /// A user's book.
    public subscript(user: TripUserID) -> TripBook? { place(of: user).map { books[$0] } }

    private func place(of user: TripUserID) -> Int? { places.value(of: user.number).map { Int($0) } }

    /// Makes a user's record, with a default calendar and settings: once (ACCOUNT-TRIP-R1, INV-UserHasCalendar,
    /// INV-SettingsOneUser). Its number must be positive.
    public mutating func makeUser(_ user: TripUserID, at now: CityTime) throws(ChangeRefusal) -> [TripEvent] {
        guard user.number > 0 else { throw .badNumber }
        guard place(of: user) == nil else { throw .knownUser }
        let calendar = numbers.nextCalendar()
        places.open(user.number, Int32(books.count))
        books.append(TripBook(user, first: calendar, horizonEnd: TripDay(of: now) + parameters.horizon))
        return [.userRecordCreated(user: user, calendar: calendar)]
    }

    /// Takes over the book of a user, in the place of the one that there is; numbers go on above these.
    mutating func restore(_ book: TripBook, _ numbers: TripNumbers) {
        self.numbers = self.numbers.above(numbers)
        if let place = place(of: book.user) {
            books[place] = book
        } else {
            places.open(book.user.number, Int32(books.count))
            books.append(book)
        }
    }

    /// Takes a change of one of a user's devices, in the order of arrival (TRIP-OFFLINE). What a rule does not allow is noted as
    /// refused and changes nothing.
    public mutating func take(
        _ change: TripChange, of user: TripUserID, _ stamp: ChangeStamp, position: Place? = nil,
        travel: some TripTravel, at now: CityTime
    ) -> [TripEvent] {
        do throws(ChangeRefusal) {
            guard let place = place(of: user) else { throw .unknownUser }
            try books[place].isNew(stamp, parameters)
            var turn = TripTurn(
                parameters: parameters, travel: travel, position: position, now: now, numbers: numbers)
            books[place].advance(&turn)
            books[place].take(change, stamp, &turn)
            numbers = turn.numbers
            return turn.events
        } catch {
            return [.changeRefused(user: user, device: stamp.device, serial: stamp.serial, reason: error)]
        }
    }

    /// Takes all that a device has kept while it had no link (TRIP-OFFLINE).
    public mutating func sync(
        _ changes: [(serial: Int32, change: TripChange)], of user: TripUserID, on device: TripDeviceID,
        position: Place? = nil, travel: some TripTravel, at now: CityTime
    ) -> [TripEvent] {
        var events: [TripEvent] = []
        for (serial, change) in changes {
            events += take(
                change, of: user, ChangeStamp(device, serial), position: position, travel: travel, at: now)
        }
        return events + [.syncDone(user: user, device: device, serial: changes.last?.serial ?? 0)]
    }

    /// Arranges the days that midnights have brought; `needsMidnights` of the book says whether another one will bring any.
    public mutating func midnight(
        of user: TripUserID, travel: some TripTravel, at now: CityTime
    ) -> [TripEvent] {
        guard let place = place(of: user) else { return [] }
        var turn = TripTurn(parameters: parameters, travel: travel, position: nil, now: now, numbers: numbers)
        books[place].advance(&turn)
        return turn.events
    }

    /// A user's day; nil when there is no such user. `midnight(of:travel:at:)` must have been told of the days before.
    public func schedule(of user: TripUserID, on day: TripDay, at now: CityTime) -> DaySchedule? {
        place(of: user).map { books[$0].schedule(of: day, parameters, at: now) }
    }
}
