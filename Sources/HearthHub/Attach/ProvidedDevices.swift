internal import HearthHomeState
internal import HearthMessage
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// Decodes a provider's descriptions and reports of its devices.
struct ProvidedDevices {
    /// The traits of a device that the hub accepted.
    typealias Shape = [TraitKey: TraitDescriptor]

    let traits: TraitTable
    /// The descriptors of the provider's own schemas, which take precedence over the hub's.
    let own: [UInt32: TraitDescriptor]

    // MARK: Devices

    /// - Throws: ``HubError`` naming what is wrong.
    func description(_ provided: Hearth_V1_ProvidedDevice) throws(HubError) -> DeviceDescription {
        guard let device = provided.device else {
            throw HubError(.invalidArgument, "a provided device has no description; set device")
        }
        var states = try states(of: provided.states, device: device.id) { own[$0.traitID] ?? traits[$0.traitID] }
        var endpoints: [EndpointDescription] = []
        for endpoint in device.endpoints {
            guard let id = UInt16(exactly: endpoint.id), let parent = Self.parent(of: endpoint) else {
                throw refuse(device.id, "has endpoint \(endpoint.id); endpoints are 0 to \(UInt16.max)")
            }
            var instances: [TraitInstance] = []
            for info in endpoint.traits {
                guard let descriptor = own[info.id] ?? traits[info.id] else {
                    throw refuse(
                        device.id,
                        "has trait \(info.id) (\(quotedBeginning(info.name))), which has no schema; send it in hello"
                    )
                }
                guard info.name.isEmpty || info.name == descriptor.typeName else {
                    throw refuse(
                        device.id,
                        "calls trait \(info.id) \(quotedBeginning(info.name)); it is \(descriptor.typeName)")
                }
                let values = states.removeValue(forKey: TraitKey(endpoint: id, traitID: info.id))
                instances.append(TraitInstance(descriptor: descriptor, attributes: values ?? StructureValue()))
            }
            endpoints.append(
                EndpointDescription(
                    id: id, parent: parent, deviceTypes: endpoint.deviceTypes.map { DeviceTypeEntry($0) },
                    traits: instances, tags: endpoint.tags.compactMap { SemanticTag($0) }))
        }
        if let rest = states.keys.first {
            throw refuse(
                device.id, "has values of trait \(rest.traitID) on endpoint \(rest.endpoint), which it does not have"
            )
        }
        return DeviceDescription(
            id: device.id, name: device.name,
            suggestedRoom: provided.suggestedRoom.isEmpty ? nil : provided.suggestedRoom, endpoints: endpoints,
            isMatterDevice: device.isMatterDevice)
    }

    /// The parent: an inner nil for the root, nil for a number out of range.
    private static func parent(of endpoint: Hearth_V1_Endpoint) -> UInt16?? {
        guard let parent = endpoint.parent else { return .some(nil) }
        return UInt16(exactly: parent).map { .some($0) } ?? nil
    }

    // MARK: Reports

    /// - Throws: ``HubError`` naming what is wrong.
    func change(_ report: Hearth_V1_DeviceReport, shape: Shape) throws(HubError) -> DeviceChange {
        var change = DeviceChange(
            deviceID: report.deviceID, connectivity: report.connectivity.map { SourceConnectivity($0) },
            cause: try cause(of: report))
        change.attributes = try states(of: report.states, device: report.deviceID) { shape[$0] }
        for event in report.events {
            let key = try key(event.target, event.traitID, device: report.deviceID)
            guard let descriptor = shape[key], let kind = descriptor.event(event.eventID) else {
                throw refuse(
                    report.deviceID,
                    "reports event \(event.eventID) of trait \(key.traitID) on endpoint \(key.endpoint), "
                        + "which it does not have")
            }
            let fields: StructureValue
            let bytes = event.payload?.value ?? []
            do {
                fields = try descriptor.decodeEvent(kind, bytes.span.bytes)
            } catch {
                throw refuse(report.deviceID, "reports \(descriptor.name).\(kind.name), which can't be read: \(error)")
            }
            change.events.append(
                DeviceChange.EventOccurrence(
                    endpoint: key.endpoint, traitID: key.traitID, eventID: kind.id, fields: fields))
        }
        return change
    }

    /// The cause, which is stored with the report and sent to all watches.
    private func cause(of report: Hearth_V1_DeviceReport) throws(HubError) -> ChangeCause {
        guard let message = report.cause else { return .device }
        for id in [message.clientID, message.automationID] {
            guard id.utf8.count <= DescriptionRules.maxIDBytes, !id.controlsText else {
                throw refuse(
                    report.deviceID,
                    "reports a cause whose id has over \(DescriptionRules.maxIDBytes) bytes or control characters")
            }
        }
        return ChangeCause(message) ?? .device
    }

    private func states(
        of messages: [Hearth_V1_TraitState], device: String, _ descriptor: (TraitKey) -> TraitDescriptor?
    ) throws(HubError) -> [TraitKey: StructureValue] {
        var states: [TraitKey: StructureValue] = [:]
        for message in messages {
            let key = try key(message.target, message.traitID, device: device)
            guard let descriptor = descriptor(key) else {
                throw refuse(
                    device, "has values of trait \(key.traitID) on endpoint \(key.endpoint), which it does not have")
            }
            guard states[key] == nil else { throw refuse(device, "gives the values of \(descriptor.name) twice") }
            guard let attributes = message.attributes else { continue }
            guard
                attributes.typeURL == descriptor.attributesTypeURL || attributes.typeURL.isEmpty
                    || attributes.typeName == descriptor.attributesTypeName
            else {
                throw refuse(
                    device,
                    "gives \(quotedBeginning(attributes.typeName)) for trait \(key.traitID); "
                        + "it needs \(descriptor.attributesTypeName)")
            }
            do {
                states[key] = try descriptor.decodeAttributes(attributes.value.span.bytes)
            } catch {
                throw refuse(device, "gives attributes of \(descriptor.name) that can't be read: \(error)")
            }
        }
        return states
    }

    private func key(
        _ target: Hearth_V1_Target?, _ traitID: UInt32, device: String
    ) throws(HubError) -> TraitKey {
        guard let target, target.deviceID == device, let endpoint = UInt16(exactly: target.endpoint) else {
            throw refuse(device, "has values or events for a target that is not one of its endpoints")
        }
        return TraitKey(endpoint: endpoint, traitID: traitID)
    }

    private func refuse(_ device: String, _ what: String) -> HubError {
        HubError(.invalidArgument, "the device \(quotedBeginning(device)) \(what)")
    }
}

extension DeviceDescription {
    /// The traits by endpoint and id.
    var shape: ProvidedDevices.Shape {
        var shape: ProvidedDevices.Shape = [:]
        for endpoint in endpoints {
            for trait in endpoint.traits {
                shape[TraitKey(endpoint: endpoint.id, traitID: trait.descriptor.id)] = trait.descriptor
            }
        }
        return shape
    }
}
