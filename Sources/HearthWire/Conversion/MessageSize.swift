internal import HearthMessage

// Estimated wire sizes of messages that are packed into pages and batches.

extension Hearth_V1_Device {
    package var approximateSize: Int {
        let named = services.reduce(192 + id.utf8.count + bridgeID.utf8.count + name.utf8.count) {
            $0 + 24 + $1.type.utf8.count + $1.name.utf8.count + $1.associatedType.utf8.count
        }
        return endpoints.reduce(named) { $0 + $1.approximateSize }
    }
}

extension Hearth_V1_Endpoint {
    fileprivate var approximateSize: Int {
        let types = deviceTypes.reduce(24 + name.utf8.count) { $0 + 14 + $1.name.utf8.count }
        let traits = traits.reduce(types) { $0 + 16 + $1.name.utf8.count }
        return tags.reduce(traits) { $0 + 16 + ($1.label?.utf8.count ?? 0) }
    }
}

extension Hearth_V1_Zone {
    package var approximateSize: Int { roomIDs.reduce(96 + name.utf8.count) { $0 + 2 + $1.utf8.count } }
}

extension Hearth_V1_ServiceGroup {
    package var approximateSize: Int {
        services.reduce(96 + name.utf8.count) { $0 + 16 + $1.deviceID.utf8.count + $1.type.utf8.count }
    }
}

extension Hearth_V1_TraitState {
    package var approximateSize: Int { 128 + (target?.deviceID.utf8.count ?? 0) + (attributes?.value.count ?? 0) }
}

extension Hearth_V1_EventReport {
    package var approximateSize: Int { 192 + (target?.deviceID.utf8.count ?? 0) + (payload?.value.count ?? 0) }
}

extension Hearth_V1_Memory {
    package var approximateSize: Int { 16 + deviceID.utf8.count + key.utf8.count + value.count }
}

extension Hearth_V1_AttachRequest {
    /// The size without schemas, which a call sends only once.
    package var approximateSize: Int {
        switch content {
        case .bring(let bring): bring.devices.reduce(32) { $0 + $1.approximateSize }
        case .report(let report):
            report.states.reduce(report.events.reduce(64) { $0 + $1.approximateSize }) { $0 + $1.approximateSize }
        case .remember(let remember): remember.memory?.approximateSize ?? 0
        case .remove(let remove): remove.deviceIDs.reduce(32) { $0 + 2 + $1.utf8.count }
        case .result(let result): 64 + result.response.count
        case .hello, .ping, nil: 32
        }
    }
}

extension Hearth_V1_ProvidedDevice {
    package var approximateSize: Int {
        states.reduce(16 + suggestedRoom.utf8.count + (device?.approximateSize ?? 0)) { $0 + $1.approximateSize }
    }
}

extension Hearth_V1_Automation {
    /// Its approximate size in bytes. The size of a program is computed exactly, because such messages are rare.
    package var approximateSize: Int {
        let texts = issues.reduce(name.utf8.count + description.utf8.count) {
            $0 + 32 + $1.kind.utf8.count + $1.message.utf8.count
        }
        return 192 + texts + (program?.serialized().count ?? 0)
    }
}
