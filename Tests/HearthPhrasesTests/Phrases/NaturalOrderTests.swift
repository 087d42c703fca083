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
}
