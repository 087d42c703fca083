internal import BindingPlan
internal import ResolvedSchema

/// Names of a trait's parts in generated Swift.
extension TraitPlan {
    /// `Matter.OnOffTrait`.
    var qualifiedName: String { "\(vendor).\(swiftName)" }
    /// The descriptor's name in the catalog of standard traits: `matterOnOff`.
    var catalogName: String { vendor.prefix(1).lowercased() + vendor.dropFirst() + name }
    var writable: [FieldPlanOfTrait] {
        zip(attributes.fields, cluster.attributes).filter { $1.isWritable }.map(\.0)
    }
}

extension BitmapPlan.Field {
    var isMultiBit: Bool { mask.nonzeroBitCount > 1 }
}

extension FieldPlanOfTrait {
    /// The type of a present value.
    var valueType: String { isList ? "[\(value.swift)]" : value.swift }
    /// The type of a parameter or setter: optional if nullable. Bytes may be any sequence, such as Foundation's `Data`.
    var parameterType: String { parameterType(isOptional: model.isNullable) }

    /// - Parameter isOptional: whether the parameter may be nil.
    func parameterType(isOptional: Bool) -> String {
        guard takesAnyBytes else { return valueType + (isOptional ? "?" : "") }
        return isOptional ? "(any Sequence<UInt8>)?" : "any Sequence<UInt8>"
    }

    /// The value that a parameter sets.
    func value(ofParameter name: String) -> String { value(ofParameter: name, isOptional: model.isNullable) }

    func value(ofParameter name: String, isOptional: Bool) -> String {
        guard takesAnyBytes else { return name }
        return isOptional ? "\(name).map { Array($0) }" : "Array(\(name))"
    }

    private var takesAnyBytes: Bool { valueType == "[UInt8]" && value.kind == "bytes" }
}
