internal import HearthPhrases
internal import HearthTraitCatalog
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

/// Values of a history in the words of the device's state.
@Suite struct AttributeWordsTests {
    private static let reading: UInt32 = 0xFFF0_FC09
    private static let flag: UInt32 = 0xFFF0_FC0C

    private struct Case: Sendable {
        var trait: UInt32
        var attribute: String
        var number: Double
        var text: String
        var plain: String
        var unit: String?
        var present: StructureValue = [:]
        var types: [UInt32] = []
    }

    private static let cases: [Case] = [
        Case(trait: 0x0006, attribute: "onOff", number: 1, text: "on", plain: "on"),
        Case(trait: 0x0006, attribute: "onOff", number: 0, text: "muted", plain: "muted", types: [0x0022]),
        Case(trait: 0x0101, attribute: "lockState", number: 1, text: "locked", plain: "locked"),
        Case(trait: 0x0045, attribute: "stateValue", number: 1, text: "closed", plain: "closed", types: [0x0015]),
        Case(trait: 0x0045, attribute: "stateValue", number: 1, text: "water!", plain: "water!", types: [0x0043]),
        Case(trait: 0x0406, attribute: "occupancy", number: 1, text: "somebody", plain: "somebody"),
        Case(trait: 0x0201, attribute: "systemMode", number: 4, text: "heat", plain: "heat"),
        Case(
            trait: 0x0201, attribute: "occupiedHeatingSetpoint", number: 2_150, text: "21.5 °C", plain: "21.5",
            unit: "°C", present: [0x1C: .unsigned(4)]),
        Case(trait: 0x0402, attribute: "measuredValue", number: 2_157, text: "21.6 °C", plain: "21.57", unit: "°C"),
        Case(trait: 0x0405, attribute: "measuredValue", number: 5_760, text: "58 % humid", plain: "57.6", unit: "%"),
        Case(trait: 0x0403, attribute: "measuredValue", number: 1_013, text: "1013 hPa", plain: "1013", unit: "hPa"),
        Case(trait: 0x0090, attribute: "activePower", number: 12_345, text: "12 W", plain: "12.345", unit: "W"),
        Case(trait: 0x0090, attribute: "rmsVoltage", number: 230_100, text: "230 V", plain: "230.1", unit: "V"),
        Case(trait: 0x0008, attribute: "currentLevel", number: 127, text: "50 %", plain: "127"),
        Case(
            trait: 0x0102, attribute: "currentPositionLiftPercent100ths", number: 6_000, text: "40 % open", plain: "60",
            unit: "%"),
        Case(
            trait: 0x0102, attribute: "currentPositionLiftPercent100ths", number: 10_000, text: "closed", plain: "100",
            unit: "%"),
        Case(
            trait: 0x0300, attribute: "colorTemperatureMireds", number: 370, text: "2700 K", plain: "370",
            unit: "mired"),
        // The state of a light in color has the color, which is not the mode.
        Case(
            trait: 0x0300, attribute: "colorMode", number: 0, text: "current hue and current saturation",
            plain: "current hue and current saturation", present: [0: .unsigned(169), 1: .unsigned(254)]),
        Case(
            trait: reading, attribute: "value", number: 12.5, text: "12.5 km/h", plain: "12.5", unit: "km/h",
            present: [1: .string("km/h")]),
        Case(
            trait: flag, attribute: "value", number: 1, text: "vibration detected", plain: "vibration detected",
            present: [1: .string("vibration")]),
    ]

    @Test(arguments: cases.indices)
    func valuesHaveTheWordsOfTheState(_ index: Int) throws {
        let row = Self.cases[index]
        let descriptor = try require(standardTrait(row.trait))
        let attribute = try require(descriptor.attribute(named: row.attribute))
        let words = AttributeWords(
            attribute, of: descriptor, in: part(1, [row.trait: row.present], types: row.types))
        expect(
            [words.text(row.number), words.plain(row.number), words.unit ?? "-"],
            equals: [row.text, row.plain, row.unit ?? "-"])
    }

    @Test func nullIsNotKnown() throws {
        let descriptor = try require(standardTrait(0x0402))
        let attribute = try require(descriptor.attribute(named: "measuredValue"))
        let words = AttributeWords(attribute, of: descriptor, in: part(1, [:]))
        expect([words.text(.null), words.text(.signed(2_150))], equals: ["not known", "21.5 °C"])
        expect(words.rawUnit, equals: "0.01 °C")
    }
}
