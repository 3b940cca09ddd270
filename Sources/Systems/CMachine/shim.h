// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single instructions of the processor that Swift has no name for.

/// Begins to fetch the cache line of this address; has no other effect, whatever the address.
static inline void cmachine_prefetch(const void *address) { __builtin_prefetch(address); }

#if defined(__linux__)
/// Tells threads apart: the address of the calling thread's own memory, which is what pthread_self gives, without a call.
static inline unsigned long cmachine_thread(void) { return (unsigned long)__builtin_thread_pointer(); }
#endif
