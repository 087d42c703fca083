internal import HearthPhrases
internal import HearthTraitCatalog
internal import HearthTraitCore

/// A trait that no device needs to have, since this program shows the values of another one in its form. Requests to it
/// become requests to the other one.
///
/// A device may have the trait itself for what the other one has no names for. Then a trait without commands is shown
/// with the values of both, and one with commands as the device has it.
struct TraitView: Sendable {
    /// What a command does.
    enum Effect: Sendable {
        /// Requests to the device, which have no response.
        case actions([DeviceAction])
        /// A response from known values.
        case response(StructureValue)
        /// A call of the hub about the device with an ID, with what the command answers.
        case call(@Sendable (HomeConnection, String) async throws(HomeError) -> StructureValue)
    }

    typealias Outcome = Result<Effect, HomeError>
    typealias Command = @Sendable (StructureValue, TraitViewSource) -> Outcome

    /// The trait in whose form values are shown.
    let descriptor: TraitDescriptor
    /// ID of the trait whose values are shown.
    let source: UInt32
    /// Whether a device that has the source has the view.
    var isShown: @Sendable (StructureValue) -> Bool = { _ in true }
    /// IDs of the attributes that both traits have alike, for reading and writing.
    var shared: [UInt32] = []
    /// Attributes that are computed.
    var computed: @Sendable (TraitViewSource) -> StructureValue = { _ in [:] }
    /// The commands, by ID.
    var commands: [UInt32: Command] = [:]
    /// IDs of the commands that a device supports.
    var accepted: @Sendable (TraitViewSource) -> [UInt32] = { _ in [] }

    /// nil if this program has no descriptor of the trait.
    init?(_ id: UInt32, of source: UInt32) {
        guard let descriptor = StandardTraits.descriptor(id) else { return nil }
        self.descriptor = descriptor
        self.source = source
    }

    /// A changed copy of the view.
    func with(_ change: (inout TraitView) -> Void) -> TraitView {
        var copy = self
        change(&copy)
        return copy
    }

    /// Whether a device that has the trait itself is shown with the values of both.
    var completesOwn: Bool { commands.isEmpty && source != descriptor.id }

    // MARK: From the source

    /// The trait with the source's values; nil if they can't be read.
    func record(_ source: TraitViewSource) -> TraitRecord? {
        guard let origin = source.record(self.source), let values = source.values(self.source), isShown(values) else {
            return nil
        }
        var shown = computed(source)
        for id in shared {
            guard let value = values[id], let field = descriptor.attribute(id)?.field else { continue }
            shown[id] = descriptor.fitted(value, field)
        }
        for (id, value) in own(source).fields where descriptor.attribute(id) != nil { shown[id] = value }
        let accepted = accepted(source)
        shown[GlobalAttribute.featureMap] = .unsigned(0)
        shown[GlobalAttribute.clusterRevision] = .unsigned(UInt64(descriptor.revision))
        shown[GlobalAttribute.acceptedCommandList] = .list(accepted.map { .unsigned(UInt64($0)) })
        shown[GlobalAttribute.generatedCommandList] = .list([])
        shown[GlobalAttribute.attributeList] = .list(shown.fields.keys.sorted().map { .unsigned(UInt64($0)) })
        return TraitRecord(
            EncodedAttributes(descriptor.encodeAttributes(shown)), connectivity: origin.connectivity,
            freshness: origin.freshness)
    }

    /// What the device has in the trait itself; empty if it lacks the trait, or shows it as it is.
    private func own(_ source: TraitViewSource) -> StructureValue {
        completesOwn ? source.values(descriptor.id) ?? [:] : [:]
    }

    // MARK: To the source

    /// The requests for written attributes.
    ///
    /// - Throws: `HomeError`: `.unimplemented` for one that the device lacks.
    func actions(writing values: StructureValue, to source: TraitViewSource) throws(HomeError) -> [DeviceAction] {
        let (own, present) = (own(source), source.values(self.source) ?? [:])
        var (toOwn, toSource): (StructureValue, StructureValue) = ([:], [:])
        for (id, value) in values.fields.sorted(by: { $0.key < $1.key }) {
            if own[id] != nil {
                toOwn[id] = value
            } else if shared.contains(id), present[id] != nil {
                toSource[id] = value
            } else {
                let name = descriptor.attribute(id)?.name ?? "attribute \(id)"
                throw HomeError(
                    TraitError(
                        .unsupportedAttribute,
                        "the device has no \(descriptor.name).\(name), so it can't be written; "
                            + "$\(name).isSupported tells"))
            }
        }
        var actions: [DeviceAction] = []
        if !toSource.fields.isEmpty { actions.append(try source.action(on: self.source, .update(toSource)).get()) }
        if !toOwn.fields.isEmpty { actions.append(try source.action(on: descriptor.id, .update(toOwn)).get()) }
        return actions
    }

    /// The effect of a command.
    ///
    /// - Throws: `HomeError`: `.unimplemented` if the device does not support it.
    func effect(
        of command: CommandDescriptor, _ arguments: StructureValue, on source: TraitViewSource
    ) throws(HomeError) -> Effect {
        guard let effect = commands[command.id] else {
            throw HomeError(
                TraitError(.unsupportedCommand, "the device does not support \(descriptor.name).\(command.methodName)"))
        }
        return try effect(arguments, source).get()
    }
}

extension TraitDescriptor {
    /// A value in the form of a field: without struct fields that the schema lacks, and without nulls that it does not
    /// allow.
    fileprivate func fitted(_ value: TraitValue, _ field: FieldDescriptor) -> TraitValue? {
        switch value {
        case .null: return field.isNullable ? value : nil
        case .list(let items): return .list(items.compactMap { fitted($0, field) })
        case .structure(let content):
            guard case .structure(let index) = field.type, structs.indices.contains(index) else { return nil }
            return .structure(fitted(content, structs[index].fields))
        default: return value
        }
    }

    private func fitted(_ content: StructureValue, _ fields: [FieldDescriptor]) -> StructureValue {
        var result: StructureValue = [:]
        for field in fields {
            if let value = content[field.id] { result[field.id] = fitted(value, field) }
        }
        return result
    }
}
