// SPDX-License-Identifier: GPL-3.0-or-later
//
// Single instructions of the processor that Swift has no name for.

/// Begins to fetch the cache line of this address; has no other effect, whatever the address.
static inline void cmachine_prefetch(const void *address) { __builtin_prefetch(address); }
