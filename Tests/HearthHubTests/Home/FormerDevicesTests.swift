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

    private func retire(_ devices: [FormerDevices.Device]) -> [StoreChange] {
        let retirement = former.retirement(of: devices)
        former.apply(retirement)
        return retirement.storeChanges
    }

    @Test func devicesBehindABridgeAreRetiredWithIt() {
        expect(
            retire([device("b", at: 1), device("b/1", at: 1, bridge: "b")]),
            equals: [.retireDevice(id: "b", at: .seconds(1))])
        expect(former["b/1"] != nil)
        former.remove(["b"])
        expectNil(former["b/1"])
        expect(
            retire([device("b/2", at: 2, bridge: "b")]), equals: [.retireDevice(id: "b/2", at: .seconds(2))])
    }

    @Test func devicesExpireAfter90Days() {
        let life = 90 * 86_400
        _ = retire([device("old")])
        expect(former.expired(at: .seconds(life)), equals: [])
        expect(former.expired(at: .seconds(life + 1)), equals: ["old"])
    }

    @Test func returningDeviceIsNotForgotten() {
        _ = retire((0..<FormerDevices.most).map { device("d\($0)", at: $0) })
        let removed = device("new", at: 600)
        expect(
            former.retirement(of: [removed], returning: ["d0"]).storeChanges,
            equals: [.retireDevice(id: "new", at: .seconds(600))])
    }

    @Test func providerWithMostDevicesMakesRoom() {
        _ = retire([device("mine", of: "other")])
        _ = retire((1..<FormerDevices.most).map { device("d\($0)", of: "many", at: $0) })
        expect(
            retire([device("last", of: "third", at: 600)]),
            equals: [.retireDevice(id: "last", at: .seconds(600)), .removeDevice(id: "d1")])
        expect(former["mine"] != nil)
    }

    @Test func memoryIsBounded() {
        let bytes = FormerDevices.mostBytes / 4
        for number in 1...3 { expect(retire([device("d\(number)", bytes: bytes, at: number)]).count, equals: 1) }
        expect(
            retire([device("d4", bytes: bytes, at: 4)]),
            equals: [.retireDevice(id: "d4", at: .seconds(4)), .removeDevice(id: "d1")])
    }

    @Test func providerThatTakesMostMemoryMakesRoom() {
        let small = (1...9).map { device("s\($0)", of: "small", at: $0) }
        _ = retire(small)
        let bytes = FormerDevices.mostBytes / 2
        for number in 1...2 { _ = retire([device("l\(number)", of: "large", bytes: bytes, at: 9 + number)]) }
        let kept = (small.map(\.record.id) + ["l1", "l2"]).filter { former[$0] != nil }
        expect(kept, equals: small.map(\.record.id) + ["l2"])
    }

    @Test func aBridgeIsForgottenAfterThoseBehindIt() {
        let behind = (1...FormerDevices.most).map { device("b/\($0)", at: 1, bridge: "b") }
        expect(
            retire([device("b", at: 1)] + behind),
            equals: [.retireDevice(id: "b", at: .seconds(1)), .removeDevice(id: "b/1")])
    }
}
