internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The edits of a home, and the interface for modules with their own objects: the home's cache, and calls that return
/// when the cache includes their changes.
package struct HomeModel: Sendable {
    let connection: HomeConnection
    /// The request ID in the causes of changes through this value; empty for most edits of an app itself.
    private let requestID: String

    /// Creates a module's interface. Its request ID distinguishes its changes from those of the app, and from those by
    /// the same app on another device.
    package init(_ home: Home) {
        self.init(home.connection, namesRequest: true)
    }

    /// Creates the interface for the app's own edits.
    ///
    /// - Parameter namesRequest: whether its changes have a request ID of their own, as a module's have.
    init(_ connection: HomeConnection, namesRequest: Bool = false) {
        self.connection = connection
        requestID = namesRequest ? Self.newRequestID() : ""
    }

    private static func newRequestID() -> String { "model-" + String(UInt64.random(in: .min ... .max), radix: 36) }

    /// Whether a change was caused through this value; false without a request ID, since other edits of the app have
    /// none either.
    package func isOwn(_ cause: ChangeCause?) -> Bool {
        !requestID.isEmpty && cause == .client(connection.configuration.clientID, request: requestID)
    }

    /// The hub's ID; empty until the hub has sent it.
    package var hubID: String { connection.hubID ?? "" }

    /// The integrations of the hub.
    package var integrations: HubIntegrations { HubIntegrations(connection) }

    /// Registers a module's objects, which are not retained. They receive every change after the returned state.
    package func add(_ model: any ModelTaker) -> HomeObjects { connection.add(model) }

    /// The present state.
    package var objects: HomeObjects { connection.withCache { HomeObjects($0) } }

    /// The traits of all endpoints of a device.
    package func records(of deviceID: String) -> [TraitPath: TraitRecord] {
        connection.withCache { $0.state.records(of: deviceID) }
    }

    /// The connectivity of a device: that of all its traits combined; unknown while the hub is not connected.
    package func connectivity(of deviceID: String) -> SourceConnectivity {
        connection.withCache { $0.connectivity(of: deviceID) }
    }

    /// Descriptors of traits that this program was not compiled with, if they were already fetched.
    package func knownDescriptors(of entries: [DeviceEndpoint.TraitEntry]) -> [UInt32: TraitDescriptor] {
        connection.schemas.known(entries)
    }

    /// Descriptors by trait ID, fetched from the hub if necessary. Traits that the hub can't describe are omitted.
    package func descriptors(
        of entries: [DeviceEndpoint.TraitEntry]
    ) async throws(HomeError) -> [UInt32: TraitDescriptor] {
        try await connection.descriptors(of: entries)
    }

    /// Reads the traits of a device from the hub; returns when the cache has them.
    package func read(device id: String) async throws(HomeError) {
        var request = Hearth_V1_ReadRequest(filter: Hearth_V1_WatchFilter(deviceIDs: [id]))
        var positions: [Hearth_V1_Position?] = []
        repeat {
            let response: Hearth_V1_ReadResponse = try await connection.call(Hearth_V1_HomeMethods.read, request)
            positions += response.positions.map { $0 }
            request.pageToken = response.nextPageToken
        } while !request.pageToken.isEmpty
        await connection.reach(positions)
    }

    /// Sends an encoded command, and returns the encoded response.
    @discardableResult
    package func invoke(
        _ command: CommandDescriptor, of trait: TraitDescriptor, at target: TraitTarget, arguments: [UInt8]
    ) async throws(HomeError) -> [UInt8] {
        try await connection.invoke(command, of: trait, at: target, arguments: arguments, options)
    }

    /// Opens the live stream of a camera.
    package func live(_ device: CachedDevice, endpoint: UInt16) async throws(HomeError) -> CameraStream {
        try await HomeDevice(device, connectivity: connectivity(of: device.id), connection).live(endpoint: endpoint)
    }

    /// Writes encoded attributes, all or none.
    package func update(
        _ trait: TraitDescriptor, at target: TraitTarget, attributes: [UInt8]
    ) async throws(HomeError) {
        _ = try await connection.update(trait, at: target, attributes: attributes, options)
    }

    // MARK: Calls

    /// Makes a call that changes something, and waits until the cache includes the change.
    func edit<Request: RPCMessage, Response: RPCMessage>(
        _ method: MethodDescriptor, _ request: Request, _ what: String,
        position: (Response) -> Hearth_V1_Position?
    ) async throws(HomeError) -> Response {
        let response: Response = try await connection.change(method, request, what)
        await connection.reach([position(response)])
        return response
    }

    var options: Hearth_V1_CallOptions {
        Hearth_V1_CallOptions(clientID: connection.configuration.clientID, requestID: requestID)
    }
}
