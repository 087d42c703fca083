internal import BindingEmitter
internal import EvolutionCases
internal import HearthTraitCore
internal import Testing
internal import TraitModel
internal import TraitSchema
@testable internal import HearthSimulator

/// A hub judges two revisions of a trait as `hearth-codegen diff` judges their schemas.
@Suite struct EvolutionAgreementTests {
    /// What a descriptor does not say: see `BreakingRule`.
    private static let unseen: Set<String> = [
        "breaking access-tightened command C.Go fabric", "breaking unreported attribute C.a nosubscribe",
    ]

    @Test(arguments: EvolutionCase.all)
    func oneChange(_ row: EvolutionCase) throws {
        let expected = row.expected.filter { $0.hasPrefix("breaking") && !Self.unseen.contains($0) }
        let changes = TraitEvolution.breakingChanges(from: try trait(row.old), to: try trait(row.new))
        let rules = expected.map { String($0.split(separator: " ")[1]) }
        #expect(Set(changes.map(\.rule.rawValue)) == Set(rules), "\(changes.map(\.description))")
    }

    /// Every rule of the hub is one of the generator's, and says the same.
    @Test func rulesAreShared() {
        for rule in BreakingRule.allCases {
            let shared = EvolutionRule(rawValue: rule.rawValue)
            #expect(shared?.impact == .breaking && shared?.title == rule.title, "\(rule)")
        }
        let breaking = Set(EvolutionRule.allCases.filter { $0.impact == .breaking }.map(\.rawValue))
        #expect(breaking.subtracting(BreakingRule.allCases.map(\.rawValue)) == ["unreported"])
    }

    private func trait(_ body: String) throws -> TraitDescriptor {
        let source = SourceText(file: "a.matter", "cluster C = 1 {\n\(body)\n}")
        let file = try ProductFile(source, Overrides())
        return try file.ownDescriptor(of: try #require(file.cluster(1)))
    }
}
