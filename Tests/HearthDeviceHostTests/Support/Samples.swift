@testable internal import HearthDeviceHost
internal import HearthRPC
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire

/// Devices and changes of them, for tests.
enum Sample {
    static let onOff = Matter.OnOffTrait.descriptor
    static let button = Matter.SwitchTrait.descriptor
    static let key = DeviceChange.TraitKey(endpoint: 1, traitID: onOff.id)
    static let buttonKey = DeviceChange.TraitKey(endpoint: 1, traitID: button.id)

    /// A lamp with a button, and perhaps a second part with another.
    static func lamp(
        _ id: String, name: String = "Lamp", isOn: Bool = false, hasPart: Bool = false
    ) -> DeviceDescription {
        let part = EndpointDescription(
            id: 2, parent: 0, deviceTypes: [.init(id: 0xF, revision: 3, isPrimary: true)],
            traits: [TraitInstance(descriptor: button, attributes: [0: .unsigned(2), 1: .unsigned(0)])])
        return DeviceDescription(
            id: id, name: name, suggestedRoom: "Hall",
            endpoints: [
                EndpointDescription(id: 0, parent: nil, deviceTypes: [], traits: []),
                EndpointDescription(
                    id: 1, parent: 0, deviceTypes: [.init(id: 0x100, revision: 3, isPrimary: true)],
                    traits: [
                        TraitInstance(
                            descriptor: onOff, attributes: [0: .bool(isOn), 0xFFFC: .unsigned(0), 0xFFFD: .unsigned(6)]),
                        TraitInstance(descriptor: button, attributes: [0: .unsigned(2), 1: .unsigned(0)]),
                    ]),
            ] + (hasPart ? [part] : []), isMatterDevice: false)
    }

    static func path(_ device: String) -> TraitPath { TraitPath(TraitTarget(deviceID: device, endpoint: 1), onOff.id) }

    static func turned(_ device: String, on: Bool, cause: ChangeCause = .device) -> DeviceChange {
        DeviceChange(deviceID: device, attributes: [key: [0: .bool(on)]], cause: cause)
    }

    static func pressed(_ device: String, _ position: UInt64 = 1, endpoint: UInt16 = 1) -> DeviceChange {
        DeviceChange(
            deviceID: device,
            events: [
                .init(endpoint: endpoint, traitID: button.id, eventID: 1, fields: [0: .unsigned(position)])
            ], cause: .device)
    }

    static func offline(_ device: String) -> DeviceChange { connected(device, .offline) }

    static func online(_ device: String) -> DeviceChange { connected(device, .online) }

    private static func connected(_ device: String, _ state: ConnectivityState) -> DeviceChange {
        DeviceChange(
            deviceID: device, connectivity: SourceConnectivity(connectivityState: state, dataSourceLocality: .direct),
            cause: .device)
    }
}

extension Hearth_V1_AttachResponse {
    static func welcome(
        heartbeat: UInt32 = 30, states: [Hearth_V1_TraitState] = [], stored: UInt64? = 0, taken: UInt64 = 0,
        moreFollows: Bool = false
    ) -> Self {
        Self(
            content: .welcome(
                Hearth_V1_AttachWelcome(
                    heartbeatSeconds: heartbeat, states: states, reportsStored: stored, reportsTaken: taken,
                    moreFollows: moreFollows)))
    }

    static func stored(_ number: UInt64) -> Self {
        Self(content: .stored(Hearth_V1_ReportsStored(number: number)))
    }

    static func brought(_ callID: UInt64, _ error: RPCError? = nil) -> Self {
        let status = error.map { Hearth_V1_AttachStatus($0) } ?? Hearth_V1_AttachStatus()
        return Self(content: .brought(Hearth_V1_BringResult(callID: callID, status: status)))
    }

    static func toggle(_ callID: UInt64, _ device: String, endpoint: UInt32 = 1, trait: UInt32 = 6, command: UInt32 = 2)
        -> Self
    {
        Self(
            content: .invoke(
                Hearth_V1_InvokeCommand(
                    callID: callID, target: Hearth_V1_Target(deviceID: device, endpoint: endpoint), traitID: trait,
                    commandID: command, cause: Hearth_V1_Cause(.client("app")))))
    }

    static func cancel(_ callID: UInt64) -> Self {
        Self(content: .cancel(Hearth_V1_CancelCall(callID: callID)))
    }
}

extension AttachMachine.Action {
    var work: DeviceWork? { if case .begin(let work) = self { work } else { nil } }
    var notice: HostNotice? { if case .notice(let notice) = self { notice } else { nil } }
    var stored: StoredState? { if case .startProvider(let stored) = self { stored } else { nil } }
    var hangUp: RPCError? { if case .hangUp(let error) = self { error } else { nil } }
}

extension AttachMachine {
    static func sample() -> AttachMachine {
        AttachMachine(
            providerID: "p-1", runID: "r-1", name: "Bridge", structureID: "", traits: [Sample.onOff, Sample.button])
    }

    /// A machine whose call is welcomed and whose provider has added these devices.
    static func attached(_ devices: [DeviceDescription]) -> AttachMachine {
        var machine = sample()
        _ = machine.begin(now: .zero)
        _ = machine.received(.welcome(), now: .zero)
        _ = machine.started(devices)
        machine.bringEverything()
        return machine
    }

    /// Answers each add with OK until no add is left.
    mutating func bringEverything() {
        while let content = takeOutgoing(now: .zero)?.content {
            if case .bring(let bring) = content { _ = received(.brought(bring.callID), now: .zero) }
        }
    }

    /// A new call, up to where the devices are added again; returns them.
    mutating func reattach() -> [Hearth_V1_ProvidedDevice] {
        _ = begin(now: .zero)
        _ = received(.welcome(), now: .zero)
        var devices: [Hearth_V1_ProvidedDevice] = []
        while let content = takeOutgoing(now: .zero)?.content {
            guard case .bring(let bring) = content else { continue }
            devices += bring.devices
            _ = received(.brought(bring.callID), now: .zero)
        }
        return devices
    }

    /// All messages that are ready to send.
    mutating func sent() -> [Hearth_V1_AttachRequest.OneOf_Content] {
        var contents: [Hearth_V1_AttachRequest.OneOf_Content] = []
        while let content = takeOutgoing(now: .zero)?.content { contents.append(content) }
        return contents
    }

    mutating func sentReports() -> [Hearth_V1_DeviceReport] {
        sent().compactMap { if case .report(let report) = $0 { report } else { nil } }
    }

    mutating func sentResults() -> [Hearth_V1_CallResult] {
        sent().compactMap { if case .result(let result) = $0 { result } else { nil } }
    }
}

extension Hearth_V1_DeviceReport {
    /// The state of the lamp's switch in it.
    var isOn: Bool? {
        states.first { $0.traitID == Sample.onOff.id }.flatMap { $0.isOn }
    }
}

extension Hearth_V1_ProvidedDevice {
    var isOn: Bool? { states.first { $0.traitID == Sample.onOff.id }.flatMap { $0.isOn } }
}

extension Hearth_V1_TraitState {
    var isOn: Bool? {
        guard let bytes = attributes?.value else { return nil }
        return (try? Sample.onOff.decodeAttributes(bytes.span.bytes))?[0]?.bool
    }
}
