/// An attribute of a trait, with its name in the schema.
struct AttributeID: Hashable, Sendable {
    let trait: UInt32
    let id: UInt32
    let name: String

    init(_ trait: UInt32, _ id: UInt32, _ name: String) {
        self.trait = trait
        self.id = id
        self.name = name
    }
}

/// A command of a trait, with its name in the schema.
struct CommandID: Hashable, Sendable {
    let trait: UInt32
    let id: UInt32
    let name: String
    /// Whether it must be sent as a timed request.
    let isTimed: Bool

    init(_ trait: UInt32, _ id: UInt32, _ name: String, timed: Bool = false) {
        self.trait = trait
        self.id = id
        self.name = name
        isTimed = timed
    }
}

/// An event of a trait, with its name in the schema.
struct EventID: Hashable, Sendable {
    let trait: UInt32
    let id: UInt32
    let name: String

    init(_ trait: UInt32, _ id: UInt32, _ name: String) {
        self.trait = trait
        self.id = id
        self.name = name
    }
}
