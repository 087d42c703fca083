@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthStore
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

struct FormerDevicesTests {
    private let former = FormerDevices()

    private func device(
        _ id: String, of provider: String = "", bytes: Int = 0, at seconds: Int = 0, bridge: String? = nil
    ) -> FormerDevices.Device {
        let record = DeviceRecord(
            id: id, name: id, isNameGiven: true, isMatterDevice: false, endpoints: [], traits: [:],
            connectivity: .offline, providerID: provider, bridgeID: bridge,
            memories: bytes == 0 ? [:] : ["k": [UInt8](repeating: 1, count: bytes)])
        return FormerDevices.Device(record, structureID: "s", removedAt: .seconds(seconds))
    }

    private func retire(_ devices: [FormerDevices.Device], at seconds: Int = 0) -> [StoreChange] {
        let retirement = former.retirement(of: devices, at: .seconds(seconds))
        former.apply(retirement)
        return retirement.storeChanges
    }

    @Test func devicesBehindABridgeAreRetiredWithIt() {
        expect(
            retire([device("b", at: 1), device("b/1", at: 1, bridge: "b")], at: 1),
            equals: [.retireDevice(id: "b", at: .seconds(1))])
        expect(former["b/1"] != nil)
        former.remove(["b"])
        expectNil(former["b/1"])
        expect(
            retire([device("b/2", at: 2, bridge: "b")], at: 2), equals: [.retireDevice(id: "b/2", at: .seconds(2))])
    }

    @Test func expiredDevicesGoWithTheNext() {
        let life = 90 * 86_400
        _ = retire([device("old")])
        expect(former.expired(at: .seconds(life)), equals: [])
        expect(former.expired(at: .seconds(life + 1)), equals: ["old"])
        expect(
            retire([device("new", at: life + 1)], at: life + 1),
            equals: [.retireDevice(id: "new", at: .seconds(life + 1)), .removeDevice(id: "old")])
        expectNil(former["old"])
    }

    @Test func devicesThatComeBackMakeNoRoom() {
        let time = Duration.seconds(90 * 86_400 + 1)
        _ = retire([device("returning"), device("old")])
        let retirement = former.retirement(of: [device("new")], returning: ["returning"], at: time)
        expect(retirement.storeChanges, equals: [.retireDevice(id: "new", at: .zero), .removeDevice(id: "old")])
    }

    @Test func providerWithMostDevicesMakesRoom() {
        _ = retire([device("mine", of: "other")])
        for number in 1..<FormerDevices.most { _ = retire([device("d\(number)", of: "many", at: number)], at: number) }
        expect(
            retire([device("last", of: "third", at: 600)], at: 600),
            equals: [.retireDevice(id: "last", at: .seconds(600)), .removeDevice(id: "d1")])
        expect(former["mine"] != nil)
    }

    @Test func memoryIsBounded() {
        let bytes = FormerDevices.mostBytes / 4
        for number in 1...3 { expect(retire([device("d\(number)", bytes: bytes, at: number)]).count, equals: 1) }
        expect(
            retire([device("d4", bytes: bytes, at: 4)], at: 4),
            equals: [.retireDevice(id: "d4", at: .seconds(4)), .removeDevice(id: "d1")])
    }
}
