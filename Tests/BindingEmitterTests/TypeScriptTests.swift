internal import BindingEmitter
internal import BindingPlan
internal import Expectations
internal import Foundation
internal import HearthBase
internal import ResolvedSchema
internal import Testing
internal import TraitSchema

/// Generated `.d.ts` files; ``ExcerptTests`` has the rules of their contents.
struct TypeScriptTests {
    /// The `.d.ts` of the traits in schema texts, which are added one after another.
    static func text(_ texts: [String], overrides: Overrides = Overrides()) -> (text: String, problems: [String]) {
        var bindings = TypeScriptBindings(overrides: overrides)
        var findings: [Diagnostic] = []
        for text in texts {
            let (tree, found) = SchemaParser.parse(SourceText(file: "test.matter", text))
            let (model, resolved) = ModelResolver.resolve([tree])
            bindings.add(model)
            findings += (found + resolved).filter { $0.severity == .error }
        }
        return (bindings.text, findings.map(\.description) + bindings.diagnostics.map(\.message))
    }

    /// The dashboard's tests check its decoding against these types.
    @Test func theTypesInThePagesTestsAreFresh() throws {
        let folder = packageRoot.appendingPathComponent("Web/tests/fixtures")
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        try expect(Self.text([text("lamp.matter")]).text, equals: text("lamp.d.ts"))
    }

    @Test func theSameSchemaGivesTheSameBytes() {
        let schema = "cluster C = 0xFFF1FC01 { attribute int8u a = 0; }"
        expect(Self.text([schema]).text, equals: Self.text([schema]).text)
    }

    @Test func aCommentEndsWhereItShould() {
        let (tree, _) = SchemaParser.parse(
            SourceText(file: "test.matter", "cluster C = 0xFFF1FC01 { attribute int8u a = 0; }"))
        var model = ModelResolver.resolve([tree]).model
        model.clusters[0].description = "Ends */ here.\nAnd\u{2028}there."
        var bindings = TypeScriptBindings()
        bindings.add(model)
        expect(bindings.text, contains: "/**\n * Ends *\\/ here.\n * And\n * there.\n *\n")
    }
}
