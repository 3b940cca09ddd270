// SPDX-License-Identifier: GPL-3.0-or-later

import CityModel
import HealthRules

/// What befalls people who wear a device and their phones, which the health service does not know. In simulation only.
enum WearingEvent: Hashable, Sendable {
    /// The device is on, and the app in the background or not (HEALTH-BACKGROUND); the time between two of its batches.
    case devicePutOn(wearer: WearerID, isInBackground: Bool, every: TimeSpan)
    case deviceTakenOff(wearer: WearerID)
    /// The battery is empty for so long.
    case batteryEmpty(wearer: WearerID, length: TimeSpan)
    /// The phone has lost its link to the service for so long; it keeps its batches (HEALTH-APP).
    case linkLost(wearer: WearerID, length: TimeSpan)
    /// A critical episode begins that has this length.
    case episodeBegan(wearer: WearerID, parameter: HealthParameter, length: TimeSpan)
    /// The run is over, and the phone still keeps so many batches; the oldest ended at this time.
    case batchesKept(wearer: WearerID, count: Int32, oldest: CityTime)
    /// The city has a system manager, who needs no registration (ACCOUNT-TRACK-MANAGER).
    case managerInstalled(manager: Int32)
    /// The system manager restarts the service.
    case restartOrdered(manager: Int32)
}

extension WearingEvent: Event {
    /// They are not: a replay has no people.
    static let isReplayed = false

    /// Shows the kind's number, which never changes, and its fields in the order of the declaration.
    func show(to visitor: inout some KindVisitor) {
        switch self {
        case .devicePutOn(let a, let b, let c): visitor.kind(330, a, b, c)
        case .deviceTakenOff(let a): visitor.kind(331, a)
        case .batteryEmpty(let a, let b): visitor.kind(332, a, b)
        case .linkLost(let a, let b): visitor.kind(333, a, b)
        case .episodeBegan(let a, let b, let c): visitor.kind(334, a, b, c)
        case .batchesKept(let a, let b, let c): visitor.kind(335, a, b, c)
        case .managerInstalled(let a): visitor.kind(336, a)
        case .restartOrdered(let a): visitor.kind(337, a)
        }
    }

    /// Every kind, in the order of the published schema.
    static let kinds: [Kind<Self>] = [
        .of(devicePutOn), .of(deviceTakenOff), .of(batteryEmpty), .of(linkLost), .of(episodeBegan),
        .of(batchesKept), .of(managerInstalled), .of(restartOrdered),
    ]
}
