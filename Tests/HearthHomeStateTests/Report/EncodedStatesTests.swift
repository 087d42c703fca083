@testable internal import HearthHomeState
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import Expectations
internal import Testing

@Suite struct EncodedStatesTests {
    /// A change with attributes, and one of the connectivity only.
    private let record = ReportRecord(
        position: StructurePosition(structureID: "home", epoch: 1, sequence: 1), cause: .device, observedAt: .zero,
        states: [
            TraitChange(
                path: TestProvider.onOff(of: "lamp"), descriptor: TestProvider.onOff, attributes: [0: .bool(true)],
                connectivity: nil),
            TraitChange(
                path: TestProvider.doorLock(of: "lock"), descriptor: TestProvider.doorLock, attributes: [:],
                connectivity: .offline),
        ])
    private let view = WatchView(.home(WatchView.HomeFilter()), access: ReadAccess(.view, traits: []))

    @Test func viewOfEverythingShowsWhatTheStoreGets() throws {
        let message = try require(view.message(of: record))
        let taken = record.takeEncodedStates()
        expect(taken, equals: [[8, 1], []])
        expect(message.states.map { $0.attributes?.value }, equals: [taken[0], nil])
    }

    @Test func statesAreEncodedAnewAfterTheStoreHasThem() {
        let first = view.message(of: record)
        expect(record.keepsEncodedStates)
        _ = record.takeEncodedStates()
        expect(view.message(of: record), equals: first)
        expect(!record.keepsEncodedStates)
        expect(record.takeEncodedStates(), equals: record.takeEncodedStates())
    }

    @Test func viewOfAPartEncodesWhatItShows() throws {
        var filter = WatchView.HomeFilter()
        filter.devices = ["lock"]
        let part = WatchView(.home(filter), access: ReadAccess(.view, traits: []))
        let states = try require(part.message(of: record)).states
        expect(states.map(\.attributes), equals: [nil])
    }
}
