extension TraitDescriptor {
    /// The commands that a device with these features takes. Where the schema says with which features a command
    /// comes, they decide; of the rest, those that are mandatory or in `optional`, unless they are allowed only with
    /// features that the device lacks.
    public func acceptedCommands(features: UInt32, optional: Set<UInt32> = []) -> [CommandDescriptor] {
        commands.filter { command in
            if let required = command.required { return required.holds(for: features) }
            if let allowed = command.allowed, !allowed.holds(for: features) { return false }
            return !command.isOptional || optional.contains(command.id)
        }
    }

    /// The global attributes of a device that has these attributes: revision, feature map (0 where there is none), and
    /// the lists of its commands, their responses and its attributes.
    ///
    /// - Parameter optionalCommands: commands that the device takes although its features do not demand them.
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
