@testable internal import HearthCommand
internal import Testing

@Suite struct NamesTests {
    private let lamps = [["Floor Lamp", "lamp-1"], ["Floor Lamp Two", "lamp-2"], ["Mirror Light", "light-1"]]

    private func find(_ word: String) -> String {
        switch Names.find(word, in: lamps, by: { $0 }) {
        case .one(let found): found.last ?? ""
        case .several(let names): "several: " + names.joined(separator: ", ")
        case .none(let nearest): "none: " + nearest.joined(separator: ", ")
        }
    }

    @Test(arguments: [
        ("Floor Lamp", "lamp-1"),  // whole, though it begins another
        ("floor lamp", "lamp-1"), ("FLOOR LAMP T", "lamp-2"), ("m", "light-1"), ("light", "light-1"),
        ("lamp-2", "lamp-2"),
        ("floor", "several: Floor Lamp, Floor Lamp Two"), ("Miror Light", "none: Mirror Light"), ("", "none: "),
        ("Zzzzzz", "none: "),
    ])
    func aNameIsWholeOrAUniqueBeginning(_ word: String, _ expected: String) {
        #expect(find(word) == expected)
    }

    @Test func theHintNamesTheNearestOrTheWayOut() {
        #expect(Names.hint(["a", "b"], "see there") == "; did you mean \"a\" or \"b\"?")
        #expect(Names.hint([], "see there") == "; see there")
    }
}
