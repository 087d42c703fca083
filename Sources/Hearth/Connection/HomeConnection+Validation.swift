internal import HearthTraitCore

// Checks for ``HomeClientConfiguration/strictOperationValidation``, based on the current state. Requests that a device
// doesn't support are refused before they are sent.
extension HomeConnection {
    /// - Throws: `HomeError`: `.notFound` if there is no such device, `.unimplemented` if the device doesn't have the
    ///   trait or doesn't support the command.
    func validate(_ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget) throws(HomeError) {
        guard let (name, attributes) = try known(trait, at: target, "\(trait.name).\(command.methodName)"),
            let accepted = attributes[GlobalAttribute.acceptedCommandList]?.list
        else { return }
        guard accepted.contains(.unsigned(UInt64(command.id))) else {
            throw HomeError(
                TraitError(
                    .unsupportedCommand,
                    "\(name) does not support \(trait.name).\(command.methodName); check supports…Command first"))
        }
    }

    /// Checks an encoded update.
    ///
    /// - Throws: `HomeError`: `.notFound` if there is no such device, `.unimplemented` if the device doesn't have the
    ///   trait or one of the attributes.
    func validate(_ update: [UInt8], of trait: TraitDescriptor, at target: TraitTarget) throws(HomeError) {
        guard configuration.strictOperationValidation, let numbers = try? AttributeDelta.numbers(in: update) else {
            return
        }
        try validateUpdate(of: trait, at: target) { numbers.contains(WireNumber.field($0.id)) }
    }

    /// Checks an update by the attributes that it writes.
    ///
    /// - Parameter writes: whether the update writes the attribute.
    /// - Throws: as ``validate(_:of:at:)``.
    func validateUpdate(
        of trait: TraitDescriptor, at target: TraitTarget, writes: (AttributeDescriptor) -> Bool
    ) throws(HomeError) {
        guard let (name, attributes) = try known(trait, at: target, "the update of \(trait.name)"),
            let first = trait.attributes.first(where: { writes($0) && attributes[$0.id] == nil })
        else { return }
        throw HomeError(
            TraitError(
                .unsupportedAttribute,
                "\(name) has no \(trait.name).\(first.name), so it can't be written; $\(first.name).isSupported tells"
            ))
    }

    /// A description of the target, and the trait's attributes; nil if there is nothing to check.
    private func known(
        _ trait: TraitDescriptor, at target: TraitTarget, _ what: String
    ) throws(HomeError) -> (name: String, attributes: StructureValue)? {
        guard configuration.strictOperationValidation else { return nil }
        let (owner, record) = withCache { cache in
            let state = cache.state
            return (
                state.devices[target.deviceID]?.name ?? state.structures[target.deviceID]?.name,
                cache.records(of: target)[trait.id]
            )
        }
        guard let owner else {
            throw HomeError(.notFound, "the home has no device \(target.deviceID) for \(what)")
        }
        let name = "\(quoted(owner)) (\(target))"
        guard let record else {
            throw HomeError(
                .unimplemented, "\(name) has no trait \(trait.name), so \(what) was not sent",
                subtype: .matter(.init(code: Int(MatterStatus.unsupportedCluster.rawValue))))
        }
        return (try? trait.decodeAttributes(record.attributes.span.bytes)).map { (name, $0) }
    }
}
