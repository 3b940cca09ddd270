// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A lock, and a wait for a signal or for the end of a span that a clock measures which nobody sets.
///
/// Foundation's condition waits until an instant of the time of day: set back by an hour meanwhile, it waits for an hour more.
///
/// `@unchecked Sendable`: what the pointers lead to is used by the calls of POSIX threads only.
final class SteadyCondition: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        #if canImport(Glibc)
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(condition, &attributes)
            pthread_condattr_destroy(&attributes)
        #else
            pthread_cond_init(condition, nil)
        #endif
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func signal() { pthread_cond_signal(condition) }

    /// Waits for a signal, at most this many seconds, and now and then for nothing at all. Called with the lock, which is free meanwhile.
    func wait(seconds: Double) {
        let whole = seconds.rounded(.down)
        var (span, nanoseconds) = (Int(whole), Int((seconds - whole) * 1e9))
        #if canImport(Glibc)
            var end = timespec()
            clock_gettime(CLOCK_MONOTONIC, &end)
            span += end.tv_sec
            nanoseconds += end.tv_nsec
            end = timespec(tv_sec: span + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
            pthread_cond_timedwait(condition, mutex, &end)
        #else
            if nanoseconds >= 1_000_000_000 { (span, nanoseconds) = (span + 1, 0) }
            var left = timespec(tv_sec: span, tv_nsec: nanoseconds)
            pthread_cond_timedwait_relative_np(condition, mutex, &left)
        #endif
    }
}
