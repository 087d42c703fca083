extension TraitDescriptor {
    /// The commands that a device with these features accepts. A command's `required` features decide, if the schema
    /// has them. Otherwise the command must be mandatory or in `optional`, and its `allowed` features present.
    public func acceptedCommands(features: UInt32, optional: Set<UInt32> = []) -> [CommandDescriptor] {
        commands.filter { command in
            if let required = command.required { return required.holds(for: features) }
            if let allowed = command.allowed, !allowed.holds(for: features) { return false }
            return !command.isOptional || optional.contains(command.id)
        }
    }

    /// The global attributes of a device with these attributes: revision, feature map (0 without one), and the
    /// lists of its commands, their responses and its attributes.
    ///
    /// - Parameter optionalCommands: optional commands that the device accepts.
    public func globals(of attributes: StructureValue, optionalCommands: Set<UInt32> = []) -> StructureValue {
        let features = attributes[GlobalAttribute.featureMap]?.integer.flatMap(UInt32.init(exactly:)) ?? 0
        let accepted = acceptedCommands(features: features, optional: optionalCommands)
        var globals: StructureValue = [
            GlobalAttribute.featureMap: .unsigned(UInt64(features)),
            GlobalAttribute.clusterRevision: .unsigned(UInt64(revision)),
            GlobalAttribute.acceptedCommandList: Self.list(accepted.map(\.id)),
            GlobalAttribute.generatedCommandList: Self.list(accepted.compactMap(\.responseID)),
            GlobalAttribute.attributeList: .list([]),
        ]
        let ids = Set(attributes.fields.keys).union(globals.fields.keys)
        globals[GlobalAttribute.attributeList] = Self.list(Array(ids))
        return globals
    }

    private static func list(_ ids: [UInt32]) -> TraitValue {
        .list(Set(ids).sorted().map { .unsigned(UInt64($0)) })
    }
}
