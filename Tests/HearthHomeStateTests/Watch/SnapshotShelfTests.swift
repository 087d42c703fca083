@testable internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

@Suite struct SnapshotShelfTests {
    private let access = ReadAccess(.all, traits: [TestProvider.onOff])
    private let key = TraitKey(endpoint: 1, traitID: TestProvider.onOff.id)

    private func device(_ id: String) -> DeviceRecord {
        DeviceRecord(
            id: id, name: "Lamp \(id)", isNameGiven: false, roomID: nil, isMatterDevice: false,
            endpoints: [EndpointRecord(id: 1, parent: nil, deviceTypes: [], traitIDs: [key.traitID])],
            traits: [
                key: DeviceTrait(descriptor: TestProvider.onOff, attributes: [0: .bool(false)], observedAt: .zero)
            ], connectivity: .offline)
    }

    private func state(_ devices: Int) -> StructureState {
        StructureState(id: "s", name: "Home", epoch: 1, devices: (0..<devices).map { device("lamp-\(1_000 + $0)") })
    }

    private func view(_ filter: WatchView.HomeFilter = .init()) -> WatchView {
        WatchView(.home(filter), access: access)
    }

    private func shelf(shared: Int = 1 << 20) -> SnapshotShelf {
        var limits = HubLimits()
        limits.snapshotBytes = 2_000
        limits.sharedSnapshotBytes = shared
        return SnapshotShelf(limits: limits)
    }

    private func rest(_ cursor: SnapshotCursor) -> [[UInt8]] {
        var parts: [[UInt8]] = []
        while let frame = cursor.next() { parts.append(frame.bytes) }
        return parts
    }

    @Test func equalViewsShareOneEncoding() {
        let (state, shelf) = (state(200), shelf())
        let first = rest(SnapshotCursor(shelf.snapshot(of: state, for: view())))
        expect(first.count, isAbove: 5)
        expect(shelf.budget.kept, equals: first.reduce(0) { $0 + $1.count })
        for _ in 0..<100 {
            expect(rest(SnapshotCursor(shelf.snapshot(of: state, for: view()))), equals: first)
        }
        expect(shelf.budget.kept, equals: first.reduce(0) { $0 + $1.count })
        var some = WatchView.HomeFilter()
        some.devices = ["lamp-1003", "lamp-1001", "nothing"]
        let other = shelf.snapshot(of: state, for: view(some))
        expect(other !== shelf.snapshot(of: state, for: view()))
        expect(other === shelf.snapshot(of: state, for: view(some)))
        expect(rest(SnapshotCursor(other)).count, equals: 1)
    }

    @Test func sharedSnapshotIsNeverOutdated() {
        var state = state(3)
        let shelf = shelf()
        var last = shelf.snapshot(of: state, for: view())
        func expectNew() {
            let next = shelf.snapshot(of: state, for: view())
            expect(next !== last)
            last = next
        }
        _ = state.apply(
            DeviceChange(deviceID: "lamp-1001", attributes: [key: [0: .bool(true)]], cause: .device), at: .zero)
        expectNew()
        _ = state.put([device("s")], .hub, at: .zero)
        expectNew()
        // Passing time takes no position.
        let position = state.position
        let tick = state.apply(
            DeviceChange(deviceID: "s", attributes: [key: [0: .bool(true)]], cause: .device), at: .zero)
        expect(tick?.isTick, equals: true)
        expect(state.position, equals: position)
        expectNew()
        let nothing = state.edit(device: "lamp-1001", name: "Lamp lamp-1001", .hub, at: .zero)
        expectNil(nothing)
        expect(shelf.snapshot(of: state, for: view()) === last)
    }

    @Test func snapshotIsStableAndNotKeptForSlowReaders() {
        var state = state(200)
        let shelf = shelf()
        let whole = rest(SnapshotCursor(shelf.snapshot(of: state, for: view())))
        let slow = SnapshotCursor(shelf.snapshot(of: state, for: view()))
        expect(slow.next()?.bytes, equals: whole[0])
        for number in 0..<200 { _ = state.removeDevice("lamp-\(1_000 + number)", .hub, at: .zero) }
        expect(rest(SnapshotCursor(shelf.snapshot(of: state, for: view()))).count, equals: 1)
        shelf.sweep()
        expect(shelf.budget.kept, isBelow: whole[0].count)
        shelf.sweep()
        expect(shelf.budget.kept, equals: 0)
        expect(rest(slow), equals: Array(whole.dropFirst()))
    }

    @Test(arguments: [0, 5_000])
    func snapshotBeyondTheBudgetIsEncodedAgain(_ bytes: Int) {
        let (state, shelf) = (state(200), shelf(shared: bytes))
        let first = rest(SnapshotCursor(shelf.snapshot(of: state, for: view())))
        expect(rest(SnapshotCursor(shelf.snapshot(of: state, for: view()))), equals: first)
        expect(shelf.budget.kept, isAtMost: bytes)
        shelf.sweep(all: true)
        expect(shelf.budget.kept, equals: 0)
    }
}
