internal import HearthMessage
internal import HearthTraitCore

/// Generated message types by their names, because a list of all would be needed only in tests.
enum GeneratedType {
    /// A message type within a trait.
    static func message(within trait: any HearthTraitCore.Trait.Type, _ path: [String]) -> (any Message.Type)? {
        _mangledTypeName(trait).flatMap { message($0, path) }
    }

    /// A message type within a module or a type: behind the mangled name of these come the names of
    /// structs, and of the enum that has a trait's commands.
    static func message(_ place: String, _ path: [String]) -> (any Message.Type)? {
        _typeByName(place + path.map { "\($0.utf8.count)\($0)" + ($0 == "Commands" ? "O" : "V") }.joined())
            as? any Message.Type
    }
}
