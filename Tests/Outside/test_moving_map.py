#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of the moving map in a real browser, against the event log of the same run: statuses, queues and waiting calls at many times,
play, pause, scrub both ways, hours, keys, a tap on a taxi and on a zone. Run by scripts/test.

Needs playwright (pip) and chromium; CHROMIUM names another browser than /usr/bin/chromium, CABRANK another command."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COMMAND = os.environ.get("CABRANK", str(ROOT / "scripts" / "cabrank"))
ENDS = {"requestAborted", "rideReleased", "rideEnded"}


class MovingMapTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        folder = pathlib.Path(cls.scratch.name) / "run"
        subprocess.run([COMMAND, "run", ROOT / "Scenarios" / "quickstart.yaml", "--quiet", "--out", folder],
                       check=True, stdout=subprocess.DEVNULL)
        lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
        events = [json.loads(line) for line in lines[1:]]
        start = 1772611200  # 2026-03-04 08:00, the start of the quickstart
        cls.events = [(int(event["timeNs"]) // 10**9 - start, event) for event in events]
        cls.play = sync_playwright().start()
        cls.browser = cls.play.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        cls.page_file = (folder / "report.html").as_uri()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.play.stop()
        cls.scratch.cleanup()

    def setUp(self):
        self.errors = []
        self.page = self.browser.new_page(viewport={"width": 1100, "height": 900})
        self.page.on("console", lambda message: self.errors.append(message.text))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(self.page_file)
        self.page.wait_for_selector("#moving-map-root[data-ready=yes]")

    def tearDown(self):
        self.assertEqual(self.errors, [])
        self.page.close()

    def part(self, name):
        return self.page.locator(f"[data-mm={name}]")

    def state(self, time):
        """Statuses by driver, the queue's drivers and the open calls after all events up to this second."""
        status, queue, calls, places = {}, [], set(), {}
        for second, event in self.events:
            if second > time:
                break
            name, driver = event["event"], event.get("driver")
            if name == "statusChanged":
                status[driver] = {"offShift": "off duty", "available": "free", "busy": "on the way to a pick-up"}[event["to"]]
            elif name == "offerSent" and status[driver] == "free":
                status[driver] = "offered a call"
            elif name in ("offerRefused", "offerTimedOut", "offerWithdrawn") and status[driver] == "offered a call":
                status[driver] = "free"
            elif name == "passengerAboard":
                status[driver] = "with passengers"
                calls.discard(event["request"])
            elif name == "driverEnqueued":
                queue.append(driver)
            elif name == "driverDequeued":
                queue.remove(driver)
            elif name == "driverMovedToBottom":
                queue.remove(driver)
                queue.append(driver)
            elif name == "requestStored":
                calls.add(event["request"])
            elif name in ENDS:
                calls.discard(event["request"])
            if name in ("positionReported", "rideEnded"):
                places[driver] = (second, event["placeEastMm"], event["placeNorthMm"])
        return status, queue, calls, places

    def test_the_map_says_what_the_log_says(self):
        # There and back, so that every cursor goes both ways.
        times = list(range(0, 3600, 37)) + list(range(3599, 0, -53))
        for time in times:
            status, queue, calls, places = self.state(time)
            shown = self.page.evaluate("""time => { movingMap.go(time); const data = movingMap.data;
                return { taxis: [...data.byNumber.keys()].map(n => [n, movingMap.taxi(n)]),
                  queue: data.queue(data.zones[0], time).map(entry => data.number[entry.taxi]),
                  length: data.queueLength(data.zones[0], time),
                  calls: data.calls.filter(call => call.since <= time && time < call.until).map(call => call.request) }; }""", time)
            for number, taxi in shown["taxis"]:
                self.assertEqual(taxi["status"], status.get(number, "off duty"), f"taxi {number} at {time} s")
                if places.get(number, (None,))[0] == time:
                    self.assertLessEqual(abs(taxi["east"] - places[number][1] / 1000), 6)
                    self.assertLessEqual(abs(taxi["north"] - places[number][2] / 1000), 6)
            self.assertEqual(shown["queue"], queue, f"at {time} s")
            self.assertEqual(shown["length"], len(queue))
            self.assertEqual(set(shown["calls"]), calls, f"at {time} s")

    def test_play_pause_speed_and_scrub(self):
        self.assertEqual(self.page.evaluate("movingMap.isPlaying"), False)
        self.page.evaluate("movingMap.go(600)")
        self.part("play").click()
        self.page.wait_for_function("movingMap.time > 620 && movingMap.framesPerSecond > 0")
        self.part("play").click()
        time = self.page.evaluate("movingMap.time")
        self.page.wait_for_timeout(200)
        self.assertEqual(self.page.evaluate("movingMap.time"), time)
        self.part("time").fill("1200")
        self.assertEqual(self.part("clock").inner_text(), "2026-03-04 08:20:00")
        self.part("time").fill("300")
        self.assertEqual(self.part("clock").inner_text(), "2026-03-04 08:05:00")
        self.part("hour").select_option(label="08:00")
        self.assertEqual(self.page.evaluate("movingMap.time"), 0)

    def test_keys(self):
        self.page.evaluate("movingMap.go(1800)")
        self.part("frame").focus()
        for key, time in (("ArrowRight", 1860), ("Shift+ArrowLeft", 1260), ("Home", 0), ("End", 3600)):
            self.page.keyboard.press(key)
            self.assertEqual(self.page.evaluate("movingMap.time"), time, key)
        self.page.keyboard.press("Home")
        before = self.part("speed").input_value()
        self.page.keyboard.press("+")
        self.assertGreater(int(self.part("speed").input_value()), int(before))
        self.page.keyboard.press("Space")
        self.assertTrue(self.page.evaluate("movingMap.isPlaying"))
        self.page.keyboard.press("Space")
        self.assertFalse(self.page.evaluate("movingMap.isPlaying"))

    def test_a_tap_shows_a_taxis_story_and_a_zones_queue(self):
        self.page.evaluate("movingMap.go(1800)")
        taxi = self.page.evaluate("({ ...movingMap.taxi(3) })")
        self.part("frame").click(position={"x": taxi["x"], "y": taxi["y"]})
        text = self.part("panel").inner_text()
        self.assertRegex(text, r"^Taxi \d\n+08:30:00: ")
        self.assertIn("on duty", text)
        self.part("taxi").fill("3")
        self.part("taxi").press("Enter")
        self.assertTrue(self.part("panel").inner_text().startswith("Taxi 3"))
        self.part("zone").select_option(index=1)
        self.assertIn(f"{len(self.state(1800)[1])} in the queue", self.part("panel").inner_text())
        self.part("close").click()
        self.assertIn("Point or tap", self.part("panel").inner_text())
        self.assertEqual(self.page.locator("[data-mm=streets]").count(), 0)


class StreetTests(unittest.TestCase):
    """The streets below the moving map are a drawing by itself: it must lie where the script draws zones and taxis."""

    def test_streets_lie_where_the_script_draws(self):
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
            subprocess.run([COMMAND, "run", ROOT / "Scenarios" / "city-streets.yaml", "--quiet", "--set", "length=1 h", "--out",
                            f"{folder}/run"], check=True, stdout=subprocess.DEVNULL)
            browser = play.chromium.launch(
                executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
            for width, height in ((1100, 900), (1500, 500), (400, 800)):
                page = browser.new_page(viewport={"width": width, "height": height})
                errors = []
                page.on("pageerror", lambda error: errors.append(str(error)))
                page.goto(pathlib.Path(folder, "run", "report.html").as_uri())
                page.wait_for_selector("#moving-map-root[data-ready=yes]")
                apart = page.evaluate("""() => {
                    const svg = document.querySelector('[data-mm=streets]'), parent = svg.parentElement;
                    const frame = parent.getBoundingClientRect(), matrix = svg.getScreenCTM(), side = parent.clientLeft, spots = [];
                    // The picture is as high as the frame with its border, and shown within that.
                    const share = parent.clientHeight / parent.offsetHeight;
                    for (const number of movingMap.data.byNumber.keys()) {
                      const taxi = movingMap.taxi(number);
                      if (!taxi.isSeen) continue;
                      const at = new DOMPoint(taxi.east, -taxi.north).matrixTransform(matrix);
                      spots.push(Math.hypot(at.x - frame.left - side - taxi.x, at.y - frame.top - side - share * taxi.y));
                    }
                    return [spots.length, Math.max(...spots)]; }""")
                self.assertGreater(apart[0], 100)
                self.assertLess(apart[1], 1.25, f"{width} pixels wide: the streets lie {apart[1]} pixels beside")
                self.assertEqual(errors, [])
                page.close()
            browser.close()


if __name__ == "__main__":
    unittest.main()
