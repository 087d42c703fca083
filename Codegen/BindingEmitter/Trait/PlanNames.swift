internal import BindingPlan
internal import TraitModel

/// What generated Swift calls the parts of a trait.
extension TraitPlan {
    /// `Matter.OnOffTrait`.
    var qualifiedName: String { "\(vendor).\(swiftName)" }
    /// What the catalog of standard traits calls the descriptor: `matterOnOff`.
    var catalogName: String { vendor.prefix(1).lowercased() + vendor.dropFirst() + name }
    var writable: [FieldPlanOfTrait] {
        zip(attributes.fields, cluster.attributes).filter { $1.isWritable }.map(\.0)
    }
}

extension BitmapPlan.Field {
    var isMultiBit: Bool { mask.nonzeroBitCount > 1 }
}

extension FieldPlanOfTrait {
    /// Of the value when it is there.
    var valueType: String { isList ? "[\(value.swift)]" : value.swift }
    /// Of a parameter or setter: null is nil.
    var parameterType: String { model.isNullable ? valueType + "?" : valueType }
    /// Of a setter. One for bytes takes them as whatever an app has them in, such as Foundation's `Data`.
    var setterType: String { takesAnyBytes ? "some Sequence<UInt8>" : parameterType }
    /// What a setter sets.
    var settersValue: String { takesAnyBytes ? "Array(value)" : "value" }

    private var takesAnyBytes: Bool { parameterType == "[UInt8]" && value.kind == "bytes" }
}
