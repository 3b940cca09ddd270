# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the pages; see scripts/handbook."""
import sys

from handbook_site.site import main

sys.exit(main(sys.argv[1:]))
