internal import HearthBase
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// The schemas of this package are complete, and have no findings.
struct SchemasTests {
    static func model() throws -> ResolvedSchema {
        var files: [FileSyntax] = []
        for url in TestFiles.schemas {
            let (file, found) = SchemaParser.parse(try TestFiles.source(url))
            expect(found.map(\.description), equals: [])
            files.append(file)
        }
        let (model, findings) = ModelResolver.resolve(files)
        expect(findings.map(\.description), equals: [])
        return model
    }

    @Test func resolveWithoutFinding() throws {
        let model = try Self.model()
        expect(model.clusters.count { $0.vendor.id == 0 }, equals: 153)
        // The standard's 96 and HeatingCoolingUnit.
        expect(model.deviceTypes.count { $0.vendor.id == 0 }, equals: 97)
        expect(model.vendors.contains(VendorModel(id: 0xFFF1, name: "ExampleOrganization")))
        expect(model.clusters.allSatisfy { $0.description != nil })
        expect(model.deviceTypes.allSatisfy { $0.description != nil })
        expect(model.deviceTypes.allSatisfy { !$0.clusters.isEmpty || !$0.components.isEmpty })
    }

    @Test func limitsOfOtherAttributes() throws {
        let model = try Self.model()
        let level = try require(model.cluster(named: "LevelControl"))
        try expect(
            level.field("currentLevel").constraints.minimum, equals: .attribute(id: 2, name: "minLevel", offset: 0))
        let cover = try require(model.cluster(named: "Switch"))
        try expect(
            cover.field("currentPosition").constraints.maximum,
            equals: .attribute(id: 0, name: "numberOfPositions", offset: -1))
        let heat = try require(model.cluster(named: "Thermostat")).field("occupiedHeatingSetpoint")
        expect((heat.unit, heat.defaultValue), are: ("0.01 °C", .integer(2000)))
        expect(heat.conformance.required, equals: .feature(name: "Heating", mask: 1))
    }

    @Test func boltCommandsAreTimed() throws {
        let lock = try require(try Self.model().cluster(named: "DoorLock"))
        let timed = lock.commands.filter(\.isTimed).map(\.name)
        expect(
            timed,
            equals: [
                "LockDoor", "UnlockDoor", "UnlockWithTimeout", "SetUser", "ClearUser", "SetCredential",
                "ClearCredential",
                "UnboltDoor", "SetAliroReaderConfig", "ClearAliroReaderConfig",
            ])
    }
}
