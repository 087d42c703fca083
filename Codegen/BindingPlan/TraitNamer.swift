internal import HearthTraitDescriptors

/// Names in Swift and in `.proto` files for a schema's declarations.
package struct TraitNamer {
    let overrides: Overrides

    package init(overrides: Overrides) { self.overrides = overrides }

    /// Types that generated traits use by these names, or that Swift cannot nest.
    static let reservedTypes: Set<String> = Namer.reservedTypes.union([
        "AutomationCommand", "BatchableCommand", "GlobalAttributeValues", "HandledTrait", "NullFields", "TraitBitmap",
        "TraitContents", "TraitStruct", "TypedParameter", "Update",
        "AttributeDescriptor", "Attributes", "BitmapDescriptor", "Command", "CommandDescriptor", "Commands",
        "EmptyMessage", "EnumDescriptor", "Event", "EventDescriptor", "EventMetadata", "FeatureDescriptor",
        "FieldDescriptor", "HomeError", "Int16", "Int8", "KeyPath", "Limit", "MutableAttributes", "OptionSet",
        "OptionalCommand", "Payload", "Presence", "RawSpan", "RawValue", "Source", "StructDescriptor", "Trait",
        "TraitAttribute",
        "TraitAttributes", "TraitCommand", "TraitDescriptor", "TraitEnum", "TraitError", "TraitHandler",
        "TraitInteraction", "TraitMetadata", "TraitState", "UInt16", "ValueType", "WireList",
    ])

    /// Members of every generated message.
    static let reservedMembers: Set<String> = [
        "globalAttributes", "init", "layout", "listLayout", "self", "unknownFields",
    ]

    /// Cases that every enum or set of options has, or that have another meaning on an optional.
    static let reservedCases = WireNames.swiftCases

    /// Members of every trait; a command's method gets another name.
    static let reservedMethods: Set<String> = [
        "attributes", "contents", "description", "descriptor", "encode", "events", "hash", "hashValue", "identifier",
        "init",
        "interaction", "metadata", "self", "supportedEventTypes", "update",
    ]

    /// `PICoolingDemand` → `piCoolingDemand`.
    package func member(_ name: String) -> String {
        overrides.members[name] ?? Namer.lowerCamel(name, whole: overrides.words)
    }

    /// `kDyingLight` → `dyingLight`, `k12hr` stays, `kNone` → `noneValue`.
    func cases(_ names: [String]) -> [String] {
        var scope = NameScope(reserved: Self.reservedCases)
        return names.map { scope.claim(member(Self.withoutK($0)), suffix: "Value") }
    }

    /// The `k` is part of the name if no capital follows it, since names do not begin with a digit.
    package static func withoutK(_ name: String) -> String {
        name.first == "k" && name.dropFirst().first?.isUppercase == true ? String(name.dropFirst()) : name
    }

    /// The name of a nested type in Swift.
    func type(_ name: String, kind: String, in scope: inout NameScope) -> String {
        let wanted = overrides.types[name] ?? Namer.capitalized(name)
        return scope.claim(wanted, suffix: kind)
    }

    /// `ExampleOrganization` → `example_organization`.
    func protoPackage(vendor: String) -> String {
        "hearth.traits.\(Namer.lowerSnake(vendor, whole: overrides.words)).v1"
    }

    /// `OnOff` → `OnOffTrait`; a name that ends in "Trait" stays.
    package func trait(_ cluster: String) -> String {
        let name = overrides.traits[cluster] ?? cluster
        return name.hasSuffix("Trait") && name.count > 5 ? name : Namer.capitalized(name) + "Trait"
    }

    /// `OnOffLight` → `OnOffLightDeviceType`.
    package func deviceType(_ name: String) -> String { deviceTypeBase(name) + "DeviceType" }

    /// The name without `DeviceType`, as in `…MatterTraits`.
    package func deviceTypeBase(_ name: String) -> String { overrides.deviceTypes[name] ?? Namer.capitalized(name) }
}
