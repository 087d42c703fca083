internal import HearthTraitCore

/// A trait of a planned endpoint, with the values that it has before its entities report any.
struct TraitDraft: Sendable {
    let descriptor: TraitDescriptor
    private(set) var values: StructureValue
    /// The optional commands that are accepted, by name.
    private var commands: Set<String>

    init(
        _ descriptor: TraitDescriptor, features: UInt32 = 0, commands: Set<String> = [],
        _ values: [String: PlainValue] = [:]
    ) {
        self.descriptor = descriptor
        self.commands = commands
        self.values = descriptor.attributes(values)
        self.values[GlobalAttribute.featureMap] = .unsigned(UInt64(features))
    }

    /// Sets attributes by name.
    mutating func set(_ more: [String: PlainValue]) {
        values.fields.merge(descriptor.attributes(more).fields) { _, new in new }
    }

    /// Accepts an optional command.
    mutating func accept(_ command: String) { commands.insert(command) }

    /// An attribute's integer, by its name; nil if it has none.
    func integer(_ name: String) -> Int64? {
        descriptor.attribute(named: name).flatMap { values[$0.field.id]?.integer }
    }

    /// The trait with all global attributes.
    var instance: TraitInstance {
        let optional = Set(descriptor.commands.filter { commands.contains($0.name) }.map(\.id))
        let globals = descriptor.globals(of: values, optionalCommands: optional)
        return TraitInstance(
            descriptor: descriptor, attributes: StructureValue(values.fields.merging(globals.fields) { $1 }))
    }
}
