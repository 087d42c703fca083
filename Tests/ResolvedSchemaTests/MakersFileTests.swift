internal import HearthBase
internal import Foundation
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// Files written by makers' tools must work unchanged.
struct MakersFileTests {
    static let files = TestFiles.makersFiles
    static let areThere = ConditionTrait.enabled(if: !files.isEmpty, "no makers' files beside the package")

    static func model(_ url: URL) throws -> ResolvedSchema {
        let (file, found) = SchemaParser.parse(try TestFiles.source(url))
        expect(found.map(\.description), equals: [])
        let (model, findings) = ModelResolver.resolve([file])
        expect(findings.map(\.description), equals: [])
        return model
    }

    @Test(areThere, arguments: files)
    func resolveUntouched(_ url: URL) throws {
        let model = try Self.model(url)
        expect(model.clusters.count, isAtLeast: 19)
        expect(model.vendors.first, equals: .matter)
        expect(model.endpoints.count, isAtLeast: 2)
        for cluster in model.clusters {
            expect(cluster.attributes.filter(\.isGlobal).count, isAtLeast: 5, "\(cluster.name)")
            expect(cluster.attributes.map(\.id), equals: cluster.attributes.map(\.id).sorted())
        }
    }

    @Test(areThere, arguments: files)
    func aMakersNamespaceIsGivenOrMadeOfTheId(_ url: URL) throws {
        let (file, _) = SchemaParser.parse(try TestFiles.source(url))
        for vendor in ModelResolver.resolve([file]).model.vendors where vendor.id != 0 {
            expect(vendor.name, equals: "Vendor_" + String(vendor.id, radix: 16, uppercase: true))
        }
        let named = ModelResolver.resolve([file], vendorNames: [0xFFF1: "Acme"]).model
        expect(named.vendors.allSatisfy { $0.id == 0 || $0.name == "Acme" })
    }

    /// A maker's description of a standard cluster in the same revision agrees with ours (it may omit parts).
    @Test(areThere, arguments: files)
    func agreeWithOurSchemas(_ url: URL) throws {
        let ours = try SchemasTests.model()
        let theirs = try Self.model(url)
        var compared = 0
        for cluster in ours.clusters {
            guard let other = theirs.cluster(named: cluster.name), other.revision == cluster.revision else { continue }
            let known = Set(Shape.lines(cluster))
            let added = Shape.lines(other).filter { !known.contains($0) && !$0.contains("MfgSpecificPing") }
            expect(added, equals: [], "\(cluster.name)")
            compared += 1
        }
        expect(compared, isAbove: 0)
    }
}

/// The parts on which two files must agree: names, numbers, types, access; not limits, units, descriptions or whether a
/// command or event is optional, which makers' tools do not write. Their files also contain one command of a test
/// vendor.
enum Shape {
    static func lines(_ cluster: ClusterModel) -> [String] {
        var lines = ["cluster \(cluster.name) \(cluster.id)"]
        lines += cluster.features.map { "feature \($0.name) \($0.mask)" }
        for type in cluster.types.enumerations {
            lines += type.constants.map { "enum \(type.name) \(type.base.name) \($0.name) \($0.value)" }
        }
        for type in cluster.types.bitmaps {
            lines += type.fields.map { "bitmap \(type.name) \(type.base.name) \($0.name) \($0.value)" }
        }
        for type in cluster.types.structures {
            lines += type.fields.map { "struct \(type.name) \(type.isFabricScoped) \(line($0))" }
        }
        for attribute in cluster.attributes {
            lines.append(
                "attribute \(line(attribute.field)) \(attribute.isReadable) \(attribute.isWritable) "
                    + "\(attribute.readPrivilege) \(attribute.writePrivilege) \(attribute.requiresTimedWrite)")
        }
        for command in cluster.commands {
            lines.append(
                "command \(command.id) \(command.name) \(command.requestName ?? "-") \(command.responseName ?? "-") "
                    + "\(command.invokePrivilege) \(command.isTimed) \(command.isFabricScoped)")
            lines += command.fields.map { "  \(line($0))" }
        }
        for response in cluster.responses {
            lines += response.fields.map { "response \(response.name) \(response.id) \(line($0))" }
        }
        for event in cluster.events {
            lines.append("event \(event.id) \(event.name) \(event.priority) \(event.isFabricSensitive)")
            lines += event.fields.map { "  \(line($0))" }
        }
        return lines
    }

    static func line(_ field: FieldModel) -> String {
        "\(field.id) \(field.name) \(type(field.type)) \(field.isList) \(field.isNullable) \(field.isOptional) "
            + "\(field.isFabricSensitive)"
    }

    static func type(_ type: DataType) -> String {
        switch type {
        case .scalar(let scalar): scalar.name
        case .enumeration(let reference), .bitmap(let reference), .structure(let reference): reference.name
        }
    }
}
