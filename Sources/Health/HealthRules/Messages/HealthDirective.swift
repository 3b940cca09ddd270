// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The text message to whoever can send an ambulance (HEALTH-SOS-SMS): who is in danger, what is known of the person, and where
/// the phone is.
public struct SOSText: Hashable, Sendable {
    /// Who.
    public let wearer: WearerID
    /// What is known of the person.
    public let person: PersonalData
    /// The place to reach.
    public let place: Place

    /// States all.
    public init(wearer: WearerID, person: PersonalData, place: Place) {
        (self.wearer, self.person, self.place) = (wearer, person, place)
    }
}

/// What the service says to a user.
public enum WearerNotice: Hashable, Sendable {
    /// The form was taken: this is the user's number.
    case registered(WearerID)
    /// The form was refused.
    case signUpRefused(SignUpRefusal)
    /// What was asked for is done.
    case done(WearerID)
    /// It was refused.
    case refused(WearerID, WearerRefusal)
    /// The device was not found: follow the instructions, try again, or call the help line (HEALTH-DEVICE-EXC).
    case followInstructions(WearerID)
}

/// What became of a batch.
public enum BatchOutcome: Hashable, Sendable {
    /// It is stored, and the phone may forget it.
    case stored(isDangerous: Bool)
    /// It is refused, and would be again.
    case rejected(BatchRefusal)
    /// Nobody heard it: the phone keeps it (AVAIL-08, HEALTH-APP).
    case unheard
}

/// What the health rules ask their actor to do, in order.
public enum HealthDirective: Hashable, Sendable {
    /// Note a fact in the event log.
    case note(HealthEvent)
    /// Say something to a user.
    case tell(WearerNotice)
    /// Send an SOS.
    case send(SOSText)
    /// Somebody registered.
    case registered(WearerID, PersonalData)
    /// Personal data are others now.
    case changed(WearerID, PersonalData)
    /// An account is deleted, and all that is kept of the person with it.
    case left(WearerID)
    /// Store a batch that had to wait for a worker (HEALTH-R11).
    case store(HealthBatch)
    /// All batches sent at once that were received before this time are stored; `never` for all.
    case handled(until: CityTime)
    /// The data side is down from now on, or works again (AVAIL-08).
    case service(isUp: Bool)
    /// Call `due` at this time, after what else happens at that instant, instead of any time asked for before; `never` for not at all.
    case wake(at: CityTime)
}
