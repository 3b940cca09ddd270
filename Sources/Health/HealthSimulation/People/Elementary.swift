// SPDX-License-Identifier: GPL-3.0-or-later

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The functions of the maths library by names of their own.
func exponential(_ value: Double) -> Double { exp(value) }
func cosine(_ value: Double) -> Double { cos(value) }
