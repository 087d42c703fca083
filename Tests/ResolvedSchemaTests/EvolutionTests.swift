internal import EvolutionCases
internal import Foundation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// The rules of schema evolution, one change at a time.
struct EvolutionTests {
    @Test(arguments: EvolutionCase.all)
    func oneChangeIsDetected(_ row: EvolutionCase) throws {
        let changes = compare(old: try model(row.old), new: try model(row.new))
        expect(changes.map(Self.line), equals: row.expected)
        expect(changes.containsBreaking, equals: row.expected.contains { $0.hasPrefix("breaking") })
    }

    @Test(arguments: EvolutionCase.all)
    func nothingChangesAgainstItself(_ row: EvolutionCase) throws {
        expect(compare(old: try model(row.new), new: try model(row.new)), equals: [])
    }

    @Test func theTableHasEveryRule() throws {
        // A namespace is not part of a cluster's body; it has a test of its own.
        var seen: Set<EvolutionRule> = [.namespace]
        for row in EvolutionCase.all {
            seen.formUnion(compare(old: try model(row.old), new: try model(row.new)).map(\.rule))
        }
        expect(Set(EvolutionRule.allCases).subtracting(seen), equals: [])
        expect(EvolutionRule.allCases.allSatisfy { !$0.title.isEmpty && !$0.reason.isEmpty })
    }

    @Test func aChangeIsOneLineAndJSON() throws {
        let changes = compare(
            old: try model("attribute int16u onTime = 1;"), new: try model("attribute int32u onTime = 1;"))
        expect(
            changes.map(\.description),
            equals: [
                "breaking: attribute C.onTime: width changed (int16u → int32u): one side sends numbers that the other "
                    + "side's type cannot hold"
            ])
        expect(
            changes.json,
            equals: """
                {
                  "compatible": false,
                  "changes": [
                    {
                      "impact": "breaking",
                      "rule": "width",
                      "subject": "attribute",
                      "item": "C.onTime",
                      "title": "width changed",
                      "detail": "int16u → int32u",
                      "reason": "one side sends numbers that the other side's type cannot hold",
                      "location": "a.matter:2:18"
                    }
                  ]
                }
                """)
        let none: [SchemaChange] = []
        expect(none.json, equals: "{\n  \"compatible\": true,\n  \"changes\": []\n}")
    }

    @Test func aNamespaceIsPartOfTheWire() throws {
        let old = "vendor Acme = 0xFFF1; cluster Spinner = 0xFFF1FC30 { revision 2; }"
        let new = "vendor Emca = 0xFFF1; cluster Spinner = 0xFFF1FC30 { revision 1; }"
        expect(
            compare(old: resolve(old).model, new: resolve(new).model).map(Self.line),
            equals: [
                "breaking namespace cluster Spinner Acme → Emca", "breaking revision-lowered cluster Spinner 2 → 1",
            ])
    }

    @Test func clustersAndGlobalTypes() throws {
        let old = "struct S { int8u a = 0; } cluster A = 1 { } cluster B = 2 { readonly attribute S s[] = 0; }"
        let new = """
            struct S { int8u a = 0; int8u b = 1; } cluster B = 3 { readonly attribute S s[] = 0; } cluster D = 4 { }
            """
        expect(
            compare(old: resolve(old).model, new: resolve(new).model).map(Self.line),
            equals: [
                "breaking added-mandatory-field field global.S.b", "breaking removed cluster A",
                "breaking renumbered cluster B 2 → 3", "compatible added cluster D",
            ])
    }

    /// The comparison ends, although the structs contain themselves and have different names.
    @Test func renamedStructsThatHoldThemselves() throws {
        let changes = compare(
            old: try model("struct S { int8u a = 0; S next[] = 1; } readonly attribute S s[] = 0;"),
            new: try model("struct T { int16u a = 0; T next[] = 1; } readonly attribute T s[] = 0;"))
        expect(
            changes.filter { $0.impact == .breaking }.map(Self.line).contains(
                "breaking width field C.s.a int8u → int16u"))
    }

    @Test(MakersFileTests.areThere, arguments: MakersFileTests.files)
    func makersFilesAgainstOurClusters(_ url: URL) throws {
        let theirs = try MakersFileTests.model(url)
        let ours = try SchemasTests.model()
        expect(compare(old: theirs, new: theirs), equals: [])
        let changes = compare(old: theirs, new: ours)
        expect(!changes.isEmpty)
        // The same clusters of the same revision have the same encoding.
        let same = Set(theirs.clusters.filter { ours.cluster(named: $0.name)?.revision == $0.revision }.map(\.name))
        expect(!same.isEmpty)
        let ofWire: Set<EvolutionRule> = [
            .renumbered, .renamed, .encoding, .meaning, .width, .narrowed, .listness, .listForm, .nullability,
            .nullRefused, .fieldPresence, .unitChanged, .response,
        ]
        let wrong = changes.filter { change in
            ofWire.contains(change.rule) && same.contains { change.item.hasPrefix($0 + ".") }
        }
        expect(wrong.map(\.description), equals: [])
    }

    private func compare(old: ResolvedSchema, new: ResolvedSchema) -> [SchemaChange] {
        SchemaEvolution.compare(old: ComparedSchema(old), new: ComparedSchema(new))
    }

    private func model(_ body: String) throws -> ResolvedSchema {
        let (model, findings) = resolve("cluster C = 1 {\n\(body)\n}")
        expect(findings, equals: [])
        return model
    }

    private static func line(_ change: SchemaChange) -> String {
        let detail = change.detail.isEmpty ? "" : " " + change.detail
        return "\(change.impact.rawValue) \(change.rule.rawValue) \(change.subject.rawValue) \(change.item)\(detail)"
    }
}
