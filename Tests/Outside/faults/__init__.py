# SPDX-License-Identifier: GPL-3.0-or-later
"""The faults that Tests/Outside/test_server_faults.py tries, by their kind."""
