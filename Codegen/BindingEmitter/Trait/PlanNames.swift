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
    /// Of a parameter or setter: null is nil. Bytes are taken in whatever an app has them, such as Foundation's `Data`.
    var parameterType: String { parameterType(isOptional: model.isNullable) }

    /// - Parameter isOptional: whether the parameter may be nil.
    func parameterType(isOptional: Bool) -> String {
        guard takesAnyBytes else { return valueType + (isOptional ? "?" : "") }
        return isOptional ? "(any Sequence<UInt8>)?" : "any Sequence<UInt8>"
    }

    /// What a parameter sets.
    func value(ofParameter name: String) -> String { value(ofParameter: name, isOptional: model.isNullable) }

    func value(ofParameter name: String, isOptional: Bool) -> String {
        guard takesAnyBytes else { return name }
        return isOptional ? "\(name).map { Array($0) }" : "Array(\(name))"
    }

    private var takesAnyBytes: Bool { valueType == "[UInt8]" && value.kind == "bytes" }
}
