internal import BindingPlan
internal import HearthTraitModel
internal import TraitModel
internal import TraitSchema

/// What documentation says of an item besides its description: the sentence of its model, and Matter's number.
extension TraitPlan {
    var facts: String {
        let maturity = cluster.maturity == .stable ? "" : ", \(cluster.maturity.rawValue)"
        return "Matter cluster \(cluster.id.hex), revision \(cluster.revision)\(maturity)."
    }
}

extension FieldPlanOfTrait {
    /// What a parameter is: what the schema says of it, then what it may be, with the unit.
    var words: String {
        [model.description?.split(separator: "\n").joined(separator: " "), model.sentence(type: value.swift)]
            .compactMap(\.self).joined(separator: " ")
    }

    /// - Parameter type: what the value's type is called there.
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
    /// The description; of the attributes that every trait has, always the same.
    var summary: String? {
        switch id {
        case 0xFFF8: "The responses that it can give, by id."
        case 0xFFF9: "The commands that it takes, by id."
        case 0xFFFB: "The attributes that it has, by id."
        case 0xFFFC: "The features that it has."
        case 0xFFFD: "The revision of the cluster that it follows."
        default: field.description
        }
    }
}
