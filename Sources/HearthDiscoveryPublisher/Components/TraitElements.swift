internal import HearthTraitCore

/// An attribute of a standard trait.
struct AttributeID: Hashable, Sendable {
    let trait: UInt32
    let id: UInt32

    /// - Parameter name: the name in the trait's schema; a test looks up all of them.
    init(_ trait: TraitDescriptor, _ name: String) {
        self.trait = trait.id
        id = trait.attribute(named: name)?.id ?? Self.unknown
    }

    init(trait: UInt32, id: UInt32) {
        self.trait = trait
        self.id = id
    }

    /// The feature map of a trait.
    static func features(_ trait: TraitDescriptor) -> AttributeID {
        AttributeID(trait: trait.id, id: GlobalAttribute.featureMap)
    }

    /// No attribute has this ID.
    static let unknown = UInt32.max
}

/// A command of a standard trait, with names for its arguments.
struct CommandID: Sendable {
    let trait: UInt32
    let descriptor: CommandDescriptor?

    /// - Parameter name: the name in the trait's schema; a test looks up all of them.
    init(_ trait: TraitDescriptor, _ name: String) {
        self.trait = trait.id
        descriptor = trait.command(named: name)
    }

    /// The command as a request to an endpoint. Arguments are given by name; nil leaves one out.
    func request(_ endpoint: UInt16, _ arguments: [String: TraitValue?] = [:]) -> [PublishedRequest] {
        guard let descriptor else { return [] }
        var values = StructureValue()
        for field in descriptor.arguments.fields {
            if let value = arguments[field.name] ?? nil { values[field.id] = value }
        }
        return [PublishedRequest(endpoint: endpoint, trait: trait, content: .command(descriptor.id, values))]
    }
}

extension TraitValue {
    /// An integer for an attribute or argument without a sign; what is below 0 becomes 0.
    static func count(_ value: Int64) -> TraitValue { .unsigned(UInt64(clamping: value)) }

    /// A number of any kind.
    var number: Double? {
        switch self {
        case .unsigned(let value): Double(value)
        case .signed(let value): Double(value)
        case .float(let value): value.isFinite ? Double(value) : nil
        case .double(let value): value.isFinite ? value : nil
        default: nil
        }
    }

    /// The fields of a struct.
    var structure: StructureValue? { if case .structure(let fields) = self { fields } else { nil } }
}
