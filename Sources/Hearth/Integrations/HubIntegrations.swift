public import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The integrations of a hub: its connections to devices of other ecosystems, and what it has found nearby. For the
/// hub's owner; calls of others fail with `.permissionDenied`.
///
/// ```swift
/// for try await state in home.integrations.add(found, secrets: ["key": IntegrationSecret(key)]) {
///     show(state)
/// }
/// ```
///
/// ``Home/integrations`` makes the calls over a home's connection.
public struct HubIntegrations: Sendable {
    let connection: HomeConnection

    init(_ connection: HomeConnection) { self.connection = connection }

    /// Creates it for an existing client.
    ///
    /// - Parameters:
    ///   - client: makes the calls.
    ///   - configuration: the app's settings. Default: those set with ``Home/configure(_:)``.
    public init(over client: RPCClient, configuration: HomeClientConfiguration = Home.configuration) {
        connection = HomeConnection(
            calls: client, ownsCalls: false, configuration: configuration, clock: SystemClock())
    }

    // MARK: Reading

    /// The kinds of integrations that the hub has.
    ///
    /// - Throws: `HomeError`: `.unimplemented` if the hub is older, `.unavailable` if it can't be reached.
    public func kinds() async throws(HomeError) -> [IntegrationKind] {
        let response: Hearth_V1_ListIntegrationKindsResponse = try await connection.call(
            Hearth_V1_IntegrationsMethods.listIntegrationKinds, Hearth_V1_ListIntegrationKindsRequest())
        return response.kinds.map { IntegrationKind($0) }
    }

    /// The added integrations, in the order in which they were added.
    ///
    /// - Throws: `HomeError`, as ``kinds()``.
    public func list() async throws(HomeError) -> [Integration] {
        let response: Hearth_V1_ListIntegrationsResponse = try await connection.call(
            Hearth_V1_IntegrationsMethods.listIntegrations, Hearth_V1_ListIntegrationsRequest())
        return response.integrations.map { Integration($0) }
    }

    /// The things that the hub has found nearby, the newest last, without the ignored ones.
    ///
    /// - Throws: `HomeError`, as ``kinds()``.
    public func found() async throws(HomeError) -> [FoundDevice] {
        let response: Hearth_V1_ListFoundResponse = try await connection.call(
            Hearth_V1_IntegrationsMethods.listFound, Hearth_V1_ListFoundRequest())
        return response.found.map { FoundDevice($0) }
    }

    /// The things that people have hidden from ``found()``, in the order in which they were hidden. At most 500.
    ///
    /// - Throws: `HomeError`, as ``kinds()``.
    public func ignored() async throws(HomeError) -> [IgnoredDevice] {
        let response: Hearth_V1_ListFoundResponse = try await connection.call(
            Hearth_V1_IntegrationsMethods.listFound, Hearth_V1_ListFoundRequest())
        return response.ignored.map { IgnoredDevice($0) }
    }

    /// The integrations, found and ignored things: first all of them, and then each change. After a lost connection all of them
    /// come again.
    ///
    /// - Returns: changes without end. A read throws `HomeError`: `.permissionDenied`, `.unimplemented` if the hub is
    ///   older, or the error with which the home was disconnected. If the task is cancelled, the stream ends.
    public func changes() -> AsyncThrowingStream<IntegrationsChange, any Error> {
        let reader = IntegrationsReader(connection)
        return AsyncThrowingStream { try await reader.next() }
    }

    // MARK: Ignoring

    /// Hides a found thing from those that are found, for everyone, until it is shown again or added. It stays hidden when
    /// it announces itself again or at another address. The hub hides at most 500 things; for another one it shows the
    /// one again that was hidden first, if possible one that is not near.
    ///
    /// - Parameter id: ``FoundDevice/id`` of the thing.
    /// - Throws: `HomeError`: `.notFound` if it is not found any more, `.failedPrecondition` if an integration has it,
    ///   `.unimplemented` if the hub is older.
    public func ignore(id: String) async throws(HomeError) { try await setIgnored(id, true) }

    /// Shows an ignored thing again, once it is near. Has no effect on a thing that is not ignored.
    ///
    /// - Parameter id: ``IgnoredDevice/id`` of the thing.
    /// - Throws: `HomeError`: `.unimplemented` if the hub is older.
    public func stopIgnoring(id: String) async throws(HomeError) { try await setIgnored(id, false) }

    private func setIgnored(_ id: String, _ isIgnored: Bool) async throws(HomeError) {
        let _: Hearth_V1_IgnoreFoundResponse = try await connection.change(
            Hearth_V1_IntegrationsMethods.ignoreFound, Hearth_V1_IgnoreFoundRequest(key: id, ignored: isIgnored),
            "the choice of what is ignored")
    }

