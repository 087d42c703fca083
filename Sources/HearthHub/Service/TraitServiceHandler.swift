internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The service of one trait on the hub of each call: Get, Update, Watch and a method for each command, made from the
/// descriptor.
struct TraitServiceHandler: Sendable {
    let trait: TraitDescriptor

    func register(in router: inout RPCRouter) {
        router.unary(method("Get", .unary, .view)) { (request: Hearth_V1_TraitGetRequest, context: ServerContext) in
            try await get(request, context)
        }
        if let right = updateRight {
            router.unary(method("Update", .unary, right)) {
                (request: Hearth_V1_TraitUpdateRequest, context: ServerContext) in
                let hub = try context.hub
                return try await hub.editor.once(
                    request, about: .devices([request.target?.deviceID ?? ""]), request.options, context, .device
                ) {
                    try await hub.calls.update(
                        path(request.target, on: hub), payload: .encoded(request.attributes), as: $0)
                } response: {
                    Hearth_V1_TraitUpdateResponse(
                        position: Hearth_V1_Position($0.position), attributes: trait.encodeAttributes($0.attributes))
                }
            }
        }
        router.serverStreaming(method("Watch", .serverStreaming, .view)) {
            (
                request: Hearth_V1_TraitWatchRequest, writer: RPCWriter<Hearth_V1_TraitWatchResponse>,
                context: ServerContext
            ) in
            let hub = try context.hub
            try await hub.watches.watch(
                path(request.target, on: hub), attributes: attributeIDs(request.fields, on: hub),
                principal: context.principal,
                on: writer.handOver())
        }
        for command in trait.commands {
            router.unary(method(command.name, .unary, right(command.invoke))) {
                (request: Hearth_V1_TraitCommandRequest, context: ServerContext) in
                let hub = try context.hub
                return try await hub.editor.once(
                    request, about: .devices([request.target?.deviceID ?? ""]), request.options, context, .device
                ) {
                    try await hub.calls.invoke(
                        path(request.target, on: hub), command: command.id, payload: .encoded(request.command), as: $0)
                } response: {
                    response($0, to: command)
                }
            }
        }
    }

    private func method(_ name: String, _ kind: MethodKind, _ right: Rights) -> MethodDescriptor {
        MethodDescriptor(service: trait.serviceName, method: name, kind: kind, right: right)
    }

    /// The right for the least guarded attribute; the hub checks each attribute's own. nil if none can be written.
    private var updateRight: Rights? { trait.attributes.compactMap(\.write).min().map { right($0) } }

    /// The right that a call needs before the hub checks the caller's access to the structure. It is at most Manage,
    /// since people other than the hub's owner may have the privilege Administer in a structure.
    private func right(_ privilege: Privilege) -> Rights { Rights(min(privilege, .manage)) }

    private func get(
        _ request: Hearth_V1_TraitGetRequest, _ context: ServerContext
    ) async throws -> Hearth_V1_TraitGetResponse {
        let hub = try context.hub
        let reading = try await hub.calls.readSaved(
            path(request.target, on: hub), attributes: attributeIDs(request.fields, on: hub).sorted(),
            as: Caller(context))
        return Hearth_V1_TraitGetResponse(
            position: Hearth_V1_Position(reading.position), attributes: trait.encodeAttributes(reading.attributes),
            observedAt: Google_Protobuf_Timestamp(sinceEpoch: reading.observedAt),
            connectivity: Hearth_V1_SourceConnectivity(reading.connectivity))
    }

    private func response(
        _ answer: CommandAnswer, to command: CommandDescriptor
    ) -> Hearth_V1_TraitCommandResponse {
        Hearth_V1_TraitCommandResponse(
            position: Hearth_V1_Position(answer.position),
            response: answer.response.map { trait.encodeResponse(of: command, $0) } ?? [], ignored: answer.isIgnored)
    }

    private func path(_ target: Hearth_V1_Target?, on hub: Hub) throws(RPCError) -> TraitPath {
        try hub.path(to: trait.id, at: target)
    }

    private func attributeIDs(_ numbers: [UInt32], on hub: Hub) throws(RPCError) -> Set<UInt32> {
        guard !numbers.isEmpty else { return [] }
        let known = Dictionary(
            trait.attributes.map { (WireNumber.field($0.id), $0.id) }, uniquingKeysWith: { first, _ in first })
        var ids: Set<UInt32> = []
        for number in numbers {
            guard let id = known[number] else {
                let names = trait.attributes.map { "\(WireNumber.field($0.id)) (\($0.name))" }
                throw hub.refusal(
                    .invalidAction,
                    "\(trait.name) has no field \(number); it has \(names.joined(separator: ", "))", trait.id)
            }
            ids.insert(id)
        }
        return ids
    }
}
