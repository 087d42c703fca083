public import HearthCameraMedia
public import HearthDeviceBehaviors
internal import HearthRPC
internal import HearthRPCHTTP2
public import HearthTLS
public import HearthTraitCore
internal import HearthWire

// C declares `stdout` as a variable.
#if canImport(Darwin)
    @preconcurrency internal import Darwin
#else
    @preconcurrency internal import Glibc
#endif

/// Connects the devices of this process to a hub. The host opens the connection, so it can be behind a firewall;
/// commands from the hub arrive over the same call.
///
/// When the connection breaks, the hub reports the devices as offline immediately. The host reconnects with exponential
/// back-off of up to 30 s, and the devices keep the names and rooms that people gave them. State that changed in the
/// meantime is sent again in full, followed by events: those that occurred while disconnected and those that the hub
/// had not stored, up to 1,000 for all devices. Their timestamps are their times of arrival at the hub.
public final class DeviceHost: Sendable {
    private let engine: HostEngine
    /// Set if the host was created with devices.
    private let handlers: HandlerProvider?
    private let notice: @Sendable (HostNotice) -> Void

    /// Creates a host for devices made of trait handlers and behaviours.
    ///
    /// - Parameters:
    ///   - address: the hub's address: `HOST:PORT`, `[ADDRESS]:PORT` or `unix:PATH`.
    ///   - tls: the hub's pinned key (`ClientTLS.Trust.pinned`) and the key that identifies this process, whose
    ///     credential is renewed before it expires. Optional only for a hub on this machine.
    ///   - token: an access token, for a process without a key.
    ///   - identity: identifies this host to the hub across restarts.
    ///   - name: the host's name for people, such as "Acme bridge".
    ///   - structureID: the structure for new devices; nil for the hub's first one.
    ///   - devices: the devices. Up to 16 start at the same time. Use ``add(_:)`` and ``remove(deviceID:)`` later.
    ///   - cameras: what supplies the live streams of devices that are cameras; nil for none.
    ///   - clock: the clock of the devices' behaviours; another one than the machine's in tests.
    ///   - notice: called with messages for the operator of the host, one at a time.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid address or ID, and for invalid devices, with all their
    ///   mistakes; `.failedPrecondition` if the identity's file can't be used.
    public convenience init(
        address: String, tls: ClientTLS? = nil, token: String? = nil, identity: ProviderIdentity, name: String = "",
        structureID: String? = nil,
        devices: [HostedDevice], cameras: (any CameraSource)? = nil, clock: any HomeClock = SystemClock(),
        notice: @escaping @Sendable (HostNotice) -> Void = { _ in }
    ) throws(HomeError) {
        try self.init(
            identity: identity, name: name, structureID: structureID, provider: HandlerProvider(devices, clock: clock),
            cameras: cameras, notice: notice, keepsCredential: tls?.identity != nil,
            connect: try Self.connector(address, tls, token))
    }

    /// Creates a host for any provider.
    ///
    /// - Parameters:
    ///   - address: the hub's address: `HOST:PORT`, `[ADDRESS]:PORT` or `unix:PATH`.
    ///   - tls: the hub's pinned key (`ClientTLS.Trust.pinned`) and the key that identifies this process, whose
    ///     credential is renewed before it expires. Optional only for a hub on this machine.
    ///   - token: an access token, for a process without a key.
    ///   - identity: identifies this host to the hub across restarts.
    ///   - name: the host's name for people, such as "Acme bridge".
    ///   - structureID: the structure for new devices; nil for the hub's first one.
    ///   - provider: the provider of the devices. Started when the hub has been reached for the first time.
    ///   - traits: the traits that the devices have. More can be added with a device (`DeviceReporter.bring(_:)`).
    ///   - cameras: what supplies the live streams of devices that are cameras; nil for none.
    ///   - notice: called with messages for the operator of the host, one at a time.
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid address or ID; `.failedPrecondition` if the
    ///   identity's file can't be used.
    public convenience init(
        address: String, tls: ClientTLS? = nil, token: String? = nil, identity: ProviderIdentity, name: String = "",
        structureID: String? = nil,
        provider: any DeviceProvider, traits: [TraitDescriptor], cameras: (any CameraSource)? = nil,
        notice: @escaping @Sendable (HostNotice) -> Void = { _ in }
    ) throws(HomeError) {
        try self.init(
            identity: identity, name: name, structureID: structureID, provider: ValueProvider(provider), traits: traits,
            cameras: cameras, notice: notice, keepsCredential: tls?.identity != nil,
            connect: try Self.connector(address, tls, token))
    }

