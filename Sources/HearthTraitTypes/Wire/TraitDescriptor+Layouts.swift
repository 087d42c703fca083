public import HearthMessage
public import HearthTraitModel

/// How a trait's messages lie in memory: typed messages share these with the code that works by descriptors. Whoever
/// asks may keep what it is given, so that the layouts of a trait stay for ever once one of them was asked for.
extension TraitDescriptor {
    /// The layout of the attributes.
    public var attributesLayout: MessageLayout { codecs.kept.attributes.layout }

    /// The layout of a command's arguments.
    public func argumentsLayout(_ command: UInt32) -> MessageLayout { codecs.kept.arguments[command].layout }

    /// The layout of the answer to a command.
    public func responseLayout(_ command: UInt32) -> MessageLayout { codecs.kept.responses[command].layout }

    /// The layout of an event's fields.
    public func eventLayout(_ event: UInt32) -> MessageLayout { codecs.kept.events[event].layout }

    /// The layout of a struct, by its place among the trait's structs.
    public func structLayout(_ index: Int) -> MessageLayout {
        let structs = codecs.kept.structs
        return (structs.indices.contains(index) ? structs[index] : nil).layout
    }
}

extension StructCodec? {
    /// Generated code does not ask for what the trait does not have.
    fileprivate var layout: MessageLayout { self?.layout ?? .missing }
}
