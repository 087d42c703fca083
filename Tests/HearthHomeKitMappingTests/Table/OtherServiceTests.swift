internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@testable internal import HearthHomeKitMapping

/// The accessory's information, and what can't be read.
@Suite struct OtherServiceTests {
    @Test func aRemoteKeyHasNoValue() {
        let television = AccessoryView(device(0x28, [0x6: [0: .bool(true)], 0x509: [:]]))
        expect(throws: CharacteristicError.self) {
            try television.value(of: CharacteristicKey(ServiceKey(endpoint: 1, type: .television), .remoteKey))
        }
    }

    @Test func informationServiceIsFirstAndComplete() {
        let root = endpoint(
            0, 0x16,
            [0x28: [1: .string("Maker"), 3: .string("Lamp"), 8: .string("1"), 10: .string("2.1"), 15: .string("")]])
        let lamp = endpoint(1, 0x100, [0x6: [0: .bool(true)], 0x3: [0: .unsigned(0)]])
        let view = AccessoryView(DeviceSnapshot(id: "id-7", name: "Desk", endpoints: [lamp, root]))
        let information = view.accessory().services[0]
        expect(information.id, equals: 1)
        expect(information[.name]?.value, equals: .string("Desk"))
        expect(information[.manufacturer]?.value, equals: .string("Maker"))
        expect(information[.serialNumber]?.value, equals: .string("id-7"))
        expect(information[.firmwareRevision]?.value, equals: .string("2.1"))
        expect(information[.hardwareRevision]?.value, equals: .string("1"))
        let plan = view.plan(for: [CharacteristicWrite(CharacteristicKey(.information, .identify), .bool(true))])
        expect(plan.requests.map(\.words), equals: ["Identify.IdentifyCommand 10"])
        expect(plan.requests.first?.endpoint, equals: 1)
    }

    @Test func aBridgedDeviceSaysItselfWhatItIs() {
        let endpoints = [endpoint(3, 0x13, [0x39: [1: .string("Other"), 17: .bool(true)], 0x6: [0: .bool(true)]])]
        let view = AccessoryView(DeviceSnapshot(id: "b", name: "Plug", endpoints: endpoints))
        expect(view.accessory().services[0][.manufacturer]?.value, equals: .string("Other"))
        expect(view.accessory().services[0][.model]?.value, equals: .string("unknown"))
    }

    @Test func aDeviceWithoutAnythingHasItsInformation() {
        let view = AccessoryView(DeviceSnapshot(id: "x", name: "Nothing", endpoints: []))
        let accessory = view.accessory()
        expect(accessory.services.map(\.id), equals: [1])
        expect(accessory.services[0].characteristics.map(\.type).count, equals: 6)
    }
}
