internal import HearthTraitCore
internal import Expectations
internal import Testing
@testable internal import Hearth

@Suite struct PartScopeTests {
    private func part(_ id: UInt16, in parent: UInt16?, _ type: UInt32) -> DeviceEndpoint {
        DeviceEndpoint(
            id: id, parent: parent, deviceTypes: [.init(id: type, revision: 1, isPrimary: false)], traits: [])
    }

    private var tree: [DeviceEndpoint] {
        [part(4, in: 3, 7), part(0, in: nil, 1), part(1, in: 0, 5), part(2, in: 1, 7), part(3, in: 1, 7)]
    }

    @Test func flatAllPartsCountByRisingEndpoint() {
        expect(PartScope().parts(in: tree).map(\.id), equals: [0, 1, 2, 3, 4])
        expect(PartScope().parts(in: tree, of: 7).map(\.id), equals: [2, 3, 4])
    }

    @Test func aPartWithinOneOfItsTypeIsLeftToThatOne() {
        expect(PartScope(topmostOnly: true).parts(in: tree, of: 7).map(\.id), equals: [2, 3])
        expect(PartScope(topmostOnly: true).parts(in: tree, of: 5).map(\.id), equals: [1])
    }

    @Test func thePartsOfAPartAreThoseWithinItHoweverDeep() {
        expect(PartScope(within: 1).parts(in: tree).map(\.id), equals: [2, 3, 4])
        expect(PartScope(within: 1, topmostOnly: true).parts(in: tree, of: 7).map(\.id), equals: [2, 3])
        expect(PartScope(within: 3, topmostOnly: true).parts(in: tree, of: 7).map(\.id), equals: [4])
        expect(PartScope(within: 4).parts(in: tree).isEmpty)
        expect(PartScope(within: 9).parts(in: tree).isEmpty)
    }

    @Test func cyclicPartTreeEnds() {
        let ring = [part(1, in: 2, 7), part(2, in: 1, 7), part(3, in: 3, 7), part(4, in: 99, 7)]
        expect(PartScope().parts(in: ring, of: 7).map(\.id), equals: [1, 2, 3, 4])
        expect(PartScope(topmostOnly: true).parts(in: ring, of: 7).map(\.id), equals: [4])
        expect(PartScope(within: 1).parts(in: ring).map(\.id), equals: [2])
    }
}
