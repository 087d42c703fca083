internal import HearthDeviceBehaviors
internal import HearthTraitCore

/// One endpoint of a virtual device.
struct VirtualEndpoint: Sendable {
    let id: UInt16
    let parent: UInt16?
    let deviceTypes: [DeviceTypeEntry]
    let tags: [SemanticTag]
    var behaviors: EndpointBehaviors

    init(
        id: UInt16, parent: UInt16?, deviceTypes: [DeviceTypeEntry], tags: [SemanticTag] = [],
        behaviors: [any HostedBehavior]
    ) {
        self.id = id
        self.parent = parent
        self.deviceTypes = deviceTypes
        self.tags = tags
        self.behaviors = EndpointBehaviors(behaviors)
    }

    /// The traits with their values, for the hub.
    var description: EndpointDescription {
        EndpointDescription(
            id: id, parent: parent, deviceTypes: deviceTypes, traits: behaviors.traits, tags: tags)
    }
}
