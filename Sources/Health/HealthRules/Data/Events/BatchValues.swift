// SPDX-License-Identifier: GPL-3.0-or-later

public import CityModel

/// The values of a batch, as an event tells of their delivery: up to five, plain bytes.
@frozen
public struct BatchValues: Hashable, Sendable {
    @usableFromInline var parameters = SIMD8<UInt8>(repeating: 0)
    @usableFromInline var hundredths = SIMD8<Int32>(repeating: 0)
    /// How many.
    public private(set) var count: UInt8 = 0

    /// The values of a batch that can be read.
    public init(_ batch: HealthBatch) { self.init((0..<batch.valueCount).map { batch[$0] }) }

    /// These values, of which the first five are kept.
    public init(_ values: [HealthValue]) {
        for value in values.prefix(HealthBatch.mostValues) {
            parameters[Int(count)] = value.parameter.rawValue
            hundredths[Int(count)] = value.hundredths
            count += 1
        }
    }

    /// The values in their order.
    public var list: [HealthValue] {
        (0..<Int(count)).compactMap { index in
            HealthParameter(rawValue: parameters[index]).map { HealthValue($0, hundredths: hundredths[index]) }
        }
    }

    @inlinable var range: Range<Int> { 0..<HealthBatch.mostValues }

    /// A value's parameter; nil for a place without a value.
    @inlinable
    func parameter(_ index: Int) -> UInt8? { index < Int(count) ? parameters[index] : nil }
    /// A value's size in hundredths; nil likewise.
    @inlinable
    func size(_ index: Int) -> Int64? { index < Int(count) ? Int64(hundredths[index]) : nil }
}

extension BatchValues: EventField {
    /// A word and a number for each of five values; null beyond the last.
    public static var parts: [FieldPart] {
        (1...HealthBatch.mostValues).flatMap { number in
            [
                FieldPart("Parameter\(number)", .word(HealthParameter.allCases.map(\.word)), isOptional: true),
                FieldPart("Hundredths\(number)", .number, isOptional: true),
            ]
        }
    }
    /// One value.
    public static func example(_ number: Int) -> BatchValues {
        BatchValues([HealthValue(.example(number), hundredths: Int32(number))])
    }
    /// Shows the values, then the absence of the rest.
    @inlinable
    public static func show(_ value: BatchValues, to visitor: inout some KindVisitor) {
        for index in value.range {
            visitor.optionalWord(value.parameter(index))
            visitor.optionalNumber(value.size(index))
        }
    }
    /// Never absent: a batch without values is no sound one.
    public static func show(optional value: BatchValues?, to visitor: inout some KindVisitor) {
        show(value ?? BatchValues([]), to: &visitor)
    }
    /// Takes five pairs.
    public init(parts: inout ArraySlice<LogValue>) throws {
        var values: [HealthValue] = []
        for _ in 0..<HealthBatch.mostValues {
            let parameter = try HealthParameter?(parts: &parts)
            let size = try Int32?(parts: &parts)
            if let parameter, let size { values.append(HealthValue(parameter, hundredths: size)) }
        }
        self.init(values)
    }
}
