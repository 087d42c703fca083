internal import BindingPlan
internal import HearthBase
internal import ProtoSchema

/// Writes the Swift enum of a protobuf enum. It keeps unknown numbers.
struct EnumEmitter {
    let names: ProtoNames

    func emit(_ declared: EnumDescriptor, into text: inout CodeText) {
        let cases = ProtoNames.cases(of: declared)
        let name = names.localTypes[declared.fullName] ?? declared.name
        var canonical: [Int64: String] = [:]
        text.comment(declared.comment.isEmpty ? ["The enum `\(declared.fullName)`."] : declared.comment, mark: "///")
        text.block("public enum \(name): Hashable, Sendable") { text in
            for (value, caseName) in zip(declared.values, cases) {
                text.comment(value.comment.isEmpty ? ["Value \(value.number)."] : value.comment, mark: "///")
                if let first = canonical[value.number] {
                    text.line("public static let \(Namer.escaped(caseName)): \(name) = .\(Namer.escaped(first))")
                } else {
                    canonical[value.number] = caseName
                    text.line("case \(Namer.escaped(caseName))")
                }
            }
            text.line("/// A number that is unknown to this version.")
            text.line("case unrecognized(Int32)")
            text.line()
            let known = canonical.ordered(by: \.key)
            text.line("/// The value of a number on the wire.")
            text.block("public init(rawValue: Int32)") { text in
                text.line("switch rawValue {")
                for (number, caseName) in known { text.line("case \(number): self = .\(Namer.escaped(caseName))") }
                text.line("default: self = .unrecognized(rawValue)")
                text.line("}")
            }
            text.line()
            text.line("/// The number on the wire.")
            text.block("public var rawValue: Int32") { text in
                text.line("switch self {")
                for (number, caseName) in known { text.line("case .\(Namer.escaped(caseName)): \(number)") }
                text.line("case .unrecognized(let number): number")
                text.line("}")
            }
        }
    }
}
