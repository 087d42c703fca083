internal import HearthPhrases
internal import HearthTraitCatalog
internal import HearthTraitCore

/// The endpoints of a device that a ``TraitView`` reads: the one on which it is shown, then those inside of that one.
struct TraitViewSource: Sendable {
    private let endpoints: [DeviceEndpoint]
    private let records: [UInt16: [UInt32: TraitRecord]]

    init(_ endpoints: [DeviceEndpoint], _ records: [UInt16: [UInt32: TraitRecord]]) {
        self.endpoints = endpoints
        self.records = records
    }

    /// The first endpoint that has a trait.
    func endpoint(with trait: UInt32) -> UInt16? { endpoints.first { records[$0.id]?[trait] != nil }?.id }

    func has(_ trait: UInt32) -> Bool { endpoint(with: trait) != nil }

    func record(_ trait: UInt32) -> TraitRecord? { endpoint(with: trait).flatMap { records[$0]?[trait] } }

    /// The attributes of a trait; nil if no endpoint has it.
    func values(_ trait: UInt32) -> StructureValue? {
        guard let record = record(trait), let descriptor = StandardTraits.descriptor(trait) else { return nil }
        return try? descriptor.decodeAttributes(record.attributes.span.bytes)
    }

    /// A request to a trait; fails with `.unimplemented` if no endpoint has it.
    func action(on trait: UInt32, _ content: DeviceAction.Content) -> Result<DeviceAction, HomeError> {
        guard let endpoint = endpoint(with: trait), let descriptor = StandardTraits.descriptor(trait) else {
            return .failure(
                HomeError(TraitError(.unsupportedCluster, "the device lacks the trait that this one shows")))
        }
        return .success(DeviceAction(endpoint: endpoint, trait: descriptor, content: content))
    }

    /// A command of a trait, by its ID; fails with `.unimplemented` if no endpoint has the trait, or the trait lacks the
    /// command.
    func command(_ id: UInt32, on trait: UInt32, _ arguments: StructureValue) -> Result<DeviceAction, HomeError> {
        guard let command = StandardTraits.descriptor(trait)?.commands.first(where: { $0.id == id }) else {
            return .failure(HomeError(TraitError(.unsupportedCommand, "the device lacks the command \(id)")))
        }
        return action(on: trait, .command(command, arguments))
    }
}
