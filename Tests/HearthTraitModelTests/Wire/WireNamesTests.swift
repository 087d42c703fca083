internal import HearthTraitModel
internal import Testing

@Suite struct WireNamesTests {
    @Test(
        arguments: [
            (0, 1), (3, 4), (0xFD, 254), (254, 255), (0xFFFD, 65534), (0xFFF1_0000, 1), (0xFFF1_0001, 2),
            (18_998, 18_999), (18_999, 119_000), (19_998, 119_999), (19_999, 20_000),
        ] as [(UInt32, UInt32)])
    func numbers(_ id: UInt32, _ number: UInt32) {
        #expect(WireNumber.field(id) == number)
    }

    @Test func files() {
        #expect(
            WireNames.file("Spinner", package: "hearth.traits.example_organization.v1")
                == "hearth/traits/example_organization/v1/spinner.proto")
    }

    /// All enums of a trait share the scope around them.
    @Test func constants() {
        var scope = NameScope()
        let first = EnumDescriptor("ModeEnum", bits: 8, [(1, "noneValue"), (2, "k12hr"), (3, "fast"), (4, "Fast")])
        let names = WireNames.constants(of: first, in: &scope)
        #expect(names.values == ["MODE_ENUM_NONE", "MODE_ENUM_12HR", "MODE_ENUM_FAST", "MODE_ENUM_FAST_VALUE"])
        #expect(names.zero == "MODE_ENUM_UNSPECIFIED")
        let second = WireNames.constants(of: EnumDescriptor("Mode", bits: 8, [(0, "enumNone")]), in: &scope)
        #expect(second.values == ["MODE_ENUM_NONE_VALUE"])
        #expect(second.zero == nil)
    }

    @Test func listsAreNamedOnceForEachKindOfEntry() {
        var scope = NameScope(reserved: ["StringList"])
        var lists = ListNames<String>()
        #expect(lists.name(of: "uint32", stem: "UInt32", in: &scope) == "UInt32List")
        #expect(lists.name(of: "string", stem: "String", in: &scope) == "StringListWrapper")
        #expect(lists.name(of: "uint32", stem: "UInt32", in: &scope) == "UInt32List")
        #expect(lists.all.map(\.name) == ["UInt32List", "StringListWrapper"])
        #expect(lists["string"] == "StringListWrapper" && lists["bytes"] == nil)
    }
}
