// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// Where a third party's request for a person's data stands (HEALTH-REQ-EXC).
public enum RequestState: UInt8, EventWord {
    /// The person has not answered.
    case pending
    /// The person said yes: consent is in force.
    case accepted
    /// The person said no.
    case refused
    /// The person took a yes back; the third party may ask anew (DEC-HEALTH-REREQUEST).
    case withdrawn
}

/// What a third party wants of a named person's data.
public enum PersonalPurpose: UInt8, EventWord {
    /// To read what is stored.
    case read
    /// To get each new batch.
    case subscribe
}

/// What a third party wants of a group's data.
public enum GroupPurpose: UInt8, EventWord {
    /// One answer.
    case once
    /// One aggregate for each closed interval.
    case subscription
}

/// Which place of a person must lie in the asked rectangle (INV-GroupExact).
public enum AreaKind: UInt8, EventWord {
    /// Where the person lives.
    case residence
    /// Where the phone was at the end of the last batch. Who has sent none has no such place, and is in no rectangle.
    case position
}

/// Why a subscription to a person's data, or the collector of it, ended.
public enum DataEnd: UInt8, EventWord {
    /// The third party stopped it.
    case stoppedByParty
    /// The person stopped it (HEALTH-R29).
    case stoppedByPerson
    /// The person withdrew consent (HEALTH-R29).
    case withdrawn
    /// The person's account is gone.
    case accountDeleted
}
