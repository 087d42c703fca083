internal import BindingPlan
internal import Foundation
internal import HearthTraitDescriptors
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

@testable internal import BindingEmitter

/// A trait's text in generated code parses into the descriptor from which it was written.
struct DescriptorTests {
    /// The clusters that `regenerate-bindings` reads.
    private static let package: (model: ResolvedSchema, overrides: Overrides) = {
        let found = FileManager.default.subpaths(atPath: packageRoot.appendingPathComponent("Schemas").path) ?? []
        var sources: [String: String] = [:]
        for path in found.map({ "Schemas/" + $0 }) where StandardBindings.reads(path) && !path.hasSuffix(".proto") {
            sources[path] = try? String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
        }
        let trees = sources.keys.filter { $0.hasSuffix(".matter") }.sorted().map {
            SchemaParser.parse(SourceText(file: $0, sources[$0] ?? "")).file
        }
        let path = StandardBindings.overridesPath
        let overrides = sources[path].flatMap { try? Overrides(json: $0, path: path) } ?? Overrides()
        return (VendorExtensions.split(ModelResolver.resolve(trees).model, vendorNames: [:]), overrides)
    }()

    @Test(arguments: package.model.clusters.map(\.id))
    func textGivesWhatWasPlanned(_ id: UInt32) throws {
        let (model, overrides) = Self.package
        let cluster = try require(model.clusters.first { $0.id == id })
        let (plan, diagnostics) = TraitPlanner.plan(cluster, in: model, overrides)
        expect(diagnostics.isEmpty)
        let planned = plan.descriptor
        let text = planned.lines.joined(separator: "\n")
        let read = TraitDescriptor(
            id: planned.id, name: planned.name, vendor: planned.vendor, package: planned.package,
            revision: planned.revision, text)
        expect(
            (read.features, read.enums, read.bitmaps, read.structs, read.attributes),
            are: (planned.features, planned.enums, planned.bitmaps, planned.structs, planned.attributes))
        expect((read.commands, read.events, read), are: (planned.commands, planned.events, planned))
    }
}
