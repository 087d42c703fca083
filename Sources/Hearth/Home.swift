public import HearthCombine
public import HearthRPC
public import HearthTraitCore

/// A home on a hub: the entry point to its structures, rooms and devices.
///
/// Connecting fetches the complete state and keeps it up to date, so that reads are local and current. A lost
/// connection is restored automatically; until then the last known state is shown with unknown connectivity. Publishers
/// fail only if the hub refuses permanently, and complete when the home is disconnected.
///
/// Publishers deliver values one after another, on the connection's thread. Move slow or blocking work elsewhere with
/// `receive(on:)` or a task. The first value arrives after `sink` or `assign` has returned, so that the first value can
/// already cancel, and all subscribers of `share()` receive it. If `sink` or `assign` is called on the main actor or
/// queue, the first value arrives in the main queue's next turn; otherwise on the connection's thread.
public final class Home: Sendable {
    let connection: HomeConnection
    /// The app session that ``disconnect()`` ends.
    private let session: AppSession.Kept?

    init(_ connection: HomeConnection, session: AppSession.Kept? = nil) {
        self.connection = connection
        self.session = session
    }

    /// Connects through an existing client, such as one in the hub's process.
    ///
    /// - Parameters:
    ///   - client: makes the calls.
    ///   - configuration: the app's settings. Default: those set with ``configure(_:)``.
    ///   - clock: the clock for retries and timeouts.
    /// - Throws: `HomeError` if the state can't be fetched.
    public static func connect(
        over client: RPCClient, configuration: HomeClientConfiguration = Home.configuration,
        clock: any HomeClock = SystemClock()
    ) async throws -> Home {
        let connection = HomeConnection(calls: client, ownsCalls: false, configuration: configuration, clock: clock)
        try await connection.open()
        return Home(connection)
    }

    /// Does nothing. The role that the hub's owner has given an app determines what it may do. Exists so that apps with
    /// such a button compile.
    @available(*, deprecated, message: "the hub's owner decides what an app may do; remove the button")
    public func presentPermissionsUpdate() {}

    /// Disconnects, and ends the app's session if this home belongs to it. Publishers finish, and later calls fail with
    /// `.cancelled`. Claimed hubs stay claimed.
    ///
    /// To end the connection but keep the session, release the home instead.
    public func disconnect() async {
        session?.end()
        await connection.disconnect()
    }

    /// The version of this SDK.
    public static let version = "0.1.0"

    /// Stable identifier for app-side data; equals ``hubID``.
    public var identifier: String { hubID }

    /// The hub's ID, which never changes for the life of its store.
    public var hubID: String { connection.hubID ?? "" }

    /// The client ID of this connection, which appears in the causes of its changes.
    public var clientID: String { connection.configuration.clientID }

    /// The structures of the home.
    public func structures() -> any Query<Structure> {
        HomeQuery(connection: connection) { connection, cache in
            Set(cache.state.structures.values.map { Structure($0, connection) })
        }
    }

    /// The rooms of all structures. Moving a device changes the device, not its rooms.
    public func rooms() -> any Query<Room> {
        HomeQuery(connection: connection) { connection, cache in
            Set(cache.state.rooms.values.map { Room($0, connection) })
        }
    }

    /// The devices of all structures. A device changes with its name, room, types, traits and connectivity. To follow
    /// the values of its traits, subscribe to its types.
    ///
    /// - Parameter enableMultipartDevices: how ``HomeDevice/types`` treats devices with several parts; see
    ///   ``HomeDevice/enableMultipartDevices``. Default: false.
    public func devices(enableMultipartDevices: Bool = false) -> any Query<HomeDevice> {
        HomeQuery(connection: connection) { connection, cache in
            var devices: Set<HomeDevice> = []
            for record in cache.state.devices.values {
                devices.insert(
                    HomeDevice(
                        record, connectivity: cache.connectivity(of: record.id), connection,
                        enableMultipartDevices: enableMultipartDevices))
            }
            return devices
        }
    }

    /// Publishes a device: immediately, and after each change. Completes when the device is removed; fails with
    /// `.notFound` if it doesn't exist.
    ///
    /// - Parameters:
    ///   - id: ID of the device.
    ///   - enableMultipartDevices: see ``HomeDevice/enableMultipartDevices``. Default: false.
    public func device(
        id: String, enableMultipartDevices: Bool = false
    ) -> AnyPublisher<HomeDevice, HomeError> {
        connection.publisher(.device(id)) { connection, cache in
            guard let record = cache.state.devices[id] else {
                return .missing(HomeError(.notFound, "the home has no device \(id)"))
            }
            return .value(
                HomeDevice(
                    record, connectivity: cache.connectivity(of: id), connection,
                    enableMultipartDevices: enableMultipartDevices))
        }
    }

    /// Publishes every change from now on with its cause and events, for logs and tools. Unlike other publishers it
    /// skips nothing; it fails with `.resourceExhausted` when 10,000 changes are waiting to be read.
    public func changes() -> AnyPublisher<HomeChange, HomeError> {
        connection.changes()
    }

    /// Adds a structure.
    ///
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid name, `.permissionDenied` if this client may not.
    public func createStructure(name: String) async throws -> Structure {
        Structure(try await HomeModel(connection).createStructure(name: name), connection)
    }

    /// Removes a structure with all its rooms and devices.
    ///
    /// - Throws: `HomeError`: `.notFound` if it has already been removed, `.failedPrecondition` if it is the last one,
    ///   `.permissionDenied` if this client may not.
    public func deleteStructure(_ structure: Structure) async throws {
        try await deleteStructure(id: structure.id)
    }

    /// Removes the structure with this ID, with all its rooms and devices.
    ///
    /// - Throws: `HomeError`: `.notFound` if no structure has this ID, `.failedPrecondition` if it is the last one,
    ///   `.permissionDenied` if this client may not.
    public func deleteStructure(id structureID: String) async throws {
        try await HomeModel(connection).deleteStructure(structureID)
    }
}

extension Home {
    /// The current state of a trait without its Swift type; nil if the home has no such trait.
    public func record(at path: TraitPath) -> TraitRecord? {
        connection.withCache { $0.records(of: path.target)[path.traitID] }
    }

    /// Access to an endpoint's commands and attributes without Swift types, with arguments encoded by descriptors: for
    /// code that handles all traits alike.
    public func interaction(with target: TraitTarget) -> TraitInteraction {
        TraitInteraction(target: target, proxy: connection)
    }
}
