public import HearthCombine
public import HearthRPC
public import HearthTraitCore

/// A home on a hub: the entry to its structures, rooms and devices.
///
/// Connecting fetches the whole state and follows it from then on, so that what is read is local and present. When
/// the connection breaks it is made anew; what is shown meanwhile is what was there last, with unknown connectivity.
/// Publishers fail only when the hub refuses for good; they finish when the home is disconnected.
///
/// Publishers deliver on the thread of the connection, one after the other: what blocks or takes long belongs elsewhere,
/// by `receive(on:)` or a task.
public final class Home: Sendable {
    let connection: HomeConnection
    /// What ``disconnect()`` ends besides the connection.
    private let session: AppSession.Kept?

    init(_ connection: HomeConnection, session: AppSession.Kept? = nil) {
        self.connection = connection
        self.session = session
    }

    /// Connects over a client of one's own, for instance one in the hub's process.
    ///
    /// - Parameter clock: time for retries and limits.
    /// - Throws: `HomeError`.
    public static func connect(
        over client: RPCClient, configuration: HomeClientConfiguration = Home.configuration,
        clock: any HomeClock = SystemClock()
    ) async throws(HomeError) -> Home {
        let connection = HomeConnection(calls: client, ownsCalls: false, configuration: configuration, clock: clock)
        try await connection.open()
        return Home(connection)
    }

    /// Shows nothing and changes nothing: what the app may do is the role that the owner of the hub gave it. Here so that
    /// apps compile that have such a button.
    @available(*, deprecated, message: "the owner of the hub says what an app may do; take the button away")
    public func presentPermissionsUpdate() {}

    /// Ends the connection, and with it the app's session, if it is the session's. Publishers finish, and
    /// later calls fail with `.cancelled`. What the user has claimed stays claimed.
    ///
    /// An app that only ends lets go of its home instead: that ends the connection, too, and keeps the session.
    public func disconnect() async {
        session?.end()
        await connection.disconnect()
    }

    /// The version of this SDK.
    public static let version = "0.1.0"

    /// What the home is told apart by, for what an app keeps of its own about it: the hub's id.
    public var identifier: String { hubID }

    /// The hub's id, the same for the life of its store.
    public var hubID: String { connection.hubID ?? "" }

    /// What this connection is called in the causes of its changes.
    public var clientID: String { connection.configuration.clientID }

    /// The structures of the home.
    public func structures() -> any Query<Structure> {
        HomeQuery(connection: connection) { connection, cache in
            Set(cache.state.structures.values.map { Structure($0, connection) })
        }
    }

    /// The rooms of all structures. Devices that enter or leave a room show among the devices, not here.
    public func rooms() -> any Query<Room> {
        HomeQuery(connection: connection) { connection, cache in
            Set(cache.state.rooms.values.map { Room($0, connection) })
        }
    }

    /// The devices of all structures. A device changes by its name, room, types, traits and connectivity; the values
    /// of its traits are followed through its types.
    ///
    /// - Parameter enableMultipartDevices: how ``HomeDevice/types`` sees a device with several parts, see
    ///   ``HomeDevice/enableMultipartDevices``. A device is one device either way.
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

    /// One device: at once, and again whenever it changes. Finishes when the device is removed; fails with
    /// `.notFound` when there is none.
    ///
    /// - Parameter enableMultipartDevices: see ``HomeDevice/enableMultipartDevices``.
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

    /// Every change from now on, with its cause and events: what logs and tools need. Unlike other publishers it leaves
    /// nothing out, and fails with `.resourceExhausted` when 10,000 changes wait unread.
    public func changes() -> AnyPublisher<HomeChange, HomeError> {
        SourcePublisher { [connection] wake in ChangeFeed(connection, wake: wake) }.eraseToAnyPublisher()
    }

    /// Adds a structure.
    ///
    /// - Throws: `HomeError`.
    public func createStructure(name: String) async throws(HomeError) -> Structure {
        let response: Hearth_V1_CreateStructureResponse = try await connection.change(
            Hearth_V1_HomeMethods.createStructure,
            Hearth_V1_CreateStructureRequest(name: name, options: connection.callOptions),
            "the new structure")
        await connection.reach([response.position])
        return Structure(StructureRecord(try present(response.structure, "structure")), connection)
    }
}

extension Home {
    /// One trait as it is now, without its Swift type; nil when there is none.
    public func record(at path: TraitPath) -> TraitRecord? {
        connection.withCache { $0.records(of: path.target)[path.traitID] }
    }

    /// The way to an endpoint's commands and attributes, without Swift types: with a descriptor's encoded arguments,
    /// for code that is written once for all traits.
    public func interaction(with target: TraitTarget) -> TraitInteraction {
        TraitInteraction(target: target, proxy: connection)
    }
}
