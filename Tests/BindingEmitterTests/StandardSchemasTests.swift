internal import HearthBase
internal import BindingEmitter
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

/// A maker's device type may name standard clusters that are not in the maker's file.
struct StandardSchemasTests {
    private static let standard = [
        "Globals.matter": "enum SharedEnum : enum8 { kA = 0; }",
        "OnOff.matter":
            "cluster OnOff = 6 { bitmap Feature : bitmap32 { kLighting = 0x1; } attribute boolean on = 0; }",
        "LevelControl.matter": "cluster LevelControl = 8 { }",
        "DeviceTypes.matter": "device type OnOffLight = 0x100, version 3 { server cluster OnOff; }",
    ]

    private func resolve(_ text: String) throws -> (files: [String], diagnostics: [String]) {
        let tree = SchemaParser.parse(SourceText(file: "maker.matter", text)).file
        let schemas = StandardSchemas(names: Self.standard.keys.sorted()) { Self.standard[$0] }
        let missing = try schemas.missing(in: [tree])
        let found = ModelResolver.resolve([tree] + missing).diagnostics
        return (
            missing.map(\.file), found.filter { $0.location.file == "maker.matter" }.map(\.description)
        )
    }

    @Test func clustersNamedByADeviceTypeAreFound() throws {
        let (files, diagnostics) = try resolve(
            """
            device type Spin = 0xFFF10001, version 1 [superset = OnOffLight] {
                server cluster OnOff { require feature Lighting; }
            }
            """)
        expect(files, equals: ["standard/DeviceTypes.matter", "standard/Globals.matter", "standard/OnOff.matter"])
        expect(diagnostics.isEmpty)
    }

    @Test func aMakersOwnCopyCounts() throws {
        let (files, diagnostics) = try resolve(
            """
            cluster OnOff = 6 { attribute boolean on = 0; }
            refine cluster OnOff { attribute on [default = true]; }
            """)
        expect((files.isEmpty, diagnostics.isEmpty), are: (true, true))
    }

    @Test func aMistypedStandardNameGetsAHint() throws {
        let (_, diagnostics) = try resolve("device type Spin = 0xFFF10001, version 1 { server cluster LevelContrl; }")
        expect(
            diagnostics,
            equals: [
                "maker.matter:1:59: error: no cluster 'LevelContrl' (did you mean 'LevelControl'?)"
            ])
    }
}
