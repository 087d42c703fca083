public import HearthMessage
public import HearthTraitModel

/// How a trait's messages lie in memory: typed messages share these with the code that works by descriptors.
extension TraitDescriptor {
    /// The layout of the attributes.
    public var attributesLayout: MessageLayout { codecs.attributes.layout }

    /// The layout of a command's arguments.
    public func argumentsLayout(_ command: UInt32) -> MessageLayout { codecs.arguments[command].layout }

    /// The layout of the answer to a command.
    public func responseLayout(_ command: UInt32) -> MessageLayout { codecs.responses[command].layout }

    /// The layout of an event's fields.
    public func eventLayout(_ event: UInt32) -> MessageLayout { codecs.events[event].layout }

    /// The layout of a struct, by its place among the trait's structs.
    public func structLayout(_ index: Int) -> MessageLayout {
        (codecs.structs.indices.contains(index) ? codecs.structs[index] : nil).layout
    }
}

extension StructCodec? {
    /// An empty one for what the trait does not have, which generated code does not ask for.
    fileprivate var layout: MessageLayout { self?.layout ?? MessageLayout.planned("Missing", []) }
}
