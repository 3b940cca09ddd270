// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What the rules of calls tell a passenger's client. Plain bytes: several of these go with every ride, and each is copied on
/// its way.
public enum CallNotice: Sendable, Equatable {
    /// The call broke a rule; nothing was stored.
    case refused(CallRefusal)
    /// The request is stored.
    case stored(RequestID)
    /// All eligible drivers are thinking about other offers (DEC-WAIT-PENDING).
    case waiting(RequestID)
    /// This taxi comes, expected at this time, and is here now (TAXI-CALL-13, TAXI-CALL-20, TAXI-RESV-12).
    case accepted(RequestID, taxi: DriverID, arrival: CityTime, at: Place)
    /// No taxi: the request is aborted (TAXI-CALL-EXC).
    case aborted(RequestID, AbortReason)
    /// The answer to a poll: expected arrival and position of the taxi (TAXI-CALL-12, TAXI-CALL-14).
    case arrival(RequestID, expected: CityTime, taxi: Place)
    /// The driver confirmed that the passenger is aboard.
    case aboard(RequestID)
    /// The ride was released before boarding.
    case released(RequestID)
    /// The ride is over.
    case rideEnded(RequestID)
    /// A driver reported the passenger; the new total (TAXI-REPORT-01).
    case reported(total: Int32)
}

/// What the service tells a passenger's client.
public enum PassengerNotice: Sendable, Equatable {
    /// A notice on the passenger's call.
    case call(CallNotice)
    /// The module of a message is switched off (API-10).
    case moduleOff(ModuleName)
    /// A notice of the reservation module.
    case reservation(ReservationNotice)
    /// A notice of the sharing module.
    case sharing(SharingNotice)
}
