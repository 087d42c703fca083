internal import HearthTraitCore

/// A command of the hub to a planned endpoint, with its arguments by name.
struct TraitCall {
    let part: String
    let trait: TraitDescriptor
    let command: CommandDescriptor
    let arguments: StructureValue
    /// The trait's present attributes.
    let present: StructureValue
    /// The present attributes of another trait of the device; empty for one that it does not have.
    let beside: (PartTrait) -> StructureValue

    private func argument(_ name: String) -> TraitValue? {
        command.arguments.field(named: name).flatMap { arguments[$0.id] }
    }

    func integer(_ name: String) -> Int64? { argument(name)?.integer }
    func bool(_ name: String) -> Bool? { argument(name)?.bool }

    func text(_ name: String) -> String? {
        if case .string(let text) = argument(name) { text } else { nil }
    }

    /// The text of a code, which Matter sends as bytes; nil without one. Its refusal does not repeat it.
    func code(_ name: String) throws(TraitError) -> String? {
        guard case .octets(let bytes) = argument(name), !bytes.isEmpty else { return nil }
        guard let text = String(validating: bytes, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw refusal(name, "\(name) is no text in UTF-8 without control characters") }
        return text
    }

    /// A transition time in tenths of a second; nil for the device's own.
    var transition: Duration? { integer("transitionTime").map { .milliseconds($0 * 100) } }

    /// A present attribute, by its name.
    func attribute(_ name: String) -> TraitValue? {
        trait.attribute(named: name).flatMap { present[$0.field.id] }
    }

    /// The refusal of an argument, by its name.
    func refusal(_ name: String, _ message: String) -> TraitError {
        TraitError(.constraintError, message, element: .command(command.id), field: name)
    }

    /// The refusal of a command that the device has not.
    var unsupported: TraitError {
        TraitError(
            .unsupportedCommand, "the device does not take \(trait.name).\(command.methodName)",
            element: .command(command.id))
    }
}

/// A write of the hub to a planned endpoint.
struct TraitWrite {
    let part: String
    let trait: TraitDescriptor
    var values: StructureValue
    /// The trait's present attributes.
    let present: StructureValue

    /// A written value, by its attribute's name.
    func value(_ name: String) -> TraitValue? {
        trait.attribute(named: name).flatMap { values[$0.field.id] }
    }

    func integer(_ name: String) -> Int64? { value(name)?.integer }

    /// An attribute's integer after the write; nil if it has none.
    func result(_ name: String) -> Int64? {
        trait.attribute(named: name).flatMap { values[$0.field.id] ?? present[$0.field.id] }?.integer
    }

    /// Throws if the write would change an attribute other than these.
    func expect(_ names: String...) throws(TraitError) {
        for (id, value) in values.fields.sorted(by: { $0.key < $1.key }) where present[id] != value {
            let name = trait.attribute(id)?.name ?? "attribute \(id)"
            guard !names.contains(name) else { continue }
            throw TraitError(
                .unsupportedWrite, "the device keeps its own \(trait.name).\(name), which can't be set here",
                element: .attribute(id), field: name)
        }
    }

    /// The refusal of a value, by its attribute's name.
    func refusal(_ name: String, _ message: String) -> TraitError {
        TraitError(
            .constraintError, message, element: trait.attribute(named: name).map { .attribute($0.id) }, field: name)
    }
}
