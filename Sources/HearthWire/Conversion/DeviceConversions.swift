public import HearthTraitDescriptors

// Conversion of devices, trait states and events, shared by hub, SDK and device host.

extension Hearth_V1_DeviceType {
    /// A device type of an endpoint as a message.
    public init(_ type: DeviceTypeEntry) {
        self.init(id: type.id, revision: type.revision, isPrimary: type.isPrimary, name: type.name)
    }
}

extension DeviceTypeEntry {
    /// The device type of a message.
    public init(_ message: Hearth_V1_DeviceType) {
        self.init(id: message.id, revision: message.revision, isPrimary: message.isPrimary, name: message.name)
    }
}

extension Hearth_V1_Endpoint {
    /// An endpoint as a message. A nil parent means the root.
    public init(
        id: UInt16, parent: UInt16?, deviceTypes: [DeviceTypeEntry], traits: [Hearth_V1_TraitInfo], tags: [SemanticTag],
        name: String = ""
    ) {
        self.init(
            id: UInt32(id), parent: parent.map(UInt32.init), deviceTypes: deviceTypes.map { Hearth_V1_DeviceType($0) },
            traits: traits, tags: tags.map { Hearth_V1_SemanticTag($0) }, name: name)
    }
}

extension Hearth_V1_TraitInfo {
    /// A trait of an endpoint as a message. The default revision is that of the schema.
    public init(_ trait: TraitDescriptor, revision: UInt32? = nil) {
        self.init(id: trait.id, name: trait.typeName, revision: revision ?? UInt32(trait.revision))
    }
}

extension TraitPath {
    /// The trait of an endpoint in a message; nil without a target, or for an invalid endpoint number.
    public init?(_ target: Hearth_V1_Target?, _ traitID: UInt32) {
        guard let target = target.flatMap({ TraitTarget($0) }) else { return nil }
        self.init(target, traitID)
    }
}

extension Hearth_V1_TraitState {
    /// State of a trait as a message. `attributes` is its encoded `Attributes` message, or nil, and `typeURL` the type
    /// URL of that message.
    public init(
        _ path: TraitPath, typeURL: String, attributes: [UInt8]?, observedAt: Google_Protobuf_Timestamp? = nil,
        connectivity: SourceConnectivity? = nil
    ) {
        self.init(
            target: Hearth_V1_Target(path.target), traitID: path.traitID,
            attributes: attributes.map { Google_Protobuf_Any(typeURL: typeURL, value: $0) },
            observedAt: observedAt, connectivity: connectivity.map { Hearth_V1_SourceConnectivity($0) })
    }
}

extension Hearth_V1_EventReport {
    /// An event of a trait as a message. `payload` is the event's encoded message. The hub sets number and time, so a
    /// provider sends neither.
    public init(
        _ path: TraitPath, _ trait: TraitDescriptor, _ event: EventDescriptor, number: UInt64 = 0,
        time: Google_Protobuf_Timestamp? = nil, payload: [UInt8]
    ) {
        self.init(
            target: Hearth_V1_Target(path.target), traitID: path.traitID, eventID: event.id, number: number, time: time,
            importance: Hearth_V1_EventImportance(event.importance),
            payload: Google_Protobuf_Any(typeName: trait.typeName(of: event), value: payload))
    }
}
