internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct PhraseTests {
    @Test(
        arguments: [(0, "0 %"), (1, "1 %"), (127, "50 %"), (180, "71 %"), (254, "100 %"), (255, "100 %")]
            as [(UInt8, String)])
    func aLevelIsAShare(_ level: UInt8, _ expected: String) {
        expect(Phrase.brightness(level: level), equals: expected)
    }

    @Test(
        arguments: [
            ("notPlaying", "not playing"), ("on", "on"), ("CO2Alarm", "CO2Alarm"),
            ("seekingCharger", "seeking charger"),
        ])
    func namesBecomeWords(_ name: String, _ expected: String) {
        expect(Phrase.words(ofName: name), equals: expected)
    }

    @Test(
        arguments: [(0, "open"), (1, "99 % open"), (4_200, "58 % open"), (9_999, "1 % open"), (10_000, "closed")]
            as [(UInt16, String)])
    func onlyTheEndsAreOpenAndClosed(_ closed: UInt16, _ expected: String) {
        expect(Phrase.opening(closedPercent100ths: closed), equals: expected)
    }

    @Test func colorsHaveNames() {
        expect(Phrase.color(hue: 253, saturation: 254), equals: "red")
        expect(Phrase.color(hue: 170, saturation: 200), equals: "blue")
        expect(Phrase.color(hue: 170, saturation: 10), equals: "white")
    }
}