    /// Creates a host with its own connector and clock.
    init(
        identity: ProviderIdentity, name: String = "", structureID: String? = nil, provider: any WorkProvider,
        traits: [TraitDescriptor] = [], cameras: (any CameraSource)? = nil, clock: any HomeClock = SystemClock(),
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }, runID: String = RandomID.make(),
        notice: @escaping @Sendable (HostNotice) -> Void = { _ in }, keepsCredential: Bool = false,
        connect: @escaping @Sendable () throws(RPCError) -> any ClientTransport
    ) throws(HomeError) {
        handlers = provider as? HandlerProvider
        let machine = AttachMachine(
            providerID: try identity.load(), runID: runID, name: name, structureID: structureID ?? "",
            traits: handlers?.traits ?? traits, isStrict: handlers != nil,
            opensCameras: cameras is any CameraOpener)
        engine = HostEngine(
            machine: machine, provider: provider, cameras: cameras, clock: clock, chance: chance,
            keepsCredential: keepsCredential,
            has: { [handlers] id in handlers?.has(id) ?? true }, connect: connect)
        self.notice = notice
        for gap in handlers?.gaps ?? [] { engine.notify(.gap(gap)) }
    }

    /// Returns a function that creates a connection to the hub.
    private static func connector(
        _ address: String, _ tls: ClientTLS?, _ token: String?
    ) throws(HomeError) -> @Sendable () throws(RPCError) -> any ClientTransport {
        var settings = HTTP2Transport.Settings()
        settings.tls = tls
        settings.token = token
        let connect = { @Sendable [settings] () throws(RPCError) -> any ClientTransport in
            try HTTP2Transport(connectingTo: address, settings: settings)
        }
        do throws(RPCError) {
            _ = try connect()
        } catch {
            throw HomeError(error)
        }
        return connect
    }

    /// Keeps the devices connected until the task is cancelled, then stops the provider. May be called once.
    ///
    /// - Throws: `HomeError` if retrying would not help: the hub refuses the host or its traits, or another process
    ///   with the same identity has replaced it. Also the provider's error if it can't start.
    public func run() async throws {
        try await engine.run { [notice] message in
            notice(message)
            // Output to a pipe is block-buffered. Flushing all streams would also wait for a reader that holds stdin.
            fflush(stdout)
        }
    }

    /// Adds a device made of trait handlers and behaviours. If it has a trait that the hub doesn't know yet,
    /// the host reconnects.
    ///
    /// - Throws: `HomeError`: `.invalidArgument` for an invalid device, `.alreadyExists` if its ID is in use,
    ///   `.failedPrecondition` if the host was created with a provider.
    public func add(_ device: HostedDevice) async throws {
        guard let handlers else {
            throw HomeError(.failedPrecondition, "the host was created with a provider, which adds its own devices")
        }
        let added = try await handlers.add(device) { [engine] isThere in engine.announce(device.id, if: isThere) }
        for gap in added.gaps { engine.notify(.gap(gap)) }
        if let description = added.description { engine.add(description) }
    }

    /// Reports whether a device can be reached, for devices behind this process.
    ///
    /// - Throws: `HomeError`: `.notFound` for an unknown device, `.failedPrecondition` if the host was created with a
    ///   provider.
    package func report(isOnline: Bool, deviceID: String) throws(HomeError) {
        guard let handlers else {
            throw HomeError(.failedPrecondition, "the host was created with a provider, which reports connectivity")
        }
        try handlers.report(isOnline: isOnline, deviceID: deviceID)
    }

    /// Removes a device permanently, with its name and room at the hub.
    public func remove(deviceID: String) {
        handlers?.remove(deviceID)
        engine.remove(deviceID) { handlers?.has(deviceID) == true }
    }

    /// Hands a physical event, such as a pressed button or a measured value, to the behaviours of a device.
    ///
    /// It also changes them before the first contact with the hub. Matter's events of that time are lost; the state
    /// that they led to is not.
    ///
    /// - Parameters:
    ///   - input: the event.
    ///   - deviceID: ID of the device.
    ///   - endpoint: the endpoint; nil for all. Behaviours without such an input ignore it.
    /// - Throws: `HomeError`: `.notFound` for an unknown device, `.failedPrecondition` if the host was created with a
    ///   provider.
    public func sense(_ input: PhysicalInput, deviceID: String, endpoint: UInt16? = nil) async throws(HomeError) {
        guard let handlers else {
            throw HomeError(.failedPrecondition, "the host was created with a provider, which has its own inputs")
        }
        try await handlers.sense(input, deviceID: deviceID, endpoint: endpoint)
    }
}
