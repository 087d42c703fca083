internal import TraitSchema

/// The attributes that every cluster has, whether or not its file lists them.
public enum GlobalAttributes {
    /// The ids that carry a global attribute, with 0xFFFA, the event list of older files.
    public static let ids: ClosedRange<UInt32> = 0xFFF8...0xFFFD

    public static let generatedCommandList: UInt32 = 0xFFF8
    public static let acceptedCommandList: UInt32 = 0xFFF9
    public static let attributeList: UInt32 = 0xFFFB
    public static let featureMap: UInt32 = 0xFFFC
    public static let clusterRevision: UInt32 = 0xFFFD

    /// What each is called and holds.
    static let definitions: [(id: UInt32, name: String, type: String, isList: Bool, isMandatory: Bool)] = [
        (generatedCommandList, "generatedCommandList", "command_id", true, true),
        (acceptedCommandList, "acceptedCommandList", "command_id", true, true),
        (0xFFFA, "eventList", "event_id", true, false),
        (attributeList, "attributeList", "attrib_id", true, true),
        (featureMap, "featureMap", "bitmap32", false, true),
        (clusterRevision, "clusterRevision", "int16u", false, true),
    ]

    /// The attributes no file may leave out, as if it stood in the file at `location`.
    static func mandatory(at location: SourceLocation) -> [AttributeModel] {
        definitions.filter(\.isMandatory).map { definition in
            AttributeModel(
                field: FieldModel(
                    id: definition.id, name: definition.name, type: .scalar(BaseTypes.known(definition.type)),
                    isList: definition.isList, location: location))
        }
    }
}
