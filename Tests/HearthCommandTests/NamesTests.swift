@testable internal import HearthTerminal
internal import Expectations
internal import Testing

@Suite struct NamesTests {
    private let lamps = [
        ("Floor Lamp", "lamp-1"), ("Floor Lamp Two", "lamp-2"), ("Mirror Light", "light-1"),
        ("Mom\u{2019}s Lamp", "floor-3"),
    ]

    private func find(_ word: String) -> String {
        switch Names.find(word, in: lamps, by: { [$0.0] }, id: { $0.1 }) {
        case .one(let found): found.1
        case .several(let names): "several: " + names.joined(separator: ", ")
        case .none(let nearest): "none: " + nearest.joined(separator: ", ")
        }
    }

    @Test(arguments: [
        ("Floor Lamp", "lamp-1"),  // whole, although it is a prefix of another
        ("floor lamp", "lamp-1"), ("FLOOR LAMP T", "lamp-2"), ("mi", "light-1"),
        // An id can not be shortened as a name can.
        ("light", "none: Mirror Light"), ("lamp-2", "lamp-2"), ("floor-3", "floor-3"),
        // Forms that the hub treats as the same name.
        ("Mom's Lamp", "floor-3"), ("MOM\u{2BC}S LAMP", "floor-3"), ("moms lamp", "floor-3"), ("mom's", "floor-3"),
        ("floorlamptwo", "lamp-2"), ("  ", "none: "), ("'", "none: "),
        ("floor", "several: Floor Lamp, Floor Lamp Two"), ("Miror Light", "none: Mirror Light"), ("", "none: "),
        ("Zzzzzz", "none: "),
    ])
    func aNameIsWholeOrAUniqueBeginning(_ word: String, _ expected: String) {
        expect(find(word), equals: expected)
    }

    @Test func theHintNamesTheNearestOrTheWayOut() {
        expect(Names.hint(["a", "b"], "see there"), equals: "; did you mean \"a\" or \"b\"?")
        expect(Names.hint([], "see there"), equals: "; see there")
    }
}
