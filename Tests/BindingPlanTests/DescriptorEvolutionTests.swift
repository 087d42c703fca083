internal import EvolutionCases
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

@testable internal import BindingPlan

/// Breaking changes between two schemas show in their descriptors, which are all that a hub has.
struct DescriptorEvolutionTests {
    /// Changes that a descriptor does not contain.
    private static let unseen: Set<String> = [
        "breaking access-tightened command C.Go fabric", "breaking unreported attribute C.a nosubscribe",
    ]

    @Test(arguments: EvolutionCase.all)
    func oneChangeIsDetected(_ row: EvolutionCase) throws {
        let expected = row.expected.filter { $0.hasPrefix("breaking") && !Self.unseen.contains($0) }
        let changes = SchemaEvolution.breakingChanges(
            from: ComparedTrait(try trait(row.old)), to: ComparedTrait(try trait(row.new)))
        let rules = expected.map { String($0.split(separator: " ")[1]) }
        expect(Set(changes.map(\.rule.rawValue)), equals: Set(rules), "\(changes.map(\.summary))")
    }

    private func trait(_ body: String) throws -> TraitDescriptor {
        let (tree, _) = SchemaParser.parse(SourceText(file: "a.matter", "cluster C = 1 {\n\(body)\n}"))
        let model = ModelResolver.resolve([tree]).model
        return TraitPlanner.plan(try require(model.clusters.first), in: model, Overrides()).plan.descriptor
    }
}
