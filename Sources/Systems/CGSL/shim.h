// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <gsl/gsl_rng.h>
#include <gsl/gsl_randist.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_version.h>

/* Swift 6 refuses C globals, since any thread might change them. GSL never changes this one. */
static inline const gsl_rng_type *cgsl_taus2(void) { return gsl_rng_taus2; }
