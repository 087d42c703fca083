internal import HearthTraitDescriptors
internal import Expectations
internal import Testing

@Suite struct WireNamesTests {
    @Test(
        arguments: [
            (0, 1), (3, 4), (0xFD, 254), (254, 255), (0xFFFD, 65534), (0xFFF1_0000, 1), (0xFFF1_0001, 2),
            (18_998, 18_999), (18_999, 119_000), (19_998, 119_999), (19_999, 20_000),
        ] as [(UInt32, UInt32)])
    func numbers(_ id: UInt32, _ number: UInt32) {
        expect(WireNumber.field(id), equals: number)
    }

    @Test func files() {
        expect(
            WireNames.file("Spinner", package: "hearth.traits.example_organization.v1"),
            equals: "hearth/traits/example_organization/v1/spinner.proto")
    }

    /// All enums of a trait share the scope around them.
    @Test func constants() {
        var scope = NameScope()
        let first = EnumDescriptor("ModeEnum", bits: 8, [(1, "noneValue"), (2, "k12hr"), (3, "fast"), (4, "Fast")])
        let names = WireNames.constants(of: first, in: &scope)
        expect(names.values, equals: ["MODE_ENUM_NONE", "MODE_ENUM_12HR", "MODE_ENUM_FAST", "MODE_ENUM_FAST_VALUE"])
        expect(names.zero, equals: "MODE_ENUM_UNSPECIFIED")
        let second = WireNames.constants(of: EnumDescriptor("Mode", bits: 8, [(0, "enumNone")]), in: &scope)
        expect(second.values, equals: ["MODE_ENUM_NONE_VALUE"])
        expectNil(second.zero)
    }

    /// Constants of bits share the scope of those of enums; an unrepresentable one is left out and reported.
    @Test func bits() throws {
        var types = NameScope(reserved: ["Flags"])
        var constants = NameScope(reserved: ["FLAGS_BITMAP_FAST"])
        let bitmap = BitmapDescriptor(
            "flags", bits: 32,
            [(0xC, "level"), (0x1, "fast"), (0x2, "noneValue"), (0x8000_0000, "top"), (0x1, "again"), (0, "zero")])
        let bits = try require(WireBits(bitmap, types: &types, constants: &constants))
        expect(bits.name, equals: "FlagsBitmap")
        expect(bits.zero, equals: "FLAGS_BITMAP_NONE")
        expect(
            bits.constants.map(\.name),
            equals: ["FLAGS_BITMAP_FAST_VALUE", "FLAGS_BITMAP_NONE_VALUE", "FLAGS_BITMAP_LEVEL"])
        expect(bits.constants.map(\.mask) == [1, 2, 0xC] && bits.constants.map(\.index) == [1, 2, 0])
        expect(bits.others.map(\.name) == ["FLAGS_BITMAP_TOP"] && bits.others.map(\.mask) == [0x8000_0000])
        let wide = BitmapDescriptor("Wide", bits: 64, [(1 << 63, "top")])
        expectNil(WireBits(wide, types: &types, constants: &constants))
    }

    @Test func namesForOtherLanguages() {
        let options = WireFileOptions("Spinner", package: "hearth.traits.example_organization.v1")
        expect(options.goPackage, equals: "hearth/traits/example_organization/v1;exampleorganizationv1")
        expect(options.csharpNamespace, equals: "Hearth.Traits.ExampleOrganization.V1")
        expect(options.objcClassPrefix, equals: "HearthExampleOrganization")
        expect(options.javaPackage, equals: "hearth.traits.example_organization.v1")
        expect(options.javaOuterClassname, equals: "SpinnerProto")
    }

    @Test func listsAreNamedOnceForEachKindOfEntry() {
        var scope = NameScope(reserved: ["StringList"])
        var lists = ListNames<String>()
        expect(lists.name(of: "uint32", stem: "UInt32", in: &scope), equals: "UInt32List")
        expect(lists.name(of: "string", stem: "String", in: &scope), equals: "StringListWrapper")
        expect(lists.name(of: "uint32", stem: "UInt32", in: &scope), equals: "UInt32List")
        expect(lists.all.map(\.name), equals: ["UInt32List", "StringListWrapper"])
        expect(lists["string"] == "StringListWrapper" && lists["bytes"] == nil)
    }
}
