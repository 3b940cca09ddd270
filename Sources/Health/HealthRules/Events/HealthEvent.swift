// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What happens at the health service. Of people it holds their number only, never a name or a social security number (SEC-09).
@frozen
public enum HealthEvent: Hashable, Sendable {
    // MARK: Accounts

    /// Somebody has an account from now on; the label is what the app runs on (HEALTH-CLIENT).
    case wearerRegistered(wearer: WearerID, client: ClientSystem)
    /// A form was refused; the person may try again (ACCOUNT-TRACK-EXC).
    case signUpRefused(reason: SignUpRefusal)
    /// Somebody's personal data are others now (ACCOUNT-TRACK-R31).
    case personalDataChanged(wearer: WearerID)
    /// An account was deleted.
    case wearerLeft(wearer: WearerID)
    /// Somebody is logged in.
    case wearerLoggedIn(wearer: WearerID)
    /// Somebody is not logged in any more.
    case wearerLoggedOut(wearer: WearerID)
    /// The app asks whether it may read health data and position (SEC-10).
    case permissionAsked(wearer: WearerID)
    /// It may.
    case permissionGiven(wearer: WearerID)
    /// It may not: nothing is read.
    case permissionRefused(wearer: WearerID)
    /// A request was refused; nothing was changed.
    case wearerRefused(wearer: WearerID, reason: WearerRefusal)

    // MARK: Devices

    /// A device is linked to the phone: its batches are accepted (HEALTH-R34).
    case deviceConnected(wearer: WearerID, device: DeviceID)
    /// A link failed; the person is told what to do (HEALTH-DEVICE-EXC).
    case deviceConnectFailed(wearer: WearerID, device: DeviceID)
    /// Somebody calls the help line (HEALTH-DEVICE-EXC).
    case helpLineCalled(wearer: WearerID)

    // MARK: Batches

    /// A sound batch came, and is stored: so many values between two times; delayed when the phone had to keep it.
    case batchReceived(
        wearer: WearerID, device: DeviceID, start: CityTime, end: CityTime, values: Int32, isDangerous: Bool,
        isDelayed: Bool)
    /// A batch was refused; nothing of it is stored.
    case batchRejected(wearer: WearerID, device: DeviceID, reason: BatchRefusal)
    /// A batch is not what its device sent; nothing of it is stored (SEC-09).
    case tamperDetected(wearer: WearerID, device: DeviceID)

    // MARK: SOS

    /// The SOS service of a person is on (HEALTH-R26).
    case sosEnabled(wearer: WearerID)
    /// It is off.
    case sosDisabled(wearer: WearerID)
    /// A dangerous batch of somebody whose SOS service is off (HEALTH-R25).
    case dangerIgnored(wearer: WearerID, start: CityTime)
    /// An SOS went out, with the place of the phone (HEALTH-SOS-SMS): for a batch of these times that was received, and so evaluated,
    /// at this one.
    case sosSent(
        wearer: WearerID, place: Place, start: CityTime, end: CityTime, received: CityTime, isDelayed: Bool)
    /// What whoever sends help made of it.
    case sosAnswered(wearer: WearerID, reply: RescueReply)
    /// A danger while the service was down: its SOS comes late or never (AVAIL-08). Once for each dangerous batch.
    case dangerMissed(wearer: WearerID, start: CityTime)

    // MARK: The machines

    /// The service crashed (AVAIL-08); so many SOS that were about to go out are lost.
    case serviceDown(lost: Int32)
    /// The system manager has restarted it.
    case serviceUp
    /// So many workers handle batches from now on (PERF-15).
    case scaleChanged(workers: Int32, before: Int32)
    /// Batches received since the last look at the load, and how many wait for a worker now (PERF-14).
    case loadMeasured(batches: Int32, backlog: Int32)

    // MARK: Too late

    /// A dangerous batch that a phone had to keep for so long that nobody is sent for it; it is stored.
    case dangerTooOld(wearer: WearerID, start: CityTime)
}
