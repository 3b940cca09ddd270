// SPDX-License-Identifier: GPL-3.0-or-later
import CGSL
package import CityModel

/// A named source of random numbers: GSL's generator `taus2`, started from a run's key, a purpose and an owner (SIM-02).
///
/// A stream is a plain value of 12 bytes without heap memory; whoever draws keeps it in a `var`. A copy continues
/// with the same numbers as the original, so keep one copy only. Nothing is shared between streams, so streams may be used
/// on any thread. Starting a stream costs some 25 ns, so one that serves a single draw need not be kept.
///
/// The generator: P. L'Ecuyer, "Maximally equidistributed combined Tausworthe generators", Math. Comp. 65 (1996), with
/// the starting rule of "Tables of maximally equidistributed combined LFSR generators" (1999). Period about 2^88.
/// See the article <doc:RandomStreams> for why streams do not meet.
package struct RandomStream: Sendable {
    // The three words of `taus2` have 32 bits each. GSL keeps them in words of 64; half of that keeps agents small, which
    // have up to ten streams.
    private var first: UInt32
    private var second: UInt32
    private var third: UInt32

    /// The three words, laid out as GSL's `taus_state_t`: a tuple of one type has the layout of a C array.
    package var words: (UInt, UInt, UInt) { (UInt(first), UInt(second), UInt(third)) }

    /// Starts the stream of this purpose and owner in a run. The same arguments give the same numbers for ever.
    ///
    /// `gsl_rng_set` is not used: it keeps 32 bits of its seed, so that some streams of a city of 100 000 people would be
    /// the same, and neighbouring seeds give first draws that are alike.
    package init(_ key: StreamKey, for purpose: Purpose, of owner: UInt64) {
        precondition(librarySettled)
        var chain = SeedingChain()
        chain.absorb(key.seed)
        chain.absorb(key.replication)
        chain.absorb(purpose.rawValue)
        chain.absorb(owner)
        self.init(mixed: chain.first, chain.second)
    }

    /// Starts the stream of this purpose of a person.
    package init(_ key: StreamKey, for purpose: Purpose, of person: PersonID) {
        self.init(key, for: purpose, of: person.key)
    }

    /// Cuts the words from the mixed bits, lifts them over the smallest values `taus2` allows (2, 8 and 16, as
    /// `gsl_rng_set` does) and throws away six draws.
    package init(mixed one: UInt64, _ two: UInt64) {
        first = UInt32(one >> 32)
        second = UInt32(one & 0xFFFF_FFFF)
        third = UInt32(two >> 32)
        if first < 2 { first += 2 }
        if second < 8 { second += 8 }
        if third < 16 { third += 16 }
        withGenerator { generator in
            for _ in 0..<6 { _ = gsl_rng_get(generator) }
        }
    }

    /// Calls GSL with this stream as its generator.
    ///
    /// The `gsl_rng` and its words live on the stack for the length of the call. Both pointers are valid only inside
    /// `body`, and GSL keeps neither; this is the one place that hands out pointers.
    @inline(__always)
    mutating func withGenerator<Answer>(_ body: (UnsafePointer<gsl_rng>) -> Answer) -> Answer {
        var words = self.words
        let answer = withUnsafeMutablePointer(to: &words) { state in
            withUnsafePointer(to: gsl_rng(type: cgsl_taus2(), state: UnsafeMutableRawPointer(state))) { body($0) }
        }
        first = UInt32(truncatingIfNeeded: words.0)
        second = UInt32(truncatingIfNeeded: words.1)
        third = UInt32(truncatingIfNeeded: words.2)
        return answer
    }
}

/// Done once in a process, before the first draw: GSL's answer to a bad argument would be to end the process, and
/// the words in `RandomStream` must be as many as GSL's `taus2` has.
private let librarySettled: Bool = {
    gsl_set_error_handler_off()
    return cgsl_taus2()?.pointee.size == MemoryLayout<(UInt, UInt, UInt)>.size
}()
