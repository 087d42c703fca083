internal import HearthTraitDescriptors

/// Checks the names and numbers of a schema: those that a `.proto` file allows, and those that must be unique in it.
struct SchemaNames {
    private let schema: Hearth_V1_TraitSchema

    init(_ schema: Hearth_V1_TraitSchema) {
        self.schema = schema
    }

    /// Types, commands and events are all messages within the trait's.
    func check() throws(TraitSchemaError) {
        let types = schema.enums.map(\.name) + schema.bitmaps.map(\.name) + schema.structs.map(\.name)
        let names = types + schema.commands.map(\.name) + schema.events.map { $0.name + "Event" }
        for name in names {
            guard Self.isIdentifier(name) else {
                throw TraitSchemaError(
                    .malformed, schema.name,
                    "a name is \(quoted(name)); letters, digits and _ are allowed, a letter first")
            }
            guard !Self.ownMessages.contains(name) else {
                throw TraitSchemaError(.reserved, "\(schema.name).\(name)", "every trait has a message of that name")
            }
        }
        for command in schema.commands where Self.ownMethods.contains(command.name) {
            throw TraitSchemaError(
                .reserved, "\(schema.name).\(command.name)", "every trait's service has a method of that name")
        }
        try Self.checkUnique(names, "types, commands or events are called", in: schema.name)
        try Self.checkUnique(schema.commands.map(\.methodName), "commands have the method", in: schema.name)
        try Self.checkUnique(schema.features.map(\.name), "features are called", in: schema.name)
        try Self.checkUnique(schema.features.map(\.mask), "features have the mask", in: schema.name)
    }

    private static let ownMessages: Set<String> = ["Attributes"]
    private static let ownMethods: Set<String> = ["Get", "Update", "Watch"]

    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first) else { return false }
        return name.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// Traits are in `hearth.traits`, so that none takes the name of other services of a server.
    static func checkPackage(_ package: String, of trait: String, limits: SchemaLimits) throws(TraitSchemaError) {
        let parts = package.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard package.utf8.count <= limits.nameBytes, parts.count == 4, parts.allSatisfy(isIdentifier),
            parts.starts(with: ["hearth", "traits"])
        else {
            throw TraitSchemaError(
                .reserved, trait,
                "its package is \(quoted(String(package.prefix(limits.nameBytes)))); "
                    + "a trait's is like \"hearth.traits.acme.v1\"")
        }
    }

    static func checkUnique<Key: Hashable>(
        _ keys: [Key], _ what: String, in item: String
    ) throws(TraitSchemaError) {
        var seen: Set<Key> = []
        for key in keys where !seen.insert(key).inserted {
            throw TraitSchemaError(.duplicate, item, "two \(what) \(key)")
        }
    }

    /// Checks names, IDs, and the IDs' numbers on the wire.
    static func checkNumbers(_ fields: [Hearth_V1_SchemaField], in item: String) throws(TraitSchemaError) {
        try checkUnique(fields.map(\.name), "fields are called", in: item)
        try checkUnique(fields.map(\.id), "fields have the id", in: item)
        try checkUnique(fields.map { WireNumber.field($0.id) }, "fields have the number", in: item)
    }
}
