internal import BindingPlan
internal import Expectations
internal import HearthBase
internal import ResolvedSchema
internal import Testing
internal import TraitSchema

@testable internal import BindingEmitter

/// Names of device types; ``ExcerptTests`` has their containers of traits.
struct DeviceTypeTests {
    @Test func onlyStandardTypesGoByTwoNames() {
        let schema = """
            device type PlainLight = 0x0FF0, version 2 { }
            device type GlowingLight = 0x6006BF30, version 1 { }
            """
        let (file, _) = SchemaParser.parse(SourceText(file: "0.matter", schema))
        let swift = DeviceTypeEmitter(
            deviceTypes: ModelResolver.resolve([file]).model.deviceTypes, namer: TraitNamer(overrides: Overrides()),
            traits: [:], descriptors: .catalog(module: "HearthLightingTraits")
        ).emit(source: "test")
        expect(
            swift,
            contains: """
                extension Matter {
                /// The same type.
                public typealias PlainLightDeviceType = HearthLightingTraits.PlainLightDeviceType
                }
                """)
        expect(
            swift.split(separator: "\n").filter { $0.contains("typealias") },
            equals: ["    public typealias PlainLightDeviceType = HearthLightingTraits.PlainLightDeviceType"])
    }
}
