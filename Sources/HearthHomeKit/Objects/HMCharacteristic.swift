public import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import HearthBase
internal import Synchronization

/// A characteristic of a service: one value with its limits.
public final class HMCharacteristic: NSObject, Sendable {
    private struct State: Sendable {
        var value: CharacteristicValue?
        var permissions: CharacteristicPermissions
        var hasChanged = false
        var isNotificationEnabled = false
        var authorizationData: Data?
    }

    private let state: Mutex<State>
    let type: CharacteristicType
    private let owner: Owner

    /// A weak reference to the service, which retains the characteristic.
    private struct Owner: Sendable {
        weak let service: HMService?
    }

    init(_ characteristic: AccessoryCharacteristic, of service: HMService) {
        type = characteristic.type
        owner = Owner(service: service)
        state = Mutex(State(value: characteristic.value, permissions: characteristic.permissions))
    }

    /// A one-line description, such as `HMCharacteristic(Brightness = 71)`.
    public override var description: String { "HMCharacteristic(\(localizedDescription) = \(value ?? "nil"))" }

    /// The service; nil once the accessory was removed and no longer retained.
    public var service: HMService? { owner.service }
    /// The UUID of the type: one of the `HMCharacteristicType` constants, or a maker's own.
    public var characteristicType: String { type.uuid.full }
    /// The name of the type in English.
    public var localizedDescription: String {
        spaced(CharacteristicCatalogue.definition(of: type)?.homeKitName) ?? type.description
    }
    /// Identifies the characteristic; it is the same in all programs.
    public var uniqueIdentifier: UUID {
        UUID(hubID: "\(service?.uniqueIdentifier.uuidString ?? "")/\(type.uuid.full)", kind: "characteristic")
    }
    /// The latest value from the hub: an `NSNumber`, a `String` or `Data`; nil if it is unknown or can't be read.
    public var value: Any? { state.withLock { $0.value }?.object }
    /// The supported operations, such as `HMCharacteristicPropertyReadable`.
    public var properties: [String] { HMCharacteristic.properties(of: state.withLock { $0.permissions }) }
    /// The format and the device's own limits; nil after the accessory was removed.
    public var metadata: HMCharacteristicMetadata? {
        guard let service, let accessory = service.accessory else { return nil }
        return accessory.view.accessory()[CharacteristicKey(service.key, type)].map {
            HMCharacteristicMetadata($0.metadata)
        }
    }
    /// Whether the accessory's delegate is notified of changes. Resets to false when the accessory becomes unreachable.
    public var isNotificationEnabled: Bool { state.withLock { $0.isNotificationEnabled } }

    // MARK: Reading and writing

    /// Asks the hub for the current value and updates ``value``.
    ///
    /// - Throws: ``HMError``: `writeOnlyCharacteristic` for a write-only characteristic; `accessoryNotReachable` if the
    ///   accessory can't be reached.
    public func readValue() async throws {
        try await read(at: readingPlace())
    }

    /// Asks the hub for the current value and updates ``value``.
    public func readValue(completionHandler completion: @escaping ((any Error)?) -> Void) {
        let place = readingPlace()
        report(completion) { try await self.read(at: place) }
    }

    /// A place in the call order after earlier writes to the service.
    private func readingPlace() -> CallPlace? {
        guard let service, let accessory = service.accessory else { return nil }
        return accessory.core?.order.enter([.service(deviceID: accessory.id, service.key)])
    }

    private func read(at place: CallPlace?) async throws {
        guard let place else { return try await read() }
        try await place.run { try await read() }
    }

    private func read() async throws {
        let accessory = try present()
        guard state.withLock({ $0.permissions }).contains(.read) else {
            throw HMError(.writeOnlyCharacteristic, "\(localizedDescription) of \(accessory.name) can only be written")
        }
        try accessory.checkReachable()
        try await Operation(accessory.core).run { try await $0.read(device: accessory.id) }
    }

    /// Writes a value, rounded to the nearest ``HMCharacteristicMetadata/stepValue``.
    ///
    /// Values are written in the order of the calls. While an accessory is slow, only the latest waiting value is sent,
    /// and all calls get its result. Hue and saturation that are written within 30 ms are sent together, and so are a
    /// thermostat's two thresholds.
    ///
    /// - Throws: ``HMError``: `readOnlyCharacteristic` for a read-only characteristic; `nilParameter` for nil;
    ///   `invalidParameter`, `invalidValueType`, `valueLowerThanMinimum`, `valueHigherThanMaximum`,
    ///   `stringLongerThanMaximum` or `stringShorterThanMinimum` for an invalid value;
    ///   `invalidOrMissingAuthorizationData` for a missing code; `accessoryNotReachable` if the accessory can't be
    ///   reached, and the errors of the device, as for a wrong code.
    public nonisolated(nonsending) func writeValue(_ value: Any?) async throws {
        try await write(CharacteristicValue(written: value, to: localizedDescription))
    }

