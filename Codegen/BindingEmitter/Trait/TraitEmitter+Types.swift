internal import BindingPlan
internal import ResolvedSchema

extension TraitEmitter {
    func types(_ text: inout CodeText) {
        var isFirst = true
        func separate() {
            if !isFirst { text.line() }
            isFirst = false
        }
        for declared in plan.enums {
            separate()
            enumeration(declared, &text)
        }
        for declared in plan.bitmaps {
            separate()
            bitmap(declared, &text)
        }
        for (index, declared) in plan.structs.enumerated() {
            separate()
            comment("A value", declared.swift, declared.description, &text)
            message(declared, layout: "structLayout(\(index))", into: &text, isElement: true)
        }
        for response in plan.responses {
            // A response that no command uses is never sent.
            guard let command = plan.commands.first(where: { $0.response?.proto == response.proto }) else { continue }
            separate()
            text.documentation(response.description ?? "The response to `\(command.method)`.")
            message(response, layout: "responseLayout(\(hex(command.model.id)))", into: &text)
        }
    }

    /// The schema's description of a type; without one, the places where it is used.
    private func comment(_ head: String, _ type: String, _ description: String?, _ text: inout CodeText) {
        if let description { return text.documentation(description) }
        let uses = plan.uses(of: type)
        let shown = uses.prefix(3).joined(separator: ", ") + (uses.count > 3 ? " and \(uses.count - 3) more" : "")
        text.documentation(uses.isEmpty ? "\(head) that the schema declares and nothing uses." : "\(head) of \(shown).")
    }

    private func enumeration(_ declared: EnumPlan, _ text: inout CodeText) {
        comment("The values", declared.swift, declared.model.description, &text)
        text.block("public enum \(declared.swift): TraitEnum") { text in
            for (constant, name) in zip(declared.model.constants, declared.cases) {
                text.documentation(constant.description ?? "Value \(constant.value).")
                text.line("case \(Namer.escaped(name))")
            }
            text.line("/// A value that is unknown to this schema.")
            text.line("case unrecognized_(UInt64)")
            text.line()
            let pairs = zip(declared.model.constants, declared.cases).map { ($0.value, Namer.escaped($1)) }
            text.block("public init(rawValue: UInt64)") { text in
                text.line("switch rawValue {")
                for (value, name) in pairs { text.line("case \(value): self = .\(name)") }
                text.line("default: self = .unrecognized_(rawValue)")
                text.line("}")
            }
            text.line()
            text.block("public var rawValue: UInt64") { text in
                text.line("switch self {")
                for (value, name) in pairs { text.line("case .\(name): \(value)") }
                text.line("case .unrecognized_(let value): value")
                text.line("}")
            }
        }
    }

    private func bitmap(_ declared: BitmapPlan, _ text: inout CodeText) {
        let isFeature = declared.name == "Feature"
        if isFeature {
            text.line("/// The features of `\(plan.name)`.")
        } else {
            comment("The bits", declared.swift, declared.description, &text)
        }
        text.block("public struct \(declared.swift): TraitBitmap") { text in
            text.line("public let rawValue: UInt\(declared.bits)")
            text.line()
            text.block("public init(rawValue: UInt\(declared.bits))") { $0.line("self.rawValue = rawValue") }
            if !declared.fields.isEmpty { text.line() }
            for field in declared.fields {
                let mask = "0x" + String(field.mask, radix: 16, uppercase: true)
                if field.isMultiBit {
                    text.documentation(field.description ?? "The number in the bits \(mask).")
                    number(field, mask, declared, &text)
                } else {
                    text.documentation(field.description ?? "Bit \(field.mask.trailingZeroBitCount).")
                    // Computed, because a stored constant adds a variable and a function each to its module.
                    text.brief("public static var \(Namer.escaped(field.name)): Self", "Self(rawValue: \(mask))")
                }
            }
        }
    }

    /// Several bits of a bitmap are a number, not options.
    private func number(_ field: BitmapPlan.Field, _ mask: String, _ bitmap: BitmapPlan, _ text: inout CodeText) {
        let shift = field.mask.trailingZeroBitCount
        text.block("public var \(Namer.escaped(field.name)): UInt\(bitmap.bits)") { text in
            text.line("get { (rawValue & \(mask)) >> \(shift) }")
            text.line(
                "set { self = \(bitmap.swift)(rawValue: rawValue & ~\(mask) | (newValue << \(shift)) & \(mask)) }")
        }
    }
}
