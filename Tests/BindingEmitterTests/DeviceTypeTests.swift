internal import HearthBase
internal import BindingPlan
internal import Expectations
internal import Testing
internal import ResolvedSchema
internal import TraitSchema

@testable internal import BindingEmitter

/// Device types and their containers of traits.
struct DeviceTypeTests {
    private static let schema = """
        vendor Google = 0x6006;
        cluster OnOff = 6 { readonly attribute boolean onOff = 0; }
        cluster Glow = 0x6006FC30 { readonly attribute boolean glows = 0; }
        device type PlainLight = 0x0FF0, version 2 {
          server cluster OnOff;
          client cluster Glow;
        }
        device type GlowingLight = 0x6006BF30, version 1 {
          optional server cluster Glow;
          server cluster OnOff;
        }
        """

    private func deviceTypes(
        _ schemas: [String], standard: Set<String>? = nil
    ) -> (swift: String, other: String, problems: [String]) {
        var files: [FileSyntax] = []
        var problems: [String] = []
        for (index, text) in schemas.enumerated() {
            let (file, found) = SchemaParser.parse(SourceText(file: "\(index).matter", text))
            files.append(file)
            problems += found.map(\.description)
        }
        let (model, found) = ModelResolver.resolve(files)
        var bindings = TraitBindings(model, standard: standard)
        bindings.addIndex(registry: "TestTraits", source: "test")
        problems += found.map(\.description) + bindings.diagnostics.map(\.description)
        let isWanted = { (file: OutputFile) in file.path == "DeviceTypes.swift" }
        return (
            bindings.swift.filter(isWanted).map(\.text).joined(),
            bindings.swift.filter { !isWanted($0) }.map(\.text).joined(), problems
        )
    }

    @Test func eachNamespaceHasItsContainer() {
        let (swift, _, problems) = deviceTypes([Self.schema])
        expect(problems, equals: [])
        expect(
            swift,
            contains: """
                public var matterTraits: GlowingLightMatterTraits { GlowingLightMatterTraits(traits: traits) }

                /// The standard traits of the type; those that the device lacks are nil.
                public struct GlowingLightMatterTraits: Sendable {
                fileprivate let traits: TraitCollection
                /// The trait `OnOffTrait`, which every device of this type has.
                public var onOffTrait: Matter.OnOffTrait? { traits[Matter.OnOffTrait.self] }
                }

                /// Google's traits of the type.
                public var googleTraits: GlowingLightGoogleTraits { GlowingLightGoogleTraits(traits: traits) }

                /// Google's traits of the type; those that the device lacks are nil.
                public struct GlowingLightGoogleTraits: Sendable {
                fileprivate let traits: TraitCollection
                /// The trait `GlowTrait`, which a device of this type may have.
                public var glowTrait: Google.GlowTrait? { traits[Google.GlowTrait.self] }
                }
                """)
        expect(
            swift,
            contains: """
                public var googleTraits: PlainLightGoogleTraits { PlainLightGoogleTraits() }

                /// Google's traits of the type: none.
                public struct PlainLightGoogleTraits: Sendable {}
                """)
    }

    @Test func onlyStandardTypesGoByTwoNames() {
        let (file, _) = SchemaParser.parse(SourceText(file: "0.matter", Self.schema))
        let model = ModelResolver.resolve([file]).model
        let swift = DeviceTypeEmitter(
            deviceTypes: model.deviceTypes, namer: TraitNamer(overrides: Overrides()), traits: [:],
            descriptors: .catalog(module: "HearthLightingTraits")
        ).emit(source: "test")
        expect(
            swift,
            contains: """
                extension Matter {
                /// The same type.
                public typealias PlainLightDeviceType = HearthLightingTraits.PlainLightDeviceType
                }
                """)
        expect(!swift.contains("typealias GlowingLight"))
    }

    /// Standard traits have their types in HearthTraits: a maker's bindings refer to them and do not bind them again.
    @Test func aMakersTypeHasTheStandardTraitsAndTheMakersOwn() {
        let maker = """
            vendor Acme = 0xFFF1;
            cluster Newer = 0x0FFE { readonly attribute boolean new = 0; }
            cluster Lamp = 0xFFF1FC01 { readonly attribute boolean lit = 0; }
            device type AcmeLamp = 0xFFF10001, version 1 {
              server cluster OnOff;
              server cluster Newer;
              server cluster Lamp;
              optional server cluster Glow;
            }
            """
        let (swift, other, problems) = deviceTypes([maker, Self.schema], standard: ["OnOff", "Glow"])
        expect(problems, equals: [])
        expect(swift, contains: "public import HearthTraitCore\npublic import HearthTraits")
        expect(
            swift,
            contains: """
                public struct AcmeLampMatterTraits: Sendable {
                fileprivate let traits: TraitCollection
                /// The trait `OnOffTrait`, which every device of this type has.
                public var onOffTrait: Matter.OnOffTrait? { traits[Matter.OnOffTrait.self] }
                }
                """)
        expect(swift, contains: "public var glowTrait: Google.GlowTrait? { traits[Google.GlowTrait.self] }")
        expect(swift, contains: "requiredTraits: [0x0006, 0x0FFE, 0xFFF1FC01], optionalTraits: [0x6006FC30])")
        expect(!swift.contains("NewerTrait"))
        expect(!swift.contains("PlainLight"))
        expect(other.contains("extension Acme {"))
        expect(other.contains("public enum Acme {}"))
        expect(!other.contains("enum Google"))
        expect(!other.contains("struct OnOffTrait"))
    }

    @Test func aMakersTypeWithoutStandardTraitsNeedsNoOtherModule() {
        let maker = """
            vendor Acme = 0xFFF1;
            cluster Lamp = 0xFFF1FC01 { readonly attribute boolean lit = 0; }
            device type AcmeLamp = 0xFFF10001, version 1 { server cluster Lamp; }
            """
        let (swift, _, problems) = deviceTypes([maker], standard: [])
        expect(problems, equals: [])
        expect(!swift.contains("import HearthTraits\n"))
        expect(swift, contains: "public struct AcmeLampMatterTraits: Sendable {}")
    }
}
