#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes small pictures of pages at the four settings they are made for: light, dark, 400 pixels wide, and on A4 paper.

    scripts/pictures.py report=REPORT.html compare=COMPARE.html ...

writes Reports/samples/NAME-light.jpg, NAME-dark.jpg, NAME-narrow.jpg and NAME-paper.jpg. To be looked at by people; the tests of
pages are Tests/Outside/test_report.py and Tests/Outside/test_comparison.py. Needs playwright and a Chromium, as they do.
"""
import os
import pathlib
import sys

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "Reports/samples"
# Name, width and height in pixels of the screen, scheme, medium.
SETTINGS = [
    ("light", 1280, 1800, "light", "screen"), ("dark", 1280, 1800, "dark", "screen"), ("narrow", 400, 900, "light", "screen"),
    ("paper", 794, 1123, "light", "print")]


def main():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        for argument in sys.argv[1:]:
            name, path = argument.split("=", 1)
            for setting, width, height, scheme, medium in SETTINGS:
                page = browser.new_page(
                    viewport={"width": width, "height": height}, color_scheme=scheme, device_scale_factor=0.5)
                page.emulate_media(media=medium, color_scheme=scheme)
                page.goto(pathlib.Path(path).resolve().as_uri())
                page.wait_for_timeout(3000)
                page.screenshot(path=SAMPLES / f"{name}-{setting}.jpg", type="jpeg", quality=60)
                page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
