internal import HearthTraitCore

// Nodes describe themselves in one line: their kind, their ID, and their subject or number of nodes.

extension ProgramNode {
    public var description: String {
        let about = subject.map { ", \($0)" } ?? ""
        let inside = children.isEmpty ? "" : children.count == 1 ? ", 1 node" : ", \(children.count) nodes"
        return "\(Self.self)(\(id)\(about)\(inside))"
    }

    public var debugDescription: String { description }

    /// The subject of the node: the name of a device, room or structure with its trait.
    private var subject: String? {
        switch self {
        case let starter as AttributeStarter: Self.words(starter.entity, "\(starter.trait)")
        case let starter as EventStarter: Self.words(starter.entity, "\(starter.event)")
        case let reader as StateReader: Self.words(reader.entity, "\(reader.trait)")
        case let action as Action: Self.words(action.entity, "\(action.behavior)")
        default: nil
        }
    }

    private static func words(_ object: (any HomeObject)?, _ what: String) -> String {
        let name =
            switch object {
            case let device as HomeDevice: device.name
            case let room as Room: room.name
            case let structure as Structure: structure.name
            default: ""
            }
        return name.isEmpty ? what : "\(quoted(name)): \(what)"
    }
}

extension Action: CustomStringConvertible, CustomDebugStringConvertible {}
extension Assignment: CustomStringConvertible, CustomDebugStringConvertible {}
extension AttributeStarter: CustomStringConvertible, CustomDebugStringConvertible {}
extension Condition: CustomStringConvertible, CustomDebugStringConvertible {}
extension Delay: CustomStringConvertible, CustomDebugStringConvertible {}
extension EventStarter: CustomStringConvertible, CustomDebugStringConvertible {}
extension Execution: CustomStringConvertible, CustomDebugStringConvertible {}
extension IfChain: CustomStringConvertible, CustomDebugStringConvertible {}
extension IfFlow: CustomStringConvertible, CustomDebugStringConvertible {}
extension ManualStarter: CustomStringConvertible, CustomDebugStringConvertible {}
extension ParallelFlow: CustomStringConvertible, CustomDebugStringConvertible {}
extension Restoration: CustomStringConvertible, CustomDebugStringConvertible {}
extension SelectFlow: CustomStringConvertible, CustomDebugStringConvertible {}
extension SequentialFlow: CustomStringConvertible, CustomDebugStringConvertible {}
extension StateReader: CustomStringConvertible, CustomDebugStringConvertible {}
extension Suppression: CustomStringConvertible, CustomDebugStringConvertible {}
extension UnknownNode: CustomStringConvertible, CustomDebugStringConvertible {}
extension Wait: CustomStringConvertible, CustomDebugStringConvertible {}

extension AutomationDraft: CustomDebugStringConvertible {
    /// `Automation("Good night", 2 nodes)`. ``description`` is the author's text.
    var debugDescription: String {
        "Automation(\(quoted(name)), \(root.nodes.count == 1 ? "1 node" : "\(root.nodes.count) nodes"))"
    }
}

extension ParsedAutomation: CustomDebugStringConvertible {
    /// `ParsedAutomation("Good night")`. ``description`` is the author's text.
    public var debugDescription: String { "ParsedAutomation(\(quoted(name)))" }
}

extension UnknownExpression: CustomStringConvertible, CustomDebugStringConvertible {
    public var description: String { "UnknownExpression" }
    public var debugDescription: String { description }
}
