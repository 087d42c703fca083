internal import BindingPlan
internal import HearthTraitDescriptors
internal import ResolvedSchema

/// Writes a trait as data: the text that `TraitDescriptor` parses at its first use.
struct DescriptorEmitter {
    let plan: TraitPlan

    /// - Parameter head: the declaration up to the equals sign.
    func emit(_ head: String, _ text: inout CodeText) {
        text.line("\(head) TraitDescriptor(")
        text.indented { text in
            text.line("id: \(plan.cluster.id.hex), name: \(plan.name.quoted), vendor: \(plan.vendor.quoted),")
            text.line("package: \(plan.package.quoted), revision: \(plan.cluster.revision),")
            text.line("\"\"\"")
            text.lines(plan.descriptor.lines)
            text.line("\"\"\")")
        }
    }
}
