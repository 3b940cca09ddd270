// SPDX-License-Identifier: GPL-3.0-or-later

public import CMachine

extension Array {
    /// Begins to fetch an element into the processor's cache, but perhaps the end of its last line, when it is known that it
    /// will be used soon; has no other effect.
    ///
    /// A city of 5000 taxis does not fit the cache, and each turn is about others: what is fetched only when it is needed
    /// was a tenth of a run.
    @inlinable
    public func prefetch(_ index: Int) {
        guard indices.contains(index) else { return }
        withUnsafeBytes { bytes in
            var offset = index &* MemoryLayout<Element>.stride
            let end = offset &+ MemoryLayout<Element>.stride
            while offset < end {
                cmachine_prefetch(bytes.baseAddress.map { $0 + offset })
                offset &+= 64
            }
        }
    }
}
