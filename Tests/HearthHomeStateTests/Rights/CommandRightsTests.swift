internal import Expectations
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCatalog
internal import HearthTraitCore
internal import HearthWire
internal import Testing

/// The right that a command needs.
@Suite struct CommandRightsTests {
    @Test func pressesThatChangeTheNetworkNeedManage() throws {
        let trait = StandardTraits.hearthProjectPress
        let press = try require(trait.commands.first)
        let id = try require(trait.attribute(named: "deviceClass")?.id)
        let classes = ["", "restart", NetworkPress.deviceClass]
        expect(
            classes.map { press.right(of: trait.id, attributes: [id: .string($0)]) },
            equals: [.operate, .operate, .manage])
        expect((NetworkPress.traitID, NetworkPress.attribute) == (trait.id, id))
    }
}
