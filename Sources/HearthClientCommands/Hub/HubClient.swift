internal import HearthBase
package import HearthRPC
internal import HearthTerminal
internal import HearthTraitCore
internal import HearthWire
internal import HearthWords

/// A connection to a hub for one command. It converts errors into the program's.
package struct HubClient {
    package let client: RPCClient
    /// The client id in the causes of this program's changes.
    let clientID: String

    init(_ client: RPCClient) {
        self.client = client
        clientID = "hearth-\(UInt32.random(in: .min ... .max))"
    }

    /// Fetches all objects of the hub.
    func house() async throws(CommandError) -> House {
        let home = Hearth_V1_HomeClient(client)
        let options = CallOptions(timeout: .seconds(10))
        do throws(RPCError) {
            let listing = try await Self.wholeList(home, options)
            let states = try await Self.wholeState(home, options)
            return House(listing, states, foreign: try await schemas(House.foreignTraits(in: listing)))
        } catch {
            throw CommandError(error)
        }
    }

    private static func wholeList(
        _ home: Hearth_V1_HomeClient, _ options: CallOptions
    ) async throws(RPCError) -> Hearth_V1_ListResponse {
        var listing = try await home.list(Hearth_V1_ListRequest(), options: options)
        while !listing.nextPageToken.isEmpty {
            let page = try await home.list(
                Hearth_V1_ListRequest(pageToken: listing.nextPageToken), options: options)
            listing.structures += page.structures
            listing.rooms += page.rooms
            listing.zones += page.zones
            listing.serviceGroups += page.serviceGroups
            listing.devices += page.devices
            listing.nextPageToken = page.nextPageToken
        }
        return listing
    }

    private static func wholeState(
        _ home: Hearth_V1_HomeClient, _ options: CallOptions
    ) async throws(RPCError) -> Hearth_V1_ReadResponse {
        var states = try await home.read(Hearth_V1_ReadRequest(), options: options)
        while !states.nextPageToken.isEmpty {
            let page = try await home.read(Hearth_V1_ReadRequest(pageToken: states.nextPageToken), options: options)
            states.states += page.states
            states.nextPageToken = page.nextPageToken
        }
        return states
    }

    /// Fetches descriptors of traits that this program was not compiled with. Traits that the hub can't describe are
    /// left out.
    func schemas(_ ids: Set<UInt32>) async throws(RPCError) -> [TraitDescriptor] {
        guard !ids.isEmpty else { return [] }
        do throws(RPCError) {
            var request = Hearth_V1_GetTraitSchemasRequest(traitIDs: ids.ordered())
            var traits: [TraitDescriptor] = []
            repeat {
                let page = try await Hearth_V1_HomeClient(client).getTraitSchemas(
                    request, options: CallOptions(timeout: .seconds(10)))
                traits += page.schemas.compactMap { try? TraitDescriptor(schema: $0) }
                request.pageToken = page.nextPageToken
            } while !request.pageToken.isEmpty
            return traits
        } catch {
            // Earlier versions of the hub have no schemas.
            if error.code == .unimplemented { return [] }
            throw error
        }
    }

    /// Sends a command. Returns the response's fields, nil for a bare status, and whether the device ignored the
    /// command.
    ///
    /// - Parameter isRaw: whether the arguments were typed as raw numbers, so that errors use raw numbers too.
    func send(
        _ command: CommandDescriptor, of trait: TraitDescriptor, to target: TraitTarget, _ arguments: StructureValue,
        on device: House.Device, isRaw: Bool
    ) async throws(CommandError) -> (response: StructureValue?, isIgnored: Bool) {
        let request = Hearth_V1_TraitCommandRequest(
            target: Hearth_V1_Target(target), command: trait.encodeArguments(of: command, arguments), options: options)
        let response: Hearth_V1_TraitCommandResponse = try await call(
            MethodDescriptor(service: trait.serviceName, method: command.name, kind: .unary), request,
            changing: device.name,
            by: isRaw
                ? nil : DeviceAction(endpoint: target.endpoint, trait: trait, content: .command(command, arguments)),
            timeout: command.isTimed ? .seconds(10) : .seconds(30))
        guard command.response != nil else { return (nil, response.ignored) }
        let fields = try read { try trait.decodeResponse(of: command, response.response.span.bytes) }
        return (fields, response.ignored)
    }

    /// Writes attributes. Returns all attributes of the trait.
    ///
    /// - Parameter isRaw: whether the values were typed as raw numbers, so that errors use raw numbers too.
    func update(
        _ trait: TraitDescriptor, of target: TraitTarget, _ values: StructureValue, on device: House.Device, isRaw: Bool
    ) async throws(CommandError) -> StructureValue {
        let request = Hearth_V1_TraitUpdateRequest(
            target: Hearth_V1_Target(target), attributes: trait.encodeAttributes(values), options: options)
        let response: Hearth_V1_TraitUpdateResponse = try await call(
            MethodDescriptor(service: trait.serviceName, method: "Update", kind: .unary), request,
            changing: device.name,
            by: isRaw ? nil : DeviceAction(endpoint: target.endpoint, trait: trait, content: .update(values)))
        return try read { try trait.decodeAttributes(response.attributes.span.bytes) }
    }

    /// The options of every request that changes something.
    var options: Hearth_V1_CallOptions { Hearth_V1_CallOptions(clientID: clientID) }

    /// - Parameters:
    ///   - name: the name of the object to change, for errors.
    ///   - action: the command or write that is sent to a device, for errors.
    func call<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor, _ request: Request, changing name: String, by action: DeviceAction? = nil,
        timeout: Duration = .seconds(10)
    ) async throws(CommandError) -> Response {
        do throws(RPCError) {
            return try await client.unary(method, request, options: CallOptions(timeout: timeout))
        } catch {
            throw CommandError(error, changing: name, by: action)
        }
    }

    private func read<Value>(_ body: () throws -> Value) throws(CommandError) -> Value {
        do {
            return try body()
        } catch {
            throw CommandError(.refused, "the hub's answer can't be read: \(error)")
        }
    }
}
