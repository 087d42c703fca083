internal import HearthRPC
internal import HearthRPCHTTP2
public import HearthTLS
public import HearthTraitCore

/// Brings the devices of this process to a hub elsewhere. The host calls the hub, so it may stand behind any firewall,
/// and the hub's commands come down the same call.
///
/// When the call breaks, the hub says at once that the devices are offline; the host tries again, with longer and
/// longer pauses up to half a minute, and the devices are the same devices then: names and rooms that people gave stay.
/// What changed meanwhile is in the values that the host brings again. Events of that time follow, and those that the hub
/// had not stored when the call broke: the last 1,000 of all devices. They bear the time at which the hub gets them.
public final class DeviceHost: Sendable {
    private let engine: HostEngine
    /// Of a host that was made of devices.
    private let handlers: HandlerProvider?
    private let notice: @Sendable (HostNotice) -> Void

    /// A host for devices made of trait handlers.
    ///
    /// - Parameters:
    ///   - address: where the hub listens: `HOST:PORT`, `[ADDRESS]:PORT` or `unix:PATH`.
    ///   - tls: which key the hub must have (`ClientTLS.Trust.pinned`), and the key that it knows this process by, which
    ///     is renewed in time. Only a hub on this machine can do without.
    ///   - token: for a process that has a token in place of a key.
    ///   - identity: by what the hub knows this host again.
    ///   - name: for people: "Acme bridge".
    ///   - structureID: where new devices go; nil for the hub's first structure.
    ///   - devices: they start side by side, at most 16 at once; more may come and go with ``add(_:)`` and
    ///     ``remove(deviceID:)``.
    ///   - notice: called with what the people who run the host should know, one after the other.
    /// - Throws: ``HomeError``: `.invalidArgument` for what is no address or no id, and for a device that can't be, all
    ///   its mistakes named; `.failedPrecondition` when the identity's file can't be used.
    public convenience init(
        address: String, tls: ClientTLS? = nil, token: String? = nil, identity: ProviderIdentity, name: String = "",
        structureID: String? = nil,
        devices: [HostedDevice], notice: @escaping @Sendable (HostNotice) -> Void = { _ in }
    ) throws(HomeError) {
        try self.init(
            identity: identity, name: name, structureID: structureID, provider: HandlerProvider(devices),
            notice: notice, keepsCredential: tls?.identity != nil, connect: try Self.connector(address, tls, token))
    }

    /// A host for any provider.
    ///
    /// - Parameters:
    ///   - address: where the hub listens: `HOST:PORT`, `[ADDRESS]:PORT` or `unix:PATH`.
    ///   - tls: which key the hub must have (`ClientTLS.Trust.pinned`), and the key that it knows this process by, which
    ///     is renewed in time. Only a hub on this machine can do without.
    ///   - token: for a process that has a token in place of a key.
    ///   - identity: by what the hub knows this host again.
    ///   - name: for people: "Acme bridge".
    ///   - structureID: where new devices go; nil for the hub's first structure.
    ///   - provider: the devices. Started when the hub has been reached for the first time.
    ///   - traits: what the devices are made of; others may come with a device later (``DeviceReporter/bring(_:)``).
    ///   - notice: called with what the people who run the host should know, one after the other.
    /// - Throws: ``HomeError``: `.invalidArgument` for what is no address or no id, `.failedPrecondition` when the
    ///   identity's file can't be used.
    public convenience init(
        address: String, tls: ClientTLS? = nil, token: String? = nil, identity: ProviderIdentity, name: String = "",
        structureID: String? = nil,
        provider: any DeviceProvider, traits: [TraitDescriptor],
        notice: @escaping @Sendable (HostNotice) -> Void = { _ in }
    ) throws(HomeError) {
        try self.init(
            identity: identity, name: name, structureID: structureID, provider: ValueProvider(provider), traits: traits,
            notice: notice, keepsCredential: tls?.identity != nil, connect: try Self.connector(address, tls, token))
    }

    /// A host that reaches its hub in another way, or in another time.
    init(
        identity: ProviderIdentity, name: String = "", structureID: String? = nil, provider: any WorkProvider,
        traits: [TraitDescriptor] = [], clock: any HomeClock = SystemClock(),
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }, runID: String = RandomID.make(),
        notice: @escaping @Sendable (HostNotice) -> Void = { _ in }, keepsCredential: Bool = false,
        connect: @escaping @Sendable () throws(RPCError) -> any ClientTransport
    ) throws(HomeError) {
        handlers = provider as? HandlerProvider
        let machine = AttachMachine(
            providerID: try identity.load(), runID: runID, name: name, structureID: structureID ?? "",
            traits: handlers?.traits ?? traits, isStrict: handlers != nil)
        engine = HostEngine(
            machine: machine, provider: provider, clock: clock, chance: chance, keepsCredential: keepsCredential,
            has: { [handlers] id in handlers?.has(id) ?? true }, connect: connect)
        self.notice = notice
        for gap in handlers?.gaps ?? [] { engine.tell(.gap(gap)) }
    }

    /// Makes a connection whenever one is needed.
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

    /// Keeps the devices at the hub until the task is cancelled, then stops the provider. Once in the host's life.
    ///
    /// - Throws: ``HomeError`` when trying again would not help: the hub refuses the host or its traits, or another
    ///   process with the same identity took its place; what the provider throws when it can't start.
    public func run() async throws {
        try await engine.run(notice: notice)
    }

    /// Brings another device of trait handlers. When it has a trait that the hub was not told of, the host attaches
    /// anew.
    ///
    /// - Throws: ``HomeError``: `.invalidArgument` for a device that can't be, `.alreadyExists` for an id that is
    ///   there, `.failedPrecondition` for a host that was made with a provider of its own.
    public func add(_ device: HostedDevice) async throws(HomeError) {
        guard let handlers else {
            throw HomeError(.failedPrecondition, "the host has a provider of its own, which brings its devices itself")
        }
        let added = try await handlers.add(device) { [engine] isThere in engine.announce(device.id, if: isThere) }
        for gap in added.gaps { engine.tell(.gap(gap)) }
        if let description = added.description { engine.add(description) }
    }

    /// Takes a device away for good: the hub forgets it, and its name and room.
    public func remove(deviceID: String) {
        handlers?.remove(deviceID)
        engine.remove(deviceID) { handlers?.has(deviceID) == true }
    }
}
