# SPDX-License-Identifier: GPL-3.0-or-later
"""The trials of experiments in a database, for Tests/Outside/test_store.py."""
