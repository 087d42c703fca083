internal import Foundation
internal import Testing
internal import TraitModel
internal import TraitSchema

/// The schemas of this package: complete, and without a finding.
struct SchemasTests {
    static let standard = [
        "BasicInformation", "BooleanState", "BridgedDeviceBasicInformation", "ColorControl", "Descriptor", "DoorLock",
        "FanControl", "Identify", "IlluminanceMeasurement", "LevelControl", "MediaPlayback", "OccupancySensing",
        "OnOff", "PowerSource", "RelativeHumidityMeasurement", "SmokeCoAlarm", "Switch", "TemperatureMeasurement",
        "Thermostat", "WindowCovering",
    ]

    static func model() throws -> TraitModel {
        var files: [FileSyntax] = []
        for url in TestFiles.schemas {
            let (file, found) = SchemaParser.parse(try TestFiles.source(url))
            #expect(found.map(\.description) == [])
            files.append(file)
        }
        let (model, findings) = ModelResolver.resolve(files)
        #expect(findings.map(\.description) == [])
        return model
    }

    @Test func resolveWithoutFinding() throws {
        let model = try Self.model()
        // Other schemas may join; these stay.
        #expect(Set(model.clusters.map(\.name)).isSuperset(of: Self.standard + ["Spinner"]))
        #expect(model.vendors.contains(VendorModel(id: 0xFFF1, name: "ExampleOrganization")))
        #expect(model.clusters.allSatisfy { $0.description != nil })
        #expect(model.deviceTypes.allSatisfy { $0.description != nil && !$0.clusters.isEmpty })
    }

    @Test func limitsOfOtherAttributes() throws {
        let model = try Self.model()
        let level = try #require(model.cluster(named: "LevelControl"))
        #expect(try level.field("currentLevel").constraints.minimum == .attribute(id: 2, name: "minLevel", offset: 0))
        let cover = try #require(model.cluster(named: "Switch"))
        #expect(try cover.field("currentPosition").constraints.maximum
            == .attribute(id: 0, name: "numberOfPositions", offset: -1))
        let heat = try #require(model.cluster(named: "Thermostat")).field("occupiedHeatingSetpoint")
        #expect(heat.unit == "0.01 °C" && heat.defaultValue == .integer(2000))
        #expect(heat.conformance.required == .feature(name: "Heating", mask: 1))
    }

    @Test func whatMovesABoltIsTimed() throws {
        let lock = try #require(try Self.model().cluster(named: "DoorLock"))
        let timed = lock.commands.filter(\.isTimed).map(\.name)
        #expect(timed == [
            "LockDoor", "UnlockDoor", "UnlockWithTimeout", "SetUser", "ClearUser", "SetCredential", "ClearCredential",
            "UnboltDoor", "SetAliroReaderConfig", "ClearAliroReaderConfig",
        ])
    }

    static let facts = TestFiles.package.deletingLastPathComponent()
        .appending(path: "shared/facts/matter-clusters.json")

    @Test(.enabled(if: FileManager.default.fileExists(atPath: facts.path), "no table of facts beside the package"))
    func nothingIsLeftOut() throws {
        let model = try Self.model()
        let table = try JSONDecoder().decode(Facts.self, from: try Data(contentsOf: Self.facts))
        var compared = 0
        for facts in table.clusters {
            guard let cluster = model.cluster(named: facts.name) else { continue }
            compared += 1
            #expect(cluster.id == facts.id && cluster.revision == facts.revision)
            #expect(cluster.features.count == (facts.features ?? []).count, "\(cluster.name)")
            #expect(cluster.attributes.filter { !$0.isGlobal }.map(\.id) == facts.attributes.map(\.id).sorted())
            let requests = facts.commands.filter { $0.direction == "request" }
            #expect(cluster.commands.map(\.id) == requests.map(\.id).sorted(), "\(cluster.name)")
            #expect(cluster.commands.map(\.isTimed) == requests.sorted { $0.id < $1.id }.map { $0.timed ?? false })
            #expect(cluster.responses.count == facts.commands.count - requests.count, "\(cluster.name)")
            #expect(cluster.events.map(\.id) == facts.events.map(\.id).sorted(), "\(cluster.name)")
            #expect(cluster.types.enumerations.map(\.name) == facts.enums.map(\.name).sorted())
            #expect(cluster.types.bitmaps.map(\.name) == facts.bitmaps.map(\.name).sorted())
            #expect(cluster.types.structures.map(\.name) == facts.structs.map(\.name).sorted())
        }
        #expect(compared >= Self.standard.count)
    }

    /// What this test reads of the table.
    private struct Facts: Decodable {
        struct Item: Decodable { var id: UInt32 }
        struct Named: Decodable { var name: String }
        struct Command: Decodable { var id: UInt32; var direction: String; var timed: Bool? }
        struct Cluster: Decodable {
            var id: UInt32
            var name: String
            var revision: UInt32
            var features: [Named]?
            var attributes: [Item]
            var commands: [Command]
            var events: [Item]
            var enums: [Named]
            var bitmaps: [Named]
            var structs: [Named]
        }

        var clusters: [Cluster]
    }
}
