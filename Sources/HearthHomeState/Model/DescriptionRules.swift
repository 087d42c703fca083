internal import HearthRPC
package import HearthTraitCore

/// Checks a provider's description of a device, since a mistake there affects every client.
package struct DescriptionRules {
    package static let maxIDBytes = 255
    /// The most tags of an endpoint (Matter core specification, Descriptor cluster, TagList).
    static let maxTags = 6
    /// The most characters of a tag's label (Matter core specification, semantic tag struct).
    static let maxLabelLength = 64

    let traits: TraitTable
    let limits: HubLimits

    package init(traits: TraitTable, limits: HubLimits) {
        self.traits = traits
        self.limits = limits
    }

    package func check(_ device: DeviceDescription) throws(HubError) {
        guard !device.id.isEmpty, device.id.utf8.count <= Self.maxIDBytes else {
            throw HubError(
                .invalidArgument,
                "the id of the device \(quotedBeginning(device.name)) must have 1 to \(Self.maxIDBytes) bytes"
            )
        }
        guard !device.id.controlsText else {
            throw HubError(
                .invalidArgument,
                "the id of a device holds a control character (\(quotedBeginning(device.id))); leave it out")
        }
        let ids = Set(device.endpoints.map(\.id))
        guard ids.count == device.endpoints.count else {
            throw refuse(device, "has two endpoints with the same number")
        }
        guard !device.endpoints.isEmpty else { throw refuse(device, "has no endpoint") }
        guard device.endpoints.count <= limits.endpointsPerDevice else {
            throw refuse(device, "has \(device.endpoints.count) endpoints; at most \(limits.endpointsPerDevice)")
        }
        if let looped = endpointUnderItself(device) {
            throw refuse(device, "has endpoint \(looped) under itself")
        }
        var size = 0
        for endpoint in device.endpoints {
            size += EndpointRecord(endpoint).size
            guard size <= limits.descriptionBytes else {
                throw refuse(device, "is described by more than \(limits.descriptionBytes) bytes")
            }
            if let parent = endpoint.parent, !ids.contains(parent) || parent == endpoint.id {
                throw refuse(device, "has endpoint \(endpoint.id) under endpoint \(parent), which is not there")
            }
            guard endpoint.tags.count <= Self.maxTags else {
                throw refuse(
                    device, "has \(endpoint.tags.count) tags on endpoint \(endpoint.id); at most \(Self.maxTags)")
            }
            guard endpoint.tags.allSatisfy({ ($0.label?.unicodeScalars.count ?? 0) <= Self.maxLabelLength }) else {
                throw refuse(
                    device, "has a label of more than \(Self.maxLabelLength) characters on endpoint \(endpoint.id)")
            }
            var traitIDs: Set<UInt32> = []
            for trait in endpoint.traits {
                guard traits[trait.descriptor.id] != nil else {
                    throw refuse(device, "has the trait \(trait.descriptor.typeName), which the hub does not serve")
                }
                guard trait.attributes.memorySize <= limits.traitBytes else {
                    throw refuse(
                        device,
                        "has more than the \(limits.traitBytes) bytes of values that a trait may have, "
                            + "of \(trait.descriptor.name) on endpoint \(endpoint.id)")
                }
                guard traitIDs.insert(trait.descriptor.id).inserted else {
                    throw refuse(device, "has \(trait.descriptor.name) twice on endpoint \(endpoint.id)")
                }
            }
        }
    }

    /// An endpoint whose parents lead back to it, or nil. Visits each endpoint once.
    private func endpointUnderItself(_ device: DeviceDescription) -> UInt16? {
        let parents = Dictionary(device.endpoints.map { ($0.id, $0.parent) }, uniquingKeysWith: { first, _ in first })
        var walks: [UInt16: Int] = [:]
        for (walk, endpoint) in device.endpoints.enumerated() {
            var next: UInt16? = endpoint.id
            while let id = next {
                if let earlier = walks.updateValue(walk, forKey: id) {
                    if earlier == walk { return id }
                    break
                }
                next = parents[id] ?? nil
            }
        }
        return nil
    }

    private func refuse(_ device: DeviceDescription, _ what: String) -> HubError {
        HubError(.invalidArgument, "the device \(quoted(device.id)) \(what); correct its description")
    }
}
