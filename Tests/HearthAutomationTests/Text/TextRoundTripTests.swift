internal import HearthTraitDescriptors
internal import ProcessTestSupport
internal import Expectations
internal import Testing

@testable internal import HearthAutomation
@testable internal import HearthAutomationText

/// Every written text is read back as the same automation.
@Suite(.timeLimit(.minutes(5))) struct TextRoundTripTests {
    private let names = TextTestHome.names

    private func expectSame(_ text: AutomationText, _ names: AutomationNames, _ comment: Comment) throws {
        let written = text.text(names)
        let read = try ReadAutomation.all(in: written, names)
        expect(read.count, equals: 1, comment)
        let again = try require(read.first?.text, comment)
        expect(again.text(names), equals: written, comment)
        // NaN equals nothing, not even itself.
        if !written.contains("nan") { expect(again, equals: text, "\(comment)\n\(written)") }
    }

    @Test func everyGraphIsReadAsItWasWritten() throws {
        let seed = testSeed()
        print("automations as texts, HEARTH_SEED=\(seed)")
        var random = RandomText(seed: seed)
        for round in 0..<3_000 { try expectSame(random.text(), names, "round \(round), HEARTH_SEED=\(seed)") }
    }

    /// A hub without schemas writes numbers, and reads them.
    @Test func graphsAreReadWithoutAnySchema() throws {
        let seed = testSeed()
        print("automations as texts without schemas, HEARTH_SEED=\(seed)")
        let bare = AutomationNames(structureID: "home", objects: [], traits: [])
        var random = RandomText(seed: seed)
        for round in 0..<500 { try expectSame(random.text(), bare, "round \(round), HEARTH_SEED=\(seed)") }
    }

    @Test func severalAutomationsFitOneText() throws {
        var random = RandomText(seed: 7)
        let texts = (0..<20).map { _ in random.text() }
        let written = texts.map { $0.text(names) }
        let read = try ReadAutomation.all(in: written.joined(separator: "\n"), names)
        expect(read.map { $0.text.text(names) }, equals: written)
    }

    @Test(
        arguments: [
            (Duration.zero, "0 s"), (.seconds(5_400), "1 h 30 min"), (.milliseconds(-90_500), "-1 min 30 s 500 ms"),
            (.seconds(86_400 * 31), "31 d"), (Duration(attoseconds: 1), "1 as"),
            (Duration(attoseconds: .max), nil), (Duration(attoseconds: -.max), nil),
        ] as [(Duration, String?)])
    func timesAreExact(duration: Duration, text: String?) throws {
        let written = TextScanner.span(duration)
        if let text { expect(written, equals: text) }
        let bytes = Array(written.utf8)
        var scanner = TextScanner(bytes, TextLine(number: 1, beginning: 0, start: 0, end: bytes.count))
        try expect(scanner.takeSpan(atMost: .max), equals: duration)
        let isAtEnd = scanner.isAtEnd
        expect(isAtEnd)
    }
}
