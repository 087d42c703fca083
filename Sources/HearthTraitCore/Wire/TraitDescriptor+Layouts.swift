public import HearthMessage
public import HearthTraitDescriptors

/// The layouts of a trait's messages, shared by typed messages and code that works with descriptors. Callers may keep a
/// layout, so the layouts of a trait are never released after the first request.
extension TraitDescriptor {
    /// The layout of the attributes.
    public var attributesLayout: MessageLayout { codecs.kept.attributes.layout }

    /// The layout of a command's arguments.
    public func argumentsLayout(_ command: UInt32) -> MessageLayout { codecs.kept.arguments[command].layout }

    /// The layout of the response to a command.
    public func responseLayout(_ command: UInt32) -> MessageLayout { codecs.kept.responses[command].layout }

    /// The layout of an event's fields.
    public func eventLayout(_ event: UInt32) -> MessageLayout { codecs.kept.events[event].layout }

    /// The layout of a struct, by its index among the trait's structs.
    public func structLayout(_ index: Int) -> MessageLayout {
        let structs = codecs.kept.structs
        return (structs.indices.contains(index) ? structs[index] : nil).layout
    }
}

extension StructCodec? {
    /// Generated code only requests layouts that the trait has.
    fileprivate var layout: MessageLayout { self?.layout ?? .missing }
}