    // MARK: Adding

    /// Adds something that was found.
    ///
    /// - Parameters:
    ///   - found: the thing, from ``found()`` or ``changes()``.
    ///   - name: display name; nil for the one that it announces.
    ///   - settings: values that replace those that it announces, by field.
    ///   - secrets: keys, passwords and codes by field.
    ///   - structureID: ID of the structure for its devices; nil for that before its removal, else the first.
    /// - Returns: the states, which end with ``AddingState/done(_:deviceIDs:)`` or ``AddingState/failed(_:)``. Dropping
    ///   the stream or cancelling its task cancels the addition. A read throws `HomeError`: `.notFound` if it is not
    ///   found any more, `.invalidArgument` for a value, `.permissionDenied`, `.unavailable` if the connection was lost,
    ///   so that ``list()`` tells whether it was added.
    public func add(
        _ found: FoundDevice, name: String? = nil, settings: [String: String] = [:],
        secrets: [String: IntegrationSecret] = [:], structureID: String? = nil
    ) -> AsyncThrowingStream<AddingState, any Error> {
        add(
            Hearth_V1_AddIntegrationRequest(
                foundKey: found.id, name: name ?? "", settings: [Hearth_V1_IntegrationSetting](settings),
                secrets: [Hearth_V1_IntegrationSetting](secrets), structureID: structureID ?? ""))
    }

    /// Adds an integration by its settings, such as an address.
    ///
    /// - Parameters:
    ///   - kind: ``IntegrationKind/id`` of the kind.
    ///   - name: display name; nil for the one that the other end announces.
    ///   - settings: values by field.
    ///   - secrets: keys, passwords and codes by field.
    ///   - structureID: ID of the structure for its devices; nil for that before its removal, else the first.
    /// - Returns: the states, as ``add(_:name:settings:secrets:structureID:)``.
    public func add(
        kind: String, name: String? = nil, settings: [String: String] = [:],
        secrets: [String: IntegrationSecret] = [:], structureID: String? = nil
    ) -> AsyncThrowingStream<AddingState, any Error> {
        add(
            Hearth_V1_AddIntegrationRequest(
                kind: kind, name: name ?? "", settings: [Hearth_V1_IntegrationSetting](settings),
                secrets: [Hearth_V1_IntegrationSetting](secrets), structureID: structureID ?? ""))
    }

    private func add(_ request: Hearth_V1_AddIntegrationRequest) -> AsyncThrowingStream<AddingState, any Error> {
        let reader = AddingReader(connection, request)
        return AsyncThrowingStream { try await reader.next() }
    }

    // MARK: Changing

    /// Changes the name or settings of an integration. The hub connects again with them; the devices stay.
    ///
    /// - Parameters:
    ///   - id: ID of the integration.
    ///   - name: the new name; nil to keep the name.
    ///   - settings: the settings to change; an empty value deletes one.
    ///   - secrets: the secrets to change; an empty value deletes one.
    /// - Throws: `HomeError`: `.notFound`, `.invalidArgument` for a value, `.alreadyExists` for a taken name.
    @discardableResult
    public func change(
        id: String, name: String? = nil, settings: [String: String] = [:], secrets: [String: IntegrationSecret] = [:]
    ) async throws(HomeError) -> Integration {
        let response: Hearth_V1_ChangeIntegrationResponse = try await connection.change(
            Hearth_V1_IntegrationsMethods.changeIntegration,
            Hearth_V1_ChangeIntegrationRequest(
                integrationID: id, name: name, settings: [Hearth_V1_IntegrationSetting](settings),
                secrets: [Hearth_V1_IntegrationSetting](secrets)), "the change of the integration")
        return Integration(try present(response.integration, "integration"))
    }

    /// Removes an integration with its devices, settings and secrets. If the same thing is added again within 90 days, the
    /// integration and its devices have the same IDs, and the devices their names, rooms and history.
    ///
    /// - Parameters:
    ///   - id: ID of the integration.
    ///   - forgetting: whether the hub keeps nothing of them, so that they are new ones if they are added again.
    /// - Returns: IDs of the removed devices.
    /// - Throws: `HomeError`: `.notFound` if it has already been removed.
    @discardableResult
    public func remove(id: String, forgetting: Bool = false) async throws(HomeError) -> [String] {
        let response: Hearth_V1_RemoveIntegrationResponse = try await connection.change(
            Hearth_V1_IntegrationsMethods.removeIntegration,
            Hearth_V1_RemoveIntegrationRequest(integrationID: id, forget: forgetting), "the removal of the integration")
        return response.deviceIDs
    }

