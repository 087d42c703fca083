internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct NaturalOrderTests {
    @Test(
        arguments: [
            ["Lamp 1", "Lamp 9", "Lamp 10"], ["Room 9", "room 10"], ["Ampel", "\u{C4}pfel", "Auto", "Z"],
            ["Lamp", "Lamp 1", "Lamp A"], ["L2 Spot 10", "L10 Spot 2"], ["x99", "x100", "x0101"],
            ["Lamp 99999999999999999999", "Lamp 100000000000000000000"],
        ])
    func namesAreInTheOrderInWhichPeopleCount(_ names: [String]) {
        for shuffled in [names, names.reversed()] {
            expect(shuffled.sorted { NaturalOrder.key($0) < NaturalOrder.key($1) }, equals: names)
        }
    }

    @Test(arguments: [
        ("\u{C5}ngstr\u{F6}m", "angstrom"), ("A\u{30A}", "\u{E5}"),
        ("\u{386}\u{3BB}\u{3C6}\u{3B1}", "\u{3B1}\u{3BB}\u{3C6}\u{3B1}"),
        ("\u{401}\u{43B}\u{43A}\u{430}", "\u{435}\u{43B}\u{43A}\u{430}"), ("Stra\u{DF}e", "STRASSE"),
        ("\u{1EC7}", "E"), ("x007", "X7"),
    ])
    func caseAndAccentsDoNotCount(_ one: String, _ other: String) {
        expect(NaturalOrder.key(one), equals: NaturalOrder.key(other))
    }

    /// Marks of other scripts, strokes, and the Turkish letter.
    @Test(arguments: [
        ("\u{304C}", "\u{304B}"), ("\u{623}", "\u{627}"), ("\u{915}\u{941}", "\u{915}"), ("\u{D8}", "O"),
        ("\u{131}", "i"),
    ])
    func otherLettersCount(_ one: String, _ other: String) {
        expect(NaturalOrder.key(one) != NaturalOrder.key(other))
    }
}
