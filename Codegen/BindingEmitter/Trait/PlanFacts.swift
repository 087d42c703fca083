internal import BindingPlan
internal import HearthTraitDescriptors
internal import ResolvedSchema
internal import TraitSchema

/// The documentation of an item besides its description: the sentence of its model, and its Matter number.
extension TraitPlan {
    var facts: String {
        let maturity = cluster.maturity == .stable ? "" : ", \(cluster.maturity.rawValue)"
        return "Matter cluster \(cluster.id.hex), revision \(cluster.revision)\(maturity)."
    }
}

extension FieldPlanOfTrait {
    /// A parameter's description: the schema's, then the allowed values and the unit.
    var words: String {
        [model.description?.split(separator: "\n").joined(separator: " "), model.sentence(type: value.swift)]
            .compactMap(\.self).joined(separator: " ")
    }

    /// - Parameter type: the name of the value's type in the documentation.
    func facts(of attribute: AttributeModel, type: String) -> String? {
        attribute.isGlobal ? nil : "\(attribute.sentence(type: type)) Matter attribute \(attribute.id.hex)."
    }
}

extension CommandPlan {
    var facts: String {
        var facts = model.facts
        if model.invokePrivilege != .operate { facts.append("needs the privilege \(model.invokePrivilege.word)") }
        return (["Matter command \(UInt64(model.id).hex(digits: 2))"] + facts).joined(separator: ", ") + "."
    }
}

extension EventPlan {
    var facts: String {
        var facts = ["Matter event \(UInt64(model.id).hex(digits: 2))", model.priority.word] + model.facts
        if model.readPrivilege != .view { facts.append("reading needs the privilege \(model.readPrivilege.word)") }
        return facts.joined(separator: ", ") + "."
    }
}

extension AttributeModel {
    /// The description. The attributes that every trait has get fixed ones.
    var summary: String? {
        switch id {
        case 0xFFF8: "The ids of the responses that the device can send."
        case 0xFFF9: "The ids of the commands that the device accepts."
        case 0xFFFB: "The ids of the attributes that the device has."
        case 0xFFFC: "The features that the device has."
        case 0xFFFD: "The revision of the cluster that the device implements."
        default: field.description
        }
    }
}
