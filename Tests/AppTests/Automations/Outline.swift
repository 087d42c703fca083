import Foundation
import Hearth

/// An automation as lines of text, for a list.
struct Outline: Equatable, Sendable {
    let name: String
    let starters: [String]
    let conditions: [String]
    let actions: [String]

    init(_ automation: any DraftAutomation) {
        name = automation.name
        let nodes = automation.automationGraph.map(Self.steps) ?? []
        starters = nodes.compactMap { $0 as? any Starter }.map(Self.line)
        conditions = nodes.compactMap { $0 as? Condition }.map { Self.text($0.expression) }
        actions = nodes.compactMap { $0 as? Action }.compactMap(Self.line)
    }

    private static func steps(of flow: any Flow) -> [any Node] {
        flow.nodes.flatMap { node in
            if let inner = node as? any Flow { steps(of: inner) } else { [node] }
        }
    }

    private static func name(_ entity: (any HomeObject)?) -> String {
        switch entity {
        case let device as HomeDevice: device.name
        case let structure as Structure: structure.name
        default: "something"
        }
    }

    private static func line(of starter: any Starter) -> String {
        let what: String =
            if let starter = starter as? AttributeStarter {
                String(describing: starter.trait)
            } else if let starter = starter as? EventStarter {
                String(describing: starter.event)
            } else {
                "?"
            }
        return "\(name(starter.entity)) \(what)"
    }

    private static func line(of action: Action) -> String? {
        guard let command = action.behavior as? AutomationCommand else { return nil }
        return "\(name(action.entity)) \(command.command)"
    }

    private static func text(_ expression: any Expression) -> String {
        switch expression {
        case let expression as Reference:
            switch expression.referenceValue {
            case .declaration(let declaration): return declaration.variable
            case .node(let node):
                if let starter = node as? any Starter { return line(of: starter) }
                guard let reader = node as? StateReader else { return "?" }
                return "\(name(reader.entity)) \(reader.trait)"
            }
        case let expression as Constant: return "\(expression.value)"
        case let expression as FieldSelect:
            return "\(expression.selected.map(\.description).joined(separator: ".")) of \(text(expression.from))"
        case let expression as ListGet: return "\(text(expression.listExpression))[\(text(expression.index))]"
        case let expression as any UnaryExpression: return "\(expression.sign) \(text(expression.operand))"
        case let expression as any BinaryExpression:
            return "\(text(expression.operand1)) \(expression.sign) \(text(expression.operand2))"
        case let expression as any TernaryExpression:
            return
                "\(text(expression.operand1)) \(expression.sign) \(text(expression.operand2)) … \(text(expression.operand3))"
        default: return "?"
        }
    }
}

extension Expression {
    fileprivate var sign: String {
        switch self {
        case is Equals: "=="
        case is NotEquals: "!="
        case is And: "and"
        case is Or: "or"
        case is Not: "not"
        case is LessThan: "<"
        case is GreaterThan: ">"
        case is Between, is BetweenTimes: "between"
        default: "?"
        }
    }
}
