internal import HearthPhrases
internal import Expectations
internal import Testing

@Suite struct ChangeSentenceTests {
    private func said(
        _ facts: [StateFact], of name: String, by author: ChangeSentence.Author? = nil
    ) -> [String] {
        ChangeSentence().sentences(facts, of: name, by: author).map(\.text)
    }

    @Test(
        arguments: [
            (StateFact("lock", .word("unlocked"), "unlocked"), "Front Door", "unlocked the front door"),
            (StateFact("on", .bool(true), "on"), "Hallway Light", "switched on the hallway light"),
            (StateFact("on", .bool(false), "off"), "Mom\u{2019}s Lamp", "switched off Mom\u{2019}s Lamp"),
            (StateFact("brightness", .number(40), "40 %"), "Lamp 9", "set the lamp 9 to 40 %"),
            (StateFact("heatingTo", .number(21), nil), "Thermostat", "set the thermostat to 21.0 °C"),
            (
                StateFact("targetTemperature", .number(-18), nil), "Refrigerator Freezer",
                "set the refrigerator freezer to -18.0 °C"
            ),
            (StateFact("open", .number(0), "closed"), "South Blind", "closed the south blind"),
            (StateFact("speed", .number(33), "33 rpm"), "Spinner", "set Spinner: 33 rpm"),
        ] as [(StateFact, String, String)])
    func changesNameThePerson(_ fact: StateFact, _ name: String, _ expected: String) {
        expect(said([fact], of: name, by: .person("Anna")), equals: ["Anna \(expected)"])
    }

    @Test func automationIsNamedAtTheEnd() {
        let on = StateFact("on", .bool(true), "on")
        expect(
            said([on], of: "Hallway Light", by: .automation("Hallway light")),
            equals: ["The hallway light was switched on by Hallway light"])
        expect(said([on], of: "Hallway Light"), equals: ["The hallway light was switched on"])
    }

    @Test func oneSentenceHasAllSetValues() {
        let facts = [StateFact("on", .bool(true), "on"), StateFact("brightness", .number(40), "40 %")]
        expect(said(facts, of: "Floor Lamp", by: .person("Anna")), equals: ["Anna switched on the floor lamp, 40 %"])
        // The brightness of a light that is off is left out.
        let off = [StateFact("on", .bool(false), "off"), StateFact("brightness", .number(40), nil)]
        expect(said(off, of: "Floor Lamp", by: .person("Anna")), equals: ["Anna switched off the floor lamp"])
    }

    /// A measured value has no author.
    @Test func measuredValuesHaveTheirOwnSentence() {
        let facts = [
            StateFact("temperature", .number(20.5), "20.5 °C"), StateFact("heatingTo", .number(22), "heats to 22.0 °C"),
        ]
        expect(
            said(facts, of: "Thermostat", by: .person("Anna")),
            equals: ["Anna set the thermostat to 22.0 °C", "It is 20.5 °C at the thermostat"])
    }

    @Test func unknownValuesAreLeftOut() {
        expect(said([StateFact("temperature", .unknown, "unknown")], of: "Thermostat"), equals: [])
        expect(said([StateFact("smokeAlarm", .word("quiet"), nil)], of: "Smoke Alarm"), equals: [])
    }

    /// A name is not a template.
    @Test func namesMayHaveBraces() {
        let on = StateFact("on", .bool(true), "on")
        expect(said([on], of: "{who} {value}", by: .person("{what}")), equals: ["{what} switched on {who} {value}"])
    }
}
