internal import BindingEmitter
internal import Foundation
internal import HearthTraitCore
internal import HearthTraits
internal import Testing
internal import TraitModel
internal import TraitSchema
@testable internal import HearthSimulator

/// A descriptor made at run time is the generated one.
@Suite("PlannedTrait")
struct PlannedTraitTests {
    private static let schemas = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Schemas")

    /// What `regenerate-bindings` reads.
    private static let package: (model: TraitModel, overrides: Overrides) = {
        let root = schemas.deletingLastPathComponent().path + "/"
        let found = FileManager.default.subpaths(atPath: schemas.path) ?? []
        var sources: [String: String] = [:]
        for path in found.map({ "Schemas/" + $0 }) where StandardBindings.reads(path) && !path.hasSuffix(".proto") {
            sources[path] = try? String(contentsOfFile: root + path, encoding: .utf8)
        }
        let paths = sources.keys.filter { $0.hasSuffix(".matter") }.sorted()
        let trees = paths.map { SchemaParser.parse(SourceText(file: $0, sources[$0] ?? "")).file }
        let json = sources.first { $0.key.hasSuffix(".json") }
        let overrides = json.flatMap { try? Overrides(json: $0.value, path: $0.key) } ?? Overrides()
        return (VendorExtensions.split(ModelResolver.resolve(trees).model, vendorNames: [:]), overrides)
    }()

    @Test("Every schema has its generated descriptor", arguments: StandardTraits.descriptors.map(\.typeName))
    func equalsGenerated(_ typeName: String) throws {
        let generated = try #require(StandardTraits.descriptors.first { $0.typeName == typeName })
        let (model, overrides) = Self.package
        let cluster = try #require(
            model.clusters.first { $0.id == generated.id && $0.vendor.name == generated.vendor })
        let planned = TraitPlanner.plan(cluster, in: model, overrides)
        #expect(planned.diagnostics.isEmpty)
        let made = PlannedTrait(plan: planned.plan).descriptor
        #expect(made.features == generated.features)
        #expect(made.enums == generated.enums)
        #expect(made.bitmaps == generated.bitmaps)
        #expect(made.structs == generated.structs)
        #expect(made.attributes == generated.attributes)
        #expect(made.commands == generated.commands)
        #expect(made.events == generated.events)
        #expect(made == generated)
    }

    @Test("Every generated trait comes from a schema")
    func all() {
        #expect(Self.package.model.clusters.map(\.id).sorted() == StandardTraits.descriptors.map(\.id).sorted())
    }
}
