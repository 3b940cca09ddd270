// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

/// A wrong text, and everything that reading it says, to the letter.
struct BadInput: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let set: String?
    let says: String

    init(_ name: String, _ text: String, set: String? = nil, says: String) {
        self.name = name
        self.text = text.isEmpty ? "" : text + "\n"
        self.set = set
        self.says = says
    }

    var testDescription: String { name }
}

@Suite("Wrong scenario files")
struct BadInputTests {
    @Test(
        "Each mistake is reported with its location, what is allowed and what was meant",
        arguments: BadInput.syntax + BadInput.keys + BadInput.values + BadInput.forms + BadInput.sets + BadInput.modules
            + BadInput.server
    )
    func saysExactly(_ input: BadInput) {
        let said = Support.outcome(input.text, sets: input.set.map { [$0] } ?? [])
        #expect(said.joined(separator: "\n") == input.says)
        #expect(said.contains { $0.contains(": error: ") })
    }

    @Test("INV-DriverMandatoryData: seats 0 in the scenario are rejected, and the message names the seats")
    func seatsZero() {
        for seats in ["0", "{0: 1}", "{4: 50%, 0: 50%}"] {
            let said = Support.outcome(Support.smallest + "drivers:\n  - {name: cabs, count: 1, seats: \(seats)}\n")
            #expect(said.filter { $0.contains(": error: ") }.count == 1)
            #expect(said.contains { $0.contains("error: `seats`: `0` is out of range; allowed: 1 to 60") })
        }
    }

    @Test("A text that costs too much to read is refused with one clear error")
    func limits() {
        let deep = Support.smallest + "seed: " + String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        #expect(Support.outcome(deep) == ["x.yaml:4:47: error: values are nested more than 40 levels deep"])
        for opening in ["[", "{a: ", "- ", "? "] {
            for count in [400, 990, 1010, 100_000] {
                let abyss = Support.smallest + "seed:\n  " + String(repeating: opening, count: count) + "\n"
                let said = Support.outcome(abyss)
                #expect(
                    said.count <= 2 && said.allSatisfy { $0.contains(": error: ") } && !said.isEmpty,
                    "\(opening) \(count) times: \(said)")
            }
        }
        // Texts with so few signs are read on the stack of whoever asks, which is small here.
        for (opening, closing) in [("[", "]"), ("{a: ", "}"), ("- ", "")] {
            for count in [45, 65, 70, 140] {
                let pit = String(repeating: opening, count: count) + "x" + String(repeating: closing, count: count)
                let said = Support.outcome(Support.smallest + "seed:\n  " + pit + "\n")
                #expect(said.map { $0.hasSuffix("values are nested more than 40 levels deep") } == [true], "\(said)")
            }
        }
        let chain = (1...60).map { "k\($0): &k\($0) [*k\($0 - 1)]\n" }.joined()
        #expect(
            Support.outcome(Support.smallest + "k0: &k0 1\n" + chain)
                == ["x.yaml:4:5: error: values are nested more than 40 levels deep"])
        var laughs = "a: &a [x,x,x,x,x,x,x,x,x]\n"
        for (name, inner) in zip("bcdefghi", "abcdefgh") {
            laughs += "\(name): &\(name) [" + String(repeating: "*\(inner),", count: 9) + "]\n"
        }
        #expect(
            Support.outcome(Support.smallest + laughs)
                == ["x.yaml:4:10: error: the file expands to more than 400000 values (are aliases nested?)"])
        // As a key the same structure would be compared for ever by the parser.
        #expect(
            Support.outcome(Support.smallest + laughs + "? *i\n: 1\n")
                == ["x.yaml:13:1: error: a key must be a plain word; aliases, lists and mappings cannot be keys"])
        let long = Support.smallest + "# " + String(repeating: "x", count: 9 << 20)
        #expect(Support.outcome(long) == ["x.yaml:1:1: error: the file is larger than 8 MiB"])
        let control = Support.smallest + "title: \u{FC}\u{1}\n"
        #expect(
            Support.outcome(control)
                == [
                    "x.yaml:4:9: error: a character U+1 is not allowed in the text (control characters are not allowed)"
                ])
    }

    @Test("All mistakes of a file are reported at once, in the order of the text")
    func allAtOnce() {
        let text = """
            cabrank: 1
            name: x
            city: {grid: {rows: 0, columns: 0, cell: 0 m}}
            length: 5
            warm-up: x
            seed: -1
            travel: {free-speed: 1, circuity: 0, walking-speed: 1}
            dispatch: {offer-deadline: 1, arrival-poll: 1, gps-limit: 1}
            """
        let lines = Support.outcome(text).map { $0.split(separator: ":")[1] }
        #expect(lines == ["3", "3", "3", "4", "5", "6", "7", "7", "7", "8", "8", "8"])
    }
}
