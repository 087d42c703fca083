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
        #expect(model.clusters.map(\.name).sorted() == (Self.standard + ["Spinner"]).sorted())
        #expect(model.vendors == [.matter, VendorModel(id: 0xFFF1, name: "ExampleOrganization")])
        #expect(model.clusters.allSatisfy { $0.description != nil })
        #expect(model.deviceTypes.allSatisfy { $0.description != nil && !$0.clusters.isEmpty })
    }
}
