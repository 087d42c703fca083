internal import HearthTraitModel
internal import Testing

@Suite struct NearestNamesTests {
    @Test func whatWasMeantIsFound() {
        #expect(nearestNames(to: "kichen", among: ["Kitchen", "Hall", "Chicken"]).first == "Kitchen")
        #expect(nearestNames(to: "zzzzzz", among: ["Kitchen", "Hall"]).isEmpty)
        #expect(nearestNames(to: "", among: []).isEmpty)
        #expect(didYouMean("lamp1", ["lamp-1"]) == "; did you mean lamp-1?")
        #expect(didYouMean("qqqqqqqq", ["lamp-1"]) == "")
    }
}
