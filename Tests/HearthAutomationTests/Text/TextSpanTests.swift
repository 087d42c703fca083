internal import Expectations
internal import Testing
internal import HearthTraitDescriptors

@testable internal import HearthAutomation
@testable internal import HearthAutomationText

/// Durations in texts are as long as the wire allows, and no longer.
struct TextSpanTests {
    private func wait(_ span: String) throws -> Duration? {
        let read = try TextTestHome.read("automation: \"x\"\nsteps:\n  wait \(span)\n")
        guard case .delay(let duration)? = read.text.graph.nodes.last?.kind else { return nil }
        return duration
    }

    @Test(
        arguments: [
            ("315576000000 s", 315_576_000_000), ("3652500 d", 315_576_000_000), ("-315576000000 s", -315_576_000_000),
            ("0 s", 0), ("1 h 30 min", 5_400),
        ] as [(String, Int64)])
    func spansUpToTheLongestAreRead(span: String, seconds: Int64) throws {
        try expect(wait(span), equals: .seconds(seconds))
    }

    /// The wire allows nanoseconds beside the most seconds as well.
    @Test func theLongestSpanHasItsNanoseconds() throws {
        let longest = Duration.seconds(315_576_000_000) + .nanoseconds(999_999_999)
        try expect(wait(TextScanner.span(longest)), equals: longest)
        try expect(wait(TextScanner.span(.zero - longest)), equals: .zero - longest)
    }

    @Test(arguments: [
        "315576000001 s", "9223372036854775807 s", "9223372036854775808 s", "18446744073709551616 s",
        "170141183460469231731687303715884105727 as", "170141183460469231731687303715884105728 as",
        "3652500 d 1 s", "-315576000001 s", "-9223372036854775809 s", "9223372036854775808 d",
    ])
    func longerSpansAreRefused(span: String) {
        for line in ["wait \(span)", "wait at most \(span) for:\n    nothing", "not again within \(span)"] {
            expect(throws: AutomationTextError.self, "\(line)") {
                try TextTestHome.read("automation: \"x\"\nsteps:\n  \(line)\n")
            }
        }
        expect(throws: AutomationTextError.self) {
            try TextTestHome.read("automation: \"x\"\ncatch up: \(span)\nsteps:\n  wait 1 s\n")
        }
    }

    /// A byte order mark in front of the text is skipped; elsewhere it is a character like others.
    @Test func aByteOrderMarkIsPassedOver() throws {
        let text = "automation: \"x\"\nsteps:\n  wait 5 s\n"
        try expect(TextTestHome.read("\u{FEFF}" + text).text, equals: TextTestHome.read(text).text)
        for wrong in ["\u{FEFF}\u{FEFF}" + text, "\n\u{FEFF}" + text] {
            expect(throws: AutomationTextError.self) { try TextTestHome.read(wrong) }
        }
        // It is invisible, so columns do not count it.
        let places = try ["", "\u{FEFF}"].map { mark in
            let error = try require(throws: AutomationTextError.self) { try TextTestHome.read(mark + "automation x") }
            return [error.line, error.column]
        }
        expect(places, equals: [[1, 12], [1, 12]])
    }
}
