internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// Makers' traits, and standard ones without a HomeKit service.
@Suite struct MakerServiceTests {
    /// The Spinner of the example schema.
    private let spinner = device(
        0xFFF1_0001,
        [
            0x6: [0: .bool(true)],
            0xFFF1_FC01: [0: .unsigned(30), 1: .unsigned(90), 2: .unsigned(1), 3: .string("Shop")],
        ])

    private let service = MakerService.type(ofTrait: 0xFFF1_FC01)
    private func characteristic(_ id: UInt32) -> CharacteristicType {
        MakerService.type(ofAttribute: id, trait: 0xFFF1_FC01)
    }

    @Test func makersTraitIsAServiceOfItsOwn() throws {
        let view = AccessoryView(spinner)
        let shown = try require(view.shown(service))
        expect(shown.characteristics.map(\.type), equals: (0...3).map(characteristic))
        expect(shown[characteristic(0)]?.value, equals: .uint(30))
        expect(shown[characteristic(0)]?.metadata.format, equals: .uint16)
        expect(shown[characteristic(0)]?.metadata.maximum, equals: 90)
        expect(shown[characteristic(0)]?.metadata.step, equals: 5)
        expect(shown[characteristic(0)]?.permissions, equals: [.read, .write, .events])
        expect(shown[characteristic(1)]?.permissions, equals: [.read, .events])
        expect(shown[characteristic(2)]?.metadata.validValues, equals: [0, 1])
        expect(shown[characteristic(3)]?.metadata.maximumLength, equals: 32)
        expect(shown[characteristic(3)]?.metadata.manufacturerDescription, equals: "label")
        expect(view.serviceNames.first, equals: "Switch")
    }

    @Test func itsValuesAreWrittenInItsLimits() {
        let view = AccessoryView(spinner)
        expect(view.sent(service, [(characteristic(0), .int(60))]), equals: ["Spinner rpm=60"])
        expect(view.sent(service, [(characteristic(2), .uint(0))]), equals: ["Spinner direction=0"])
        let refused = view.sent(service, [(characteristic(0), .int(95)), (characteristic(1), .int(9))])
        expect(refused.map { $0.suffix(2) }, equals: ["45", " 5"])
        expect(view.sent(service, [(characteristic(2), .uint(2))]).first?.hasSuffix(" 3"), equals: true)
        expect(view.sent(service, [(characteristic(3), .string(""))]).first?.hasSuffix(" 51"), equals: true)
        expect(
            view.sent(service, [(characteristic(3), .string(String(repeating: "x", count: 33)))]).first?.hasSuffix(
                " 46"),
            equals: true)
    }

    @Test func itsUUIDsStayForEver() {
        expect(service.uuid.full, equals: "FFF1FC01-0000-8A7E-8EA2-740000000000")
        expect(characteristic(3).uuid.full, equals: "FFF1FC01-0001-8A7E-8EA2-740000000003")
    }

    @Test func aChangedLimitTouchesWhatItLimits() {
        let touched = AccessoryView(spinner).touched(endpoint: 1, trait: 0xFFF1_FC01, attributes: [1])
        expect(touched.map(\.type), equals: [characteristic(0), characteristic(1)])
    }

    @Test func aStandardTraitWithoutAServiceIsShownAsWell() {
        let rain = AccessoryView(device(0x44, [0x45: [0: .bool(true)], 0x3: [:], 0x1D: [:]]))
        expect(rain.serviceNames, equals: [])
        let pressure = AccessoryView(device(0x305, [0x403: [0: .signed(1013)], 0x3: [:]]))
        expect(pressure.shown(MakerService.type(ofTrait: 0x403))?.characteristics.first?.value, equals: .int(1013))
    }

    @Test func aTraitWithoutItsSchemaIsLeftOut() {
        var unknown = spinner
        unknown.endpoints[0].traits[0xFFF1_FC01]?.descriptor = nil
        expect(AccessoryView(unknown).serviceNames, equals: ["Switch"])
    }
}
