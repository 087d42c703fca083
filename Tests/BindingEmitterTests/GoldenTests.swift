internal import Foundation
internal import Expectations
internal import Testing

@testable internal import BindingEmitter

/// The committed bindings of the smallest, the largest and the ugliest trait: read them when one changes. HearthTests
/// runs them.
struct GoldenTests {
    /// AccessControl has a Swift keyword and bare acronyms as attribute names, null lists of structs with null fields,
    /// a struct in a list in a struct in a list, fabric-sensitive fields, and events with all of this.
    static let traits = ["PulseWidthModulation", "DoorLock", "AccessControl"]

    private func text(_ path: String) throws -> String {
        try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func theirTextIsTheCommittedOne() throws {
        let files = try CommittedBindings.all.get().files
        for trait in Self.traits {
            let file = try require(files.first { $0.path.hasSuffix("/Generated/\(trait).swift") })
            let path = file.path
            let committed = try text(path).split(separator: "\n", omittingEmptySubsequences: false)
            let emitted = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            let difference = zip(committed, emitted).enumerated().first { $1.0 != $1.1 }
            expectNil(difference, "\(path):\((difference?.offset ?? 0) + 1)")
            expect(committed.count, equals: emitted.count, "\(path):\((difference?.offset ?? 0) + 1)")
        }
    }

    /// A change of one schema changes its own files only.
    @Test func theOthersDoNotMatter() throws {
        var (sources, _, _) = try CommittedBindings.all.get()
        let before = try CommittedBindings.all.get().files
        let path = "Schemas/Matter/DoorLock.matter"
        sources[path] = try require(sources[path]).replacingOccurrences(
            of: "readonly attribute boolean actuatorEnabled", with: "readonly attribute int8u actuatorEnabled")
        let after = StandardBindings(sources: sources).files
        let changed = zip(before, after).filter { $0.text != $1.text }.map(\.0.path)
        expect(before.map(\.path), equals: after.map(\.path))
        expect(
            changed.sorted(),
            equals: [
                "Schemas/proto/hearth/traits/matter/v1/door_lock.proto",
                "Sources/HearthTraits/HearthLockTraits/Generated/DoorLock.swift",
                "Sources/HearthTraits/HearthTraitCatalog/Generated/StandardTraits.swift",
                "Sources/HearthTraits/HearthTraitCatalog/Generated/TraitDescriptors.swift",
                "Web/sdk/traits.d.ts",
            ])
    }

    @Test func traitsAreTheSmallestAndTheLargest() throws {
        let lines = try CommittedBindings.all.get().files.compactMap { file -> (String, Int)? in
            guard file.text.contains("// MARK: Descriptor") else { return nil }
            return (String(file.path.split(separator: "/").last ?? ""), file.text.split(separator: "\n").count)
        }
        let smallest = lines.map(\.1).min()
        expect(lines.first { $0.0 == "PulseWidthModulation.swift" }?.1, equals: smallest)
        expect(lines.max { $0.1 < $1.1 }?.0, equals: "DoorLock.swift")
    }
}
