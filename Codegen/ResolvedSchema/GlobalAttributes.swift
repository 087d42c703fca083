internal import HearthBase
internal import HearthTraitDescriptors
internal import TraitSchema

/// The attributes that every cluster has, even if its file does not list them.
enum GlobalAttributes {
    /// The name and type of each.
    static let definitions: [(id: UInt32, name: String, type: String, isList: Bool, isMandatory: Bool)] = [
        (GlobalAttribute.generatedCommandList, "generatedCommandList", "command_id", true, true),
        (GlobalAttribute.acceptedCommandList, "acceptedCommandList", "command_id", true, true),
        (0xFFFA, "eventList", "event_id", true, false),
        (GlobalAttribute.attributeList, "attributeList", "attrib_id", true, true),
        (GlobalAttribute.featureMap, "featureMap", "bitmap32", false, true),
        (GlobalAttribute.clusterRevision, "clusterRevision", "int16u", false, true),
    ]

    /// The mandatory attributes, as if they were listed at `location`.
    static func mandatory(at location: SourceLocation) -> [AttributeModel] {
        definitions.filter(\.isMandatory).map { definition in
            AttributeModel(
                field: FieldModel(
                    id: definition.id, name: definition.name, type: .scalar(BaseTypes.known(definition.type)),
                    isList: definition.isList, location: location))
        }
    }
}
