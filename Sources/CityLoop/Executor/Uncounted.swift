// SPDX-License-Identifier: GPL-3.0-or-later

/// A way into an actor that counts no references: for whoever holds the actor itself in a constant besides.
///
/// Taking an actor out of an array counts a reference up and down again, with two locked instructions on memory that is
/// mostly far away; in a city of 5000 taxis that was 13% of a run.
///
/// Reason for the unmanaged reference: the holder's constant keeps the actor alive for longer than any call through
/// this value, which never leaves the holder.
public struct Uncounted<Target: CityActor & DirectEntry> where Target.Entered == Target {
    @usableFromInline let target: Unmanaged<Target>

    /// A way into this actor, which the caller must hold for as long as the way is used.
    public init(_ target: Target) {
        self.target = Unmanaged.passUnretained(target)
    }

    /// Enters the actor from code that already runs on its loop; traps when called elsewhere.
    @inlinable
    public func entered<Result>(_ body: (isolated Target) throws -> Result) rethrows -> Result {
        try target._withUnsafeGuaranteedRef { try $0.entered(body) }
    }
}
