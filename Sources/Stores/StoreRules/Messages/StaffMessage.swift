// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// What a manager or employee sends to the store service, logged in (ACCOUNT-MANAGER-01, -02).
public enum StaffMessage: Hashable, Sendable, Codable {
    /// Adds a store (STORE-ADD).
    case addStore(StoreForm)
    /// Removes a store (STORE-REMOVE).
    case removeStore(StoreID)
    /// Changes a parameter (STORE-EDIT).
    case edit(StoreID, StoreChange)
    /// Reads the numbers, and the slots in a range of time (STORE-R19 to -R21).
    case viewStatistics(StoreID, from: CityTime, to: CityTime)
    /// Issues a priority ticket at the totem (STORE-PRIORITY).
    case issuePriorityTicket(StoreID)
    /// Asks when maintenance may be done (AVAIL-07).
    case requestMaintenance(StoreID)

    /// Whether the rules need a drawn code for it.
    public var needsCode: Bool { if case .issuePriorityTicket = self { true } else { false } }

    /// Whether a door may be due at another time after it.
    var movesDoors: Bool {
        switch self {
        case .addStore, .removeStore, .edit(_, .openingHours): true
        case .edit, .viewStatistics, .issuePriorityTicket, .requestMaintenance: false
        }
    }
}

/// A change of a store; a new value applies at once (STORE-EDIT).
public enum StoreChange: Hashable, Sendable, Codable {
    /// The most people inside; the quotas follow in proportion (STORE-R17).
    case limit(Int32)
    /// One quota, with the difference given to or taken from another class (STORE-R15).
    case quota(PlaceClass, Int32, balance: PlaceClass)
    /// All three quotas.
    case quotas(ClassCounts)
    /// Whether employees may issue priority tickets.
    case priorityQueue(isOpen: Bool)
    /// When the store is open.
    case openingHours(OpeningHours)
    /// When the totem is on.
    case totemHours(OpeningHours)
    /// When slots start and how many bookings each takes (STORE-R18).
    case slots(SlotGrid)
    /// How long a booking admits (STORE-R14).
    case admissionWindow(TimeSpan)
    /// How long a called ticket is kept (STORE-NOSHOW).
    case grace(TimeSpan)
    /// How long a booking holds a place (DEC-STORE-2H).
    case holding(TimeSpan)
    /// From when on a delay counts (DEC-STORE-MAJOR-DELAY).
    case delays(DelayLimits)

    /// The parameter that it changes, and its new value when that is a time.
    var parameter: (name: StoreParameter, time: TimeSpan?) {
        switch self {
        case .limit: (.limit, nil)
        case .quota, .quotas: (.quotas, nil)
        case .priorityQueue: (.priorityQueue, nil)
        case .openingHours: (.openingHours, nil)
        case .totemHours: (.totemHours, nil)
        case .slots: (.slots, nil)
        case .admissionWindow(let time): (.admissionWindow, time)
        case .grace(let time): (.grace, time)
        case .holding(let time): (.holding, time)
        case .delays(let limits): (.delays, limits.major)
        }
    }
}

/// The form that a manager fills in to add a store (STORE-ADD). A missing field is nil.
public struct StoreForm: Hashable, Codable, Sendable {
    /// What people call it.
    public var name: String
    /// The chain that it belongs to, by name; nil for one of its own (STORE-EDIT).
    public var chain: String?
    /// Where it stands.
    public var place: Place?
    /// Limit, quotas, hours and slots.
    public var settings: StoreSettings?
    /// Whether the place lies in a zone; for whoever knows the map to say.
    public var isInZone: Bool

    /// An empty form, or what is known.
    public init(
        name: String = "", chain: String? = nil, place: Place? = nil, settings: StoreSettings? = nil,
        isInZone: Bool = true
    ) {
        self.isInZone = isInZone
        self.name = name
        self.chain = chain
        self.place = place
        self.settings = settings
    }
}
