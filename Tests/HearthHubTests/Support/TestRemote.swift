internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

/// A provider's end of one call, moved by hand.
final class TestRemote: Sendable {
    let writer: RPCWriter<Hearth_V1_AttachRequest>
    let reader: RPCReader<Hearth_V1_AttachResponse>
    /// The report number that the hub confirmed while it took devices.
    let confirmed = Mutex<UInt64?>(nil)

    init(_ client: RPCClient) async throws {
        (writer, reader) = try await Hearth_V1_ProviderClient(client).attach()
    }

    func send(_ content: Hearth_V1_AttachRequest.OneOf_Content) async throws {
        try await writer.write(Hearth_V1_AttachRequest(content: content))
    }

    /// The next message that is not a ping.
    func next() async throws -> Hearth_V1_AttachResponse.OneOf_Content? {
        while let message = try await reader.next() {
            if case .ping = message.content { continue }
            return message.content
        }
        return nil
    }

    /// The next message, which is a command.
    func nextCommand() async throws -> Hearth_V1_InvokeCommand {
        let content = try await next()
        guard case .invoke(let invoke) = content else {
            throw RPCError(.internal, "no command, but \(content.map { "\($0)" } ?? "the end")")
        }
        return invoke
    }

    /// Says how a command ended.
    func answer(_ invoke: Hearth_V1_InvokeCommand, status: Hearth_V1_AttachStatus? = nil) async throws {
        try await send(.result(.init(callID: invoke.callID, status: status)))
    }

    func hello(
        _ id: String = "maker", schemas: [Hearth_V1_TraitSchema] = [], structureID: String = "", run: String = "",
        opensCameras: Bool = false
    ) async throws -> Hearth_V1_AttachWelcome {
        try await send(
            .hello(
                .init(
                    providerID: id, name: "Maker", schemas: schemas, structureID: structureID, runID: run,
                    opensCameras: opensCameras)))
        guard case .welcome(let welcome) = try await next() else { throw RPCError(.internal, "no welcome") }
        return welcome
    }

    @discardableResult
    func bring(_ devices: [Hearth_V1_ProvidedDevice]) async throws -> Hearth_V1_AttachStatus {
        try await send(.bring(.init(callID: 7, devices: devices)))
        while let content = try await next() {
            switch content {
            // Earlier reports may be saved with the devices.
            case .stored(let stored): confirmed.withLock { $0 = stored.number }
            case .brought(let result) where result.callID == 7: return result.status ?? .init()
            default: throw RPCError(.internal, "no answer to bring")
            }
        }
        throw RPCError(.internal, "no answer to bring")
    }

    /// The status that ends the call.
    func end() async -> RPCError? {
        do {
            while try await next() != nil {}
            return nil
        } catch {
            return error as? RPCError
        }
    }

    // MARK: Devices

    static func device(
        _ id: String, _ trait: TraitDescriptor, _ attributes: StructureValue, room: String = ""
    ) -> Hearth_V1_ProvidedDevice {
        Hearth_V1_ProvidedDevice(
            device: Hearth_V1_Device(
                id: id, name: id,
                endpoints: [
                    .init(id: 0),
                    .init(id: 1, parent: 0, traits: [.init(id: trait.id, name: trait.typeName)]),
                ]), suggestedRoom: room, states: [state(id, trait, attributes)])
    }

    static func state(
        _ id: String, _ trait: TraitDescriptor, _ attributes: StructureValue
    ) -> Hearth_V1_TraitState {
        Hearth_V1_TraitState(
            target: .init(deviceID: id, endpoint: 1), traitID: trait.id,
            attributes: .init(typeName: trait.attributesTypeName, value: trait.encodeAttributes(attributes)))
    }

    static func report(
        _ id: String, _ trait: TraitDescriptor, _ attributes: StructureValue
    ) -> Hearth_V1_AttachRequest.OneOf_Content {
        .report(.init(deviceID: id, states: [state(id, trait, attributes)]))
    }

    // MARK: A maker's trait

    /// A fan; `changed` alters its schema.
    static func spinner(
        revision: UInt16 = 1, _ changed: (inout Hearth_V1_TraitSchema) -> Void = { _ in }
    ) -> Hearth_V1_TraitSchema {
        var schema = TraitDescriptor(
            id: 0xFFF1_FC31, name: "Turner", vendor: "Acme", package: "hearth.traits.acme.v1", revision: revision,
            enums: [EnumDescriptor("WayEnum", bits: 8, [(0, "left"), (1, "right")])],
            attributes: [
                AttributeDescriptor(
                    FieldDescriptor(0, "speed", .unsigned(16), max: .literal(900), unit: "1/min"), write: .operate),
                AttributeDescriptor(FieldDescriptor(1, "way", .enumeration(0))),
                AttributeDescriptor(FieldDescriptor(2, "secret", .string), read: .administer),
            ],
            commands: [
                CommandDescriptor(
                    0, "Turn", method: "turn",
                    [
                        FieldDescriptor(0, "speed", .unsigned(16), max: .literal(900)),
                        FieldDescriptor(1, "way", .enumeration(0)),
                    ],
                    response: StructDescriptor("TurnResponse", [FieldDescriptor(0, "turns", .unsigned(32))]))
            ],
            events: [EventDescriptor(0, "Jammed", .critical, [FieldDescriptor(0, "force", .unsigned(8))])]
        ).schema
        changed(&schema)
        return schema
    }

    static func trait(_ schema: Hearth_V1_TraitSchema) throws -> TraitDescriptor { try TraitDescriptor(schema: schema) }
}
