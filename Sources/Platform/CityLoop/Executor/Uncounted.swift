// SPDX-License-Identifier: GPL-3.0-or-later

import CMachine

/// A reference to an object that is not counted.
///
/// Taking an object out of an array or a variable counts a reference up and down again, with two locked instructions on
/// memory that is mostly far away; in a city of 5000 taxis that was 13% of a run.
///
/// Reason for the unmanaged reference: whoever makes one sees to it that something holds the object through every call:
/// mostly a constant of its own, or else what its comment says. It is used at once, and kept by its maker only. One that is kept
/// to be prefetched, and for nothing else, may outlive its object.
public struct Uncounted<Target: AnyObject> {
    @usableFromInline let target: Unmanaged<Target>

    /// Refers to this object, which something else must hold for as long as the reference is used.
    @inlinable
    public init(_ target: Target) {
        self.target = Unmanaged.passUnretained(target)
    }

    /// Begins to fetch the object's first lines, when it is known that it will be used soon.
    public func prefetch() {
        prefetchLines(5, at: target.toOpaque())
    }

    /// The same object, known to be of this class.
    @inlinable
    public func known<Known: AnyObject>(as known: Known.Type) -> Uncounted<Known> {
        assert(with { $0 is Known }, "a reference to an object of another class")
        return Uncounted<Known>(Unmanaged.fromOpaque(target.toOpaque()))
    }

    @inlinable
    init(_ target: Unmanaged<Target>) {
        self.target = target
    }

    /// Uses the object.
    @inlinable
    public func with<Result>(_ body: (Target) throws -> Result) rethrows -> Result {
        try target._withUnsafeGuaranteedRef(body)
    }
}

extension Uncounted where Target: CityActor & DirectEntry, Target.Entered == Target {
    /// Enters the actor from code that already runs on its loop; traps when called elsewhere.
    @inlinable
    public func onLoop<Result>(_ body: (isolated Target) throws -> Result) rethrows -> Result {
        try target._withUnsafeGuaranteedRef { try $0.onLoop(body) }
    }
}

/// Begins to fetch so many cache lines from this address on; has no other effect, whatever the address.
@inline(__always)
func prefetchLines(_ count: Int, at address: UnsafeRawPointer) {
    for line in 0..<count { cmachine_prefetch(address + line * 64) }
}