    /// Connects with the settings of an integration, beside the running connection. Changes nothing.
    ///
    /// - Parameters:
    ///   - id: ID of the integration.
    ///   - settings: values to try in place of the stored ones.
    ///   - secrets: secrets to try in place of the stored ones.
    /// - Returns: what was found, or why the connection failed.
    /// - Throws: `HomeError`: `.notFound`, `.invalidArgument` for a value.
    public func test(
        id: String, settings: [String: String] = [:], secrets: [String: IntegrationSecret] = [:]
    ) async throws(HomeError) -> Result<IntegrationTest, IntegrationFailure> {
        let response: Hearth_V1_TestIntegrationResponse = try await connection.call(
            Hearth_V1_IntegrationsMethods.testIntegration,
            Hearth_V1_TestIntegrationRequest(
                integrationID: id, settings: [Hearth_V1_IntegrationSetting](settings),
                secrets: [Hearth_V1_IntegrationSetting](secrets)), timeout: Self.testTimeout)
        switch response.result {
        case .success(let test):
            return .success(
                IntegrationTest(
                    name: test.name, deviceNames: test.deviceNames, deviceCount: Int(test.deviceCount)))
        case .failure(let failure): return .failure(IntegrationFailure(failure))
        case nil: throw HomeError(.internal, "the hub's answer lacks the result")
        }
    }

    // MARK: Joining

    /// Lets new devices into the network of an integration, and reports what joins.
    ///
    /// - Parameters:
    ///   - id: ID of an integration whose ``Integration/canJoin`` is true.
    ///   - seconds: how long the network is open.
    /// - Returns: the states, which end once the network is closed and the devices that joined are described or have
    ///   failed. Dropping the stream or cancelling its task closes the network. A read throws `HomeError`: `.notFound`,
    ///   `.failedPrecondition` if the integration has no such network or does not run, `.invalidArgument` for a time,
    ///   `.unavailable` if the network can't be opened or the connection was lost.
    public func joinDevices(id: String, seconds: Int = 120) -> AsyncThrowingStream<JoiningState, any Error> {
        let reader = JoiningReader(
            connection, Hearth_V1_JoinDevicesRequest(integrationID: id, seconds: UInt32(clamping: seconds)))
        return AsyncThrowingStream { try await reader.next() }
    }

    // MARK: Parts of devices

    /// The parts of a device that an integration has brought, in the order of its ecosystem; empty for another device.
    ///
    /// - Throws: `HomeError`: `.notFound` if the home has no such device, `.failedPrecondition` while the integration
    ///   does not run, `.unimplemented` if the hub is older.
    public func entities(ofDevice deviceID: String) async throws(HomeError) -> [DeviceEntity] {
        let response: Hearth_V1_ListEntitiesResponse = try await connection.call(
            Hearth_V1_IntegrationsMethods.listEntities, Hearth_V1_ListEntitiesRequest(deviceID: deviceID))
        return response.entities.map { DeviceEntity($0) }
    }

    /// Adds settings, diagnostic values and other parts of a device that are left out at first, or leaves them out again.
    /// The hub stores the choice.
    ///
    /// - Parameters:
    ///   - keys: ``DeviceEntity/key`` of each.
    ///   - isShown: whether to add them or to leave them out.
    ///   - deviceID: ID of the device.
    /// - Returns: all parts of the device afterwards.
    /// - Throws: `HomeError`: as ``entities(ofDevice:)``; also `.notFound` for a key, and `.failedPrecondition` for an
    ///   entity whose ``DeviceEntity/isChoice`` is false and for a device that no integration has brought.
    @discardableResult
    public func show(
        _ keys: [String], _ isShown: Bool = true, ofDevice deviceID: String
    ) async throws(HomeError) -> [DeviceEntity] {
        let response: Hearth_V1_ShowEntitiesResponse = try await connection.change(
            Hearth_V1_IntegrationsMethods.showEntities,
            Hearth_V1_ShowEntitiesRequest(deviceID: deviceID, entityKeys: keys, shown: isShown),
            "the choice of the device's parts")
        return response.entities.map { DeviceEntity($0) }
    }

    /// Longer than the hub's own limits for the steps of a test.
    private static let testTimeout = Duration.seconds(120)
}

extension Home {
    /// The integrations of the hub, over this home's connection.
    public var integrations: HubIntegrations { HubIntegrations(connection) }
}
