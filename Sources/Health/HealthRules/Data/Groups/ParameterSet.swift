// SPDX-License-Identifier: GPL-3.0-or-later

/// Some of the parameters that devices measure.
public struct ParameterSet: OptionSet, Hashable, Codable, Sendable {
    /// One bit for each parameter.
    public let rawValue: UInt8

    /// The parameters of these bits.
    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// One parameter.
    @inlinable
    public init(_ parameter: HealthParameter) { rawValue = 1 << parameter.rawValue }

    /// Every parameter.
    public static var all: ParameterSet { HealthParameter.allCases.reduce(into: []) { $0.insert(Self($1)) } }

    /// The parameters in the order of their numbers.
    public var parameters: [HealthParameter] { HealthParameter.allCases.filter { contains(Self($0)) } }
}
