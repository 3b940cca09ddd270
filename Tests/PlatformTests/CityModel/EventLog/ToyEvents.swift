// SPDX-License-Identifier: GPL-3.0-or-later
import CityModel

/// A service that the platform has never heard of.
enum ToyEvent: Event {
    /// Somebody drank.
    case drunk(fountain: Int32, at: Place)
    /// The fountain is dry.
    case dry

    func show(to visitor: inout some KindVisitor) {
        switch self {
        case .drunk(let a, let b): visitor.kind(1, a, b)
        case .dry: visitor.kind(2)
        }
    }

    static let kinds: [Kind<Self>] = [.of(drunk), .of(dry)]
}

/// Rare events of the same service that are not plain bytes, in a channel of their own.
enum ToyRemark: Event {
    /// A sign was put up.
    case signed(fountain: Int32, text: String, hint: String?)
    /// The water was tested.
    case tested(fountain: Int32, water: Water, before: Water?)

    func show(to visitor: inout some KindVisitor) {
        switch self {
        case .signed(let a, let b, let c): visitor.kind(300, a, b, c)
        case .tested(let a, let b, let c): visitor.kind(65_535, a, b, c)
        }
    }

    static let kinds: [Kind<Self>] = [.of(signed), .of(tested)]
    static let isReplayed = false
}

/// Any `Codable` type.
struct Water: EventPayload, Hashable {
    var hardness: Double
    var found: [String]

    static func example(_ number: Int) -> Water { Water(hardness: Double(number) / 2, found: ["lime", "\(number)"]) }
}

/// A kind is missing in the list.
enum ForgetfulEvent: Event {
    case known(number: Int32)
    case forgotten(number: Int32)

    func show(to visitor: inout some KindVisitor) {
        switch self {
        case .known(let a): visitor.kind(1, a)
        case .forgotten(let a): visitor.kind(2, a)
        }
    }

    static let kinds: [Kind<Self>] = [.of(known)]
}

/// Kinds whose numbers share their bytes.
enum NumberedEvent: Event {
    case low(number: Int32)
    case high(number: Int32)
    case swapped(number: Int32)
    case last(number: Int32)

    func show(to visitor: inout some KindVisitor) {
        switch self {
        case .low(let a): visitor.kind(0x2c, a)
        case .high(let a): visitor.kind(0x012c, a)
        case .swapped(let a): visitor.kind(0x2c01, a)
        case .last(let a): visitor.kind(0xffff, a)
        }
    }

    static let kinds: [Kind<Self>] = [.of(low), .of(high), .of(swapped), .of(last)]
}
