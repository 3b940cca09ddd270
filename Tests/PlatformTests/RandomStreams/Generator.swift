// SPDX-License-Identifier: GPL-3.0-or-later
import CGSL
import RandomStreams

/// A `taus2` generator as GSL allocates it, with the state set word by word: the peer to compare a stream with.
final class Generator {
    let pointer: UnsafeMutablePointer<gsl_rng>

    init?(words: [UInt]) {
        guard let pointer = gsl_rng_alloc(cgsl_taus2()), gsl_rng_size(pointer) == 24 else { return nil }
        self.pointer = pointer
        gsl_rng_state(pointer)?.withMemoryRebound(to: UInt.self, capacity: 3) { state in
            for (index, word) in words.enumerated() { state[index] = word }
        }
    }

    deinit { gsl_rng_free(pointer) }

    func next() -> UInt { gsl_rng_get(pointer) }

    var words: [UInt] {
        gsl_rng_state(pointer)?.withMemoryRebound(to: UInt.self, capacity: 3) { [$0[0], $0[1], $0[2]] } ?? []
    }
}

extension RandomStream {
    /// The state as a list, to compare.
    var wordList: [UInt] { [words.0, words.1, words.2] }
}
