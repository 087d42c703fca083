internal import HearthBase
internal import HearthTraitDescriptors

extension SchemaPrinter {
    mutating func addition(_ item: FileItemSyntax) {
        switch item {
        case .vendor(let vendor):
            description(vendor.description)
            line("vendor \(vendor.name.text) = \(Self.hex(vendor.id.value));")
        case .refinement(let refinement):
            description(refinement.description)
            block("refine cluster \(refinement.cluster.text)") { printer in
                for target in refinement.targets { printer.target(target) }
            }
        case .deviceType(let type):
            deviceType(type)
        case .constants, .structure, .cluster, .endpoint:
            break
        }
    }

    private mutating func target(_ target: RefinementSyntax.Target) {
        let head = "\(target.kind.rawValue) \(target.name.text)\(annotations(target.annotations))"
        guard !target.members.isEmpty else { return line(head + ";") }
        block(head) { printer in
            for member in target.members {
                printer.line("\(member.name.text)\(printer.annotations(member.annotations));")
            }
        }
    }

    private mutating func deviceType(_ type: DeviceTypeSyntax) {
        description(type.description)
        let id = "0x" + Self.padded(type.id.value, 4)
        let tail = "\(id), version \(type.version.value)\(annotations(type.annotations))"
        block("\(Self.maturity(type.maturity))device type \(type.name.text) = \(tail)") { printer in
            for cluster in type.clusters { printer.cluster(cluster) }
            for component in type.components {
                let optional = component.isOptional ? "optional " : ""
                printer.line("\(optional)endpoint \(component.name.text)\(printer.annotations(component.annotations));")
            }
        }
    }

    private mutating func cluster(_ cluster: DeviceTypeSyntax.Cluster) {
        let optional = cluster.isOptional ? "optional " : ""
        let head = "\(optional)\(cluster.side.rawValue) cluster \(cluster.name.text)"
        guard !cluster.requirements.isEmpty else { return line(head + ";") }
        block(head) { printer in
            for requirement in cluster.requirements {
                let names = requirement.names.map(\.text).joined(separator: ", ")
                printer.line("require \(requirement.kind.rawValue) \(names);")
            }
        }
    }

    // MARK: Parts

    func annotations(_ annotations: [AnnotationSyntax]) -> String {
        let kept = style == .full ? annotations : annotations.filter { $0.key.text == "spec_name" }
        guard !kept.isEmpty else { return "" }
        let words = kept.map { annotation in
            annotation.value.map { "\(annotation.key.text) = \(Self.value($0))" } ?? annotation.key.text
        }
        return " [\(words.joined(separator: ", "))]"
    }

    private static func value(_ value: AnnotationSyntax.Value) -> String {
        switch value {
        case .integer(let number): "\(number)"
        case .string(let text): inQuotes(text)
        case .name(let name, 0): name
        case .name(let name, let offset): offset < 0 ? "\(name) - \(-offset)" : "\(name) + \(offset)"
        case .expression(let expression): condition(expression, binding: 0)
        }
    }

    /// `binding` is the precedence of the context: 0 for an alternative, 1 for a left operand of `|` or `&`, and so on.
    private static func condition(_ expression: ExpressionSyntax, binding: Int) -> String {
        let (words, own): (String, Int) =
            switch expression {
            case .name(let name): (name.text, 3)
            case .not(let inner): ("!" + condition(inner, binding: 3), 3)
            case .and(let left, let right): (condition(left, binding: 1) + " & " + condition(right, binding: 2), 1)
            case .or(let left, let right): (condition(left, binding: 0) + " | " + condition(right, binding: 1), 0)
            }
        return own < binding ? "(\(words))" : words
    }

    static func maturity(_ maturity: Maturity) -> String {
        maturity == .stable ? "" : maturity.rawValue + " "
    }

    static func access(_ privileges: [(operation: String, privilege: Privilege?)]) -> String {
        let stated = privileges.compactMap { operation, privilege in
            privilege.map { "\(operation): \($0.word)" }
        }
        return stated.isEmpty ? "" : "access(\(stated.joined(separator: ", "))) "
    }

    /// An id in decimal; with a vendor prefix in hexadecimal, which is easier to read.
    static func id(_ value: UInt64) -> String { value > 0xFFFF ? hex(value) : "\(value)" }

    static func hex(_ value: UInt64) -> String { "0x" + padded(value, 1) }

    static func padded(_ value: UInt64, _ width: Int) -> String {
        HearthBase.hex(value, digits: width, uppercase: true)
    }
}
