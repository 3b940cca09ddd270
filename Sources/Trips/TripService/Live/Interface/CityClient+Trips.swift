// SPDX-License-Identifier: GPL-3.0-or-later

public import CityGateway
public import CityModel
public import TripRules

extension CityClient: TripUserService {
    // MARK: The device

    /// The app is open (ACCOUNT-TRIP-R1).
    public func openPlanner(_ token: Token, on device: TripDeviceID) async throws(AccessError) -> Int32 {
        try await view(token, device, .open) {
            if case .opened(device, let serial) = $0 { serial } else { nil }
        }
    }

    /// Whether the position may be read (SEC-10).
    public func permitPosition(_ token: Token, on device: TripDeviceID, _ isGiven: Bool) async throws(AccessError) {
        try await tell(token, device, .permits(isGiven))
    }

    /// Where the device is (TRIP-POSITION).
    public func tellPosition(_ token: Token, on device: TripDeviceID, _ place: Place?) async throws(AccessError) {
        try await tell(token, device, .position(place))
    }

    /// Where the own vehicles stand.
    public func tellVehicles(
        _ token: Token, on device: TripDeviceID, _ vehicles: [ParkedVehicle]
    ) async throws(AccessError) {
        try await tell(token, device, .vehicles(vehicles))
    }

    // MARK: What is looked at

    /// The list of a day (TRIP-R2).
    public func day(
        _ token: Token, on device: TripDeviceID, of time: CityTime
    ) async throws(AccessError) -> DaySchedule {
        try await view(token, device, .view(.day(time))) { if case .day(let schedule) = $0 { schedule } else { nil } }
    }

    /// The calendars (TRIP-R27).
    public func calendars(_ token: Token, on device: TripDeviceID) async throws(AccessError) -> [TripCalendar] {
        try await view(token, device, .view(.calendars)) {
            if case .calendars(let calendars) = $0 { calendars } else { nil }
        }
    }

    /// The map of a day (TRIP-R21).
    public func map(
        _ token: Token, on device: TripDeviceID, of time: CityTime
    ) async throws(AccessError) -> (points: [Place], next: TripRoute?) {
        try await view(token, device, .view(.map(time))) {
            if case .map(let points, let next) = $0 { (points, next) } else { nil }
        }
    }

    /// A route (TRIP-R9 to -R11).
    public func route(
        _ token: Token, on device: TripDeviceID, to occurrence: OccurrenceKey, number: Int32 = 0
    ) async throws(RouteError) -> RouteAnswer {
        try await ask(token, device, .view(.route(occurrence, number)), RouteError.self) {
            switch $0 {
            case .route(let route, let count): .success(RouteAnswer(route: route, count: count))
            case .noRoute(_, let refusal): .failure(.refused(refusal))
            default: nil
            }
        }
    }

    /// How a journey goes (TRIP-R22).
    public func report(
        _ token: Token, on device: TripDeviceID, to occurrence: OccurrenceKey, _ report: JourneyReport
    ) async throws(RouteError) {
        let refusal = try await exchange(token, device, .journey(occurrence, report), RouteError.self).last {
            (notice: TripNotice) in if case .noRoute(occurrence, let refusal) = notice { refusal } else { nil }
        }
        if let refusal { throw .refused(refusal) }
    }

    // MARK: Means

    /// Buys tickets (TRIP-TICKET).
    public func buyTickets(
        _ token: Token, on device: TripDeviceID, _ count: Int32, of company: Int32, credit: Int64
    ) async throws(TripTicketError) -> TicketAnswer {
        try await ask(token, device, .buyTickets(count, of: company, credit: credit), TripTicketError.self) {
            switch $0 {
            case .ticket(let answer): .success(answer)
            case .ticketRefused(let refusal): .failure(.refused(refusal))
            default: nil
            }
        }
    }

    /// Books a shared vehicle (TRIP-VEHICLE).
    public func bookVehicle(
        _ token: Token, on device: TripDeviceID, _ vehicle: Int32
    ) async throws(VehicleError) { try await use(token, device, .book(vehicle: vehicle)) }

    /// Takes the one that was booked.
    public func takeVehicle(
        _ token: Token, on device: TripDeviceID, _ vehicle: Int32
    ) async throws(VehicleError) { try await use(token, device, .takeVehicle(vehicle)) }

    /// Leaves it.
    public func leaveVehicle(
        _ token: Token, on device: TripDeviceID, _ vehicle: Int32, at place: Place? = nil
    ) async throws(VehicleError) { try await use(token, device, .leaveVehicle(vehicle, at: place)) }

    private func use(_ token: Token, _ device: TripDeviceID, _ message: DeviceMessage) async throws(VehicleError) {
        let refusal = try await exchange(token, device, message, VehicleError.self).last { (notice: TripNotice) in
            if case .vehicleRefused(_, let refusal) = notice { refusal } else { nil }
        }
        if let refusal { throw .refused(refusal) }
    }

    // MARK: Exchanges

    /// Sends a message of a device.
    func exchange<Failure: ServiceError>(
        _ token: Token, _ device: TripDeviceID, _ message: DeviceMessage, _ failure: Failure.Type
    ) async throws(Failure) -> Exchange {
        try await exchange(token, failure) { TripMessage.device(TripUserID($0.role.number), device, message) }
    }

    private func tell(_ token: Token, _ device: TripDeviceID, _ message: DeviceMessage) async throws(AccessError) {
        _ = try await exchange(token, device, message, AccessError.self)
    }

    /// Asks for what is never refused.
    private func view<Found>(
        _ token: Token, _ device: TripDeviceID, _ message: DeviceMessage, _ pick: (TripNotice) -> Found?
    ) async throws(AccessError) -> Found {
        guard let found = try await exchange(token, device, message, AccessError.self).last(pick) else {
            throw .misunderstood
        }
        return found
    }

    private func ask<Found, Failure: ServiceError>(
        _ token: Token, _ device: TripDeviceID, _ message: DeviceMessage, _ failure: Failure.Type,
        _ pick: (TripNotice) -> Result<Found, Failure>?
    ) async throws(Failure) -> Found {
        guard let found = try await exchange(token, device, message, failure).last(pick) else {
            throw .access(.misunderstood)
        }
        return try found.get()
    }
}
