/// The properties by which two revisions of a trait are compared. A schema's source has more than a descriptor;
/// properties that a descriptor lacks keep their defaults here, so that no change is reported.
package struct ComparedTrait: Sendable {
    package var id: UInt32
    package var name: String
    package var vendor: String
    package var revision: UInt32
    package var features: [ComparedConstant] = []
    package var types = ComparedTypes()
    /// Without the global attributes.
    package var attributes: [ComparedAttribute] = []
    package var commands: [ComparedCommand] = []
    /// Each response once, even if several commands have it.
    package var responses: [ComparedResponse] = []
    package var events: [ComparedEvent] = []
    package var maturity = "stable"
    package var location: String?

    package init(_ id: UInt32, _ name: String, vendor: String, revision: UInt32) {
        self.id = id
        self.name = name
        self.vendor = vendor
        self.revision = revision
    }

    func response(named name: String) -> ComparedResponse? { responses.first { $0.name == name } }
}

/// All traits of a schema, and the types outside them.
package struct ComparedSchema: Sendable {
    package var traits: [ComparedTrait]
    package var globals: ComparedTypes

    package init(_ traits: [ComparedTrait], globals: ComparedTypes = ComparedTypes()) {
        self.traits = traits
        self.globals = globals
    }

    /// The types of the scope that a reference in a trait refers to; `trait` is nil for a reference in a global type.
    func types(_ reference: ComparedTypes.Reference, in trait: ComparedTrait?) -> ComparedTypes {
        reference.isGlobal ? globals : trait?.types ?? ComparedTypes()
    }

    func enumeration(_ reference: ComparedTypes.Reference, in trait: ComparedTrait?) -> ComparedConstants? {
        types(reference, in: trait).enums.first { $0.name == reference.name }
    }

    func bitmap(_ reference: ComparedTypes.Reference, in trait: ComparedTrait?) -> ComparedConstants? {
        types(reference, in: trait).bitmaps.first { $0.name == reference.name }
    }

    func structure(_ reference: ComparedTypes.Reference, in trait: ComparedTrait?) -> ComparedStruct? {
        types(reference, in: trait).structs.first { $0.name == reference.name }
    }

    func shape(_ kind: ComparedField.Kind, in trait: ComparedTrait?) -> WireShape {
        switch kind {
        case .scalar(let shape): shape
        case .enumeration(let reference): .enumeration(over: enumeration(reference, in: trait)?.base)
        case .bitmap(let reference): bitmap(reference, in: trait)?.base ?? .bitmap(bits: 32)
        case .structure: .message
        }
    }
}

/// An attribute: a field with access.
package struct ComparedAttribute: Sendable {
    package var field: ComparedField
    /// nil if it can't be read.
    package var read: Privilege?
    /// nil if it is read-only.
    package var write: Privilege?
    package var isTimedWrite = false
    /// Whether its changes are reported.
    package var isReported = true

    package init(_ field: ComparedField, read: Privilege?, write: Privilege?) {
        self.field = field
        self.read = read
        self.write = write
    }

    var use: ValueUse { ValueUse(read != nil ? [.read] : []).union(write != nil ? [.written] : []) }
}

/// A command.
package struct ComparedCommand: Sendable {
    package var id: UInt32
    package var name: String
    package var arguments: [ComparedField]
    /// nil if the command returns a status only.
    package var responseName: String?
    package var invoke: Privilege
    package var isTimed = false
    package var isFabricScoped = false
    package var isOptional = false
    package var isRepeatable = false
    package var condition = ComparedCondition()
    package var maturity = "stable"
    package var location: String?

    package init(
        _ id: UInt32, _ name: String, _ arguments: [ComparedField], responseName: String?, invoke: Privilege
    ) {
        self.id = id
        self.name = name
        self.arguments = arguments
        self.responseName = responseName
        self.invoke = invoke
    }
}

/// The response of a command.
package struct ComparedResponse: Sendable {
    /// nil if not known.
    package var id: UInt32?
    package var name: String
    package var fields: [ComparedField]
    package var maturity = "stable"
    package var location: String?

    package init(_ id: UInt32?, _ name: String, _ fields: [ComparedField]) {
        self.id = id
        self.name = name
        self.fields = fields
    }
}

/// An event.
package struct ComparedEvent: Sendable {
    package var id: UInt32
    package var name: String
    package var importance: EventImportance
    package var read: Privilege
    package var fields: [ComparedField]
    package var isFabricSensitive = false
    package var isOptional = false
    package var condition = ComparedCondition()
    package var maturity = "stable"
    package var location: String?

    package init(
        _ id: UInt32, _ name: String, _ importance: EventImportance, read: Privilege, _ fields: [ComparedField]
    ) {
        self.id = id
        self.name = name
        self.importance = importance
        self.read = read
        self.fields = fields
    }
}
