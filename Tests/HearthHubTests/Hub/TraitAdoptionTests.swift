@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import Testing

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

    private func refusal(_ adoption: inout TraitAdoption, _ trait: TraitDescriptor) -> HubError? {
        do throws(HubError) {
            try adoption.add(trait)
            return nil
        } catch {
            return error
        }
    }

    @Test func aTraitThatIsNotThereIsNew() throws {
        var adoption = TraitAdoption(TraitTable([TestProvider.onOff]))
        try adoption.add(trait())
        #expect(adoption.new.map(\.id) == [0xFFF1_FC01] && adoption.added == 1)
        #expect(adoption.own.keys.sorted() == [0xFFF1_FC01])
        let twice = refusal(&adoption, trait())
        #expect(twice?.code == .invalidArgument && twice?.message.contains("comes twice") == true)
    }

    @Test func ofTwoRevisionsTheWiderIsServedAndTheDevicesOwnIsKept() throws {
        let table = TraitTable([])
        table.put(trait(revision: 2, attributes: [0, 1]))
        var older = TraitAdoption(table)
        try older.add(trait())
        #expect(older.new.isEmpty && older.own[0xFFF1_FC01]?.revision == 1)
        var newer = TraitAdoption(table)
        try newer.add(trait(revision: 3, attributes: [0, 1, 2]))
        #expect(newer.new.map(\.revision) == [3] && newer.added == 0)
    }

    @Test func theHubsOwnTraitsStay() throws {
        var adoption = TraitAdoption(TraitTable([trait()]))
        try adoption.add(trait(revision: 2, attributes: [0, 1]))
        #expect(adoption.new.isEmpty && adoption.own[0xFFF1_FC01]?.revision == 1)
    }

    @Test func namesAndIDsAreNobodyElses() {
        var adoption = TraitAdoption(TraitTable([trait()]))
        #expect(refusal(&adoption, trait(0xFFF1_FC02))?.code == .alreadyExists)
        #expect(refusal(&adoption, trait(0xFFF1_FC01, "Turner"))?.code == .alreadyExists)
        #expect(refusal(&adoption, trait(0xFFF1_FC03, "Turner")) == nil)
        #expect(refusal(&adoption, trait(0xFFF1_FC04, "Turner"))?.code == .alreadyExists)
    }

    @Test func aBreakingRevisionIsRefused() {
        var adoption = TraitAdoption(TraitTable([trait(attributes: [0, 1])]))
        let refused = refusal(&adoption, trait(revision: 2, attributes: [0]))
        #expect(refused?.code == .failedPrecondition)
        #expect(refused?.message.contains("revision 2, can't live beside revision 1") == true)
    }
}