    /// Writes a value, as ``writeValue(_:)`` does.
    public func writeValue(_ value: Any?, completionHandler completion: @escaping ((any Error)?) -> Void) {
        let handler = MainQueueOnly(completion)
        let outcome: WriteOutcome = { result in
            MainQueue.run {
                do throws(HMError) {
                    try result.get()
                    handler.value(nil)
                } catch {
                    handler.value(error)
                }
            }
        }
        do {
            try begin(CharacteristicValue(written: value, to: localizedDescription), outcome)
        } catch {
            outcome(.failure(HMError(any: error)))
        }
    }

    func write(_ value: CharacteristicValue) async throws {
        let outcome = OneShot<Result<Void, HMError>>()
        try begin(value) { outcome.set($0) }
        try await result(of: outcome)
    }

    /// Waits for the result of a write, even if the accessory is removed meanwhile.
    func result(of outcome: OneShot<Result<Void, HMError>>) async throws(HMError) {
        guard let result = await outcome.wait() else {
            let name = service?.accessory?.name ?? localizedDescription
            throw HMError(.operationCancelled, "the task was cancelled while writing to \(name)")
        }
        try result.get()
    }

    /// Queues a write; later calls are sent after it.
    private func begin(_ value: CharacteristicValue, _ outcome: @escaping WriteOutcome) throws {
        let accessory = try present()
        guard let service else {
            throw HMError(.objectNotAssociatedToAnyHome, "the service of \(localizedDescription) was removed")
        }
        // For a state only the latest value matters. A write-only characteristic, or one with protocol data, is a
        // command.
        let isState =
            switch value {
            case .data, .tlv8: false
            default: state.withLock { $0.permissions }.contains(.read)
            }
        try accessory.begin(
            CharacteristicWrite(
                CharacteristicKey(service.key, type), value,
                authorization: state.withLock { $0.authorizationData }.map { Array($0) }), isState: isState, outcome)
    }

    /// Turns notifications of value changes to the accessory's delegate on or off.
    ///
    /// - Throws: ``HMError``: `notificationNotSupported` if the characteristic does not report its changes;
    ///   `notificationAlreadyEnabled` if notifications are on already; `accessoryNotReachable` if the accessory can't
    ///   be reached.
    public func enableNotification(_ enable: Bool) async throws { try notify(enable) }

    /// Turns notifications of value changes to the accessory's delegate on or off.
    public func enableNotification(_ enable: Bool, completionHandler completion: @escaping ((any Error)?) -> Void) {
        reportAtOnce(completion) { () throws(HMError) in try notify(enable) }
    }

    private func notify(_ enable: Bool) throws(HMError) {
        let accessory = try present()
        guard state.withLock({ $0.permissions }).contains(.events) else {
            throw HMError(
                .notificationNotSupported, "\(localizedDescription) of \(accessory.name) does not report its changes")
        }
        if enable { try accessory.checkReachable() }
        try state.withLock { state throws(HMError) in
            guard !enable || !state.isNotificationEnabled else {
                throw HMError(.notificationAlreadyEnabled, "notifications of \(localizedDescription) are on already")
            }
            state.isNotificationEnabled = enable
        }
    }

    /// Sets the data that authorizes later writes: the code of an alarm system or the PIN of a lock, in UTF-8; nil
    /// removes it. ``properties`` has `HMCharacteristicPropertyRequiresAuthorizationData` where writes need it, and are
    /// refused with code 87 without. Only this object keeps it.
    public func updateAuthorizationData(_ data: Data?) async throws { authorize(data) }

    /// Sets the data that authorizes later writes, as ``updateAuthorizationData(_:)`` does.
    public func updateAuthorizationData(_ data: Data?, completionHandler completion: @escaping ((any Error)?) -> Void) {
        reportAtOnce(completion) { authorize(data) }
    }

    private func authorize(_ data: Data?) { state.withLock { $0.authorizationData = data } }

    private func present() throws(HMError) -> HMAccessory {
        guard let accessory = service?.accessory, accessory.home != nil else {
            throw HMError(.objectNotAssociatedToAnyHome, "the accessory of \(localizedDescription) was removed")
        }
        return accessory
    }

    // MARK: For the service

    func endNotification() { state.withLock { $0.isNotificationEnabled = false } }

    func update(_ new: AccessoryCharacteristic) {
        state.withLock { state in
            state.permissions = new.permissions
            // A button press stays until the next one. A value that HomeKit can't express leaves the previous one in
            // place.
            guard new.value != nil || !(new.isLastKnown || type == .programmableSwitchEvent),
                state.value != new.value
            else { return }
            state.value = new.value
            state.hasChanged = true
        }
    }

    func happened(_ value: CharacteristicValue) { state.withLock { $0.value = value } }

    /// Stores a value that this program wrote while the hub was disconnected and can't report it.
    func settle(_ value: CharacteristicValue) { state.withLock { $0.value = value } }

    func takeChanged() -> Bool {
        state.withLock { state in
            defer { state.hasChanged = false }
            return state.hasChanged
        }
    }
}
