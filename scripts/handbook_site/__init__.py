# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the handbook, for scripts/handbook: `articles` reads the articles, `site` makes pages of them."""
