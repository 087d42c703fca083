@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HomeStateTestSupport
internal import Expectations
internal import Testing
internal import RefusalTestSupport

@Suite struct TraitAdoptionTests {
    private func trait(
        _ id: UInt32 = 0xFFF1_FC01, _ name: String = "Spinner", revision: UInt16 = 1, attributes: [UInt32] = [0]
    ) -> TraitDescriptor {
        TraitDescriptor(
            id: id, name: name, vendor: "Acme", package: "hearth.traits.acme.v1", revision: revision,
            attributes: attributes.map {
                AttributeDescriptor(FieldDescriptor($0, "attribute\($0)", .unsigned(8), .optional))
            })
    }

    private func adoption(
        _ table: TraitTable, owners: [UInt32: String] = [:], by provider: String = "maker", isHubsOwner: Bool = false
    ) -> TraitAdoption {
        TraitAdoption(table, owners: owners, by: .init(providerID: provider, isHubsOwner: isHubsOwner))
    }

    private func refusal(_ adoption: inout TraitAdoption, _ trait: TraitDescriptor) -> HubError? {
        do throws(HubError) {
            try adoption.add(trait)
            return nil
        } catch {
            return error
        }
    }

    @Test func aTraitThatIsNotThereIsNew() throws {
        var adoption = adoption(TraitTable([TestProvider.onOff]))
        try adoption.add(trait())
        expect(adoption.new.map(\.id), equals: [0xFFF1_FC01])
        expect(adoption.added, equals: 1)
        expect(adoption.own.keys.sorted(), equals: [0xFFF1_FC01])
        expect(refusal(&adoption, trait()), is: .invalidArgument, saying: "comes twice")
    }

    @Test func widerRevisionIsServedAndTheDevicesOwnIsKept() throws {
        let table = TraitTable([])
        table.put([trait(revision: 2, attributes: [0, 1])])
        var older = adoption(table)
        try older.add(trait())
        expect(older.new.isEmpty && older.own[0xFFF1_FC01]?.revision == 1)
        var newer = adoption(table)
        try newer.add(trait(revision: 3, attributes: [0, 1, 2]))
        expect(newer.new.map(\.revision), equals: [3])
        expect(newer.added, equals: 0)
    }

    @Test func theHubsOwnTraitsStay() throws {
        var adoption = adoption(TraitTable([trait()]))
        try adoption.add(trait(revision: 2, attributes: [0, 1]))
        expect(adoption.new.isEmpty && adoption.own[0xFFF1_FC01]?.revision == 1)
    }

    @Test func traitNamesAndIDsBelongToTheirOwner() {
        var adoption = adoption(TraitTable([trait()]))
        expect(refusal(&adoption, trait(0xFFF1_FC02))?.code, equals: .alreadyExists)
        expect(refusal(&adoption, trait(0xFFF1_FC01, "Turner"))?.code, equals: .alreadyExists)
        expectNil(refusal(&adoption, trait(0xFFF1_FC03, "Turner")))
        expect(refusal(&adoption, trait(0xFFF1_FC04, "Turner"))?.code, equals: .alreadyExists)
    }

    @Test func aBreakingRevisionIsRefused() {
        var adoption = adoption(TraitTable([trait(attributes: [0, 1])]))
        expect(
            refusal(&adoption, trait(revision: 2, attributes: [0])), is: .failedPrecondition,
            saying: "revision 2, is incompatible with revision 1")
    }

    @Test func aRenewalIsTheOwnersOrTheHubsOwners() throws {
        let table = TraitTable([])
        table.put([trait()])
        let owners: [UInt32: String] = [0xFFF1_FC01: "maker"]
        let newer = trait(revision: 2, attributes: [0, 1])
        var other = adoption(table, owners: owners, by: "other")
        expect(refusal(&other, newer), is: .permissionDenied, saying: #"belongs to the provider "maker""#)
        var same = adoption(table, owners: owners, by: "other")
        try same.add(trait())
        expect(same.new.isEmpty)
        expect(same.claimed.isEmpty)
        expect(same.own.count, equals: 1)
        var own = adoption(table, owners: owners)
        try own.add(newer)
        var hubsOwner = adoption(table, owners: owners, by: "other", isHubsOwner: true)
        try hubsOwner.add(newer)
        expect(own.new.count, equals: 1)
        expect(hubsOwner.new.count, equals: 1)
        expect(hubsOwner.owner(of: newer), equals: "maker")
    }

    @Test func firstProviderOfAnUnownedTraitOwnsIt() throws {
        let table = TraitTable([])
        table.put([trait()])
        var first = adoption(table)
        try first.add(trait())
        expect(first.claimed.map(\.id), equals: [0xFFF1_FC01])
        expect(first.new.isEmpty)
        expect(first.owner(of: trait()), equals: "maker")
    }

    @Test(
        arguments: [
            0x6, 0xFC01, 0x0000_FC01, 0xFFF5_FC01, 0xFFFF_FC01, 0xFFF1_8000, 0xFFF1_FBFF, 0xFFF1_FFFF,
        ] as [UInt32])
    func anIDIsAManufacturers(_ id: UInt32) {
        var adoption = adoption(TraitTable([]))
        expect(refusal(&adoption, trait(id)), is: .invalidArgument, saying: "vendor id")
    }

    @Test(arguments: [0x0001_FC00, 0x1234_FFFE, 0xFFF1_FC01, 0xFFF4_FC00, 0xFFF1_0006] as [UInt32])
    func manufacturersIDsAreTaken(_ id: UInt32) throws {
        var adoption = adoption(TraitTable([]))
        try adoption.add(trait(id))
        expect(adoption.new.map(\.id), equals: [id])
    }

    @Test(arguments: ["hearth.traits.matter.v1", "hearth.traits.Matter.v2", "hearth.traits.google.v1"])
    func thePackagesOfStandardTraitsAreReserved(_ package: String) {
        var adoption = adoption(TraitTable([]))
        expect(
            refusal(
                &adoption, TraitDescriptor(id: 0xFFF1_FC01, name: "New", vendor: "A", package: package, revision: 1)),
            is: .invalidArgument, saying: "standard traits")
    }

    @Test func reflectionFilesBelongToTheirOwner() {
        var adoption = adoption(TraitTable([trait()]))
        expect(
            refusal(&adoption, trait(0xFFF1_FC02, "spinner")), is: .alreadyExists,
            saying: "hearth/traits/acme/v1/spinner.proto")
    }
}
