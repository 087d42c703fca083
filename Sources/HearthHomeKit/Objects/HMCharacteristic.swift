public import Foundation
internal import Hearth
internal import HearthAccessories
internal import HearthBase
internal import Synchronization

/// A characteristic of a service (HK-29): one value with its limits.
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

    /// The service, which retains the characteristic.
    private struct Owner: Sendable {
        weak let service: HMService?
    }

    init(_ characteristic: AccessoryCharacteristic, of service: HMService) {
        type = characteristic.type
        owner = Owner(service: service)
        state = Mutex(State(value: characteristic.value, permissions: characteristic.permissions))
    }

    /// In a line: `HMCharacteristic(Brightness = 71)`.
    public override var description: String { "HMCharacteristic(\(localizedDescription) = \(value ?? "nil"))" }

    /// The service; nil when the accessory was removed and nobody has it any more.
    public var service: HMService? { owner.service }
    /// The UUID of the type: one of the `HMCharacteristicType` constants, or a maker's own (HK-29).
    public var characteristicType: String { type.uuid.full }
    /// What the type is called in English.
    public var localizedDescription: String {
        spaced(CharacteristicCatalogue.definition(of: type)?.homeKitName) ?? type.description
    }
    /// Identifies the characteristic: the same for all programs.
    public var uniqueIdentifier: UUID {
        UUID(hubID: "\(service?.uniqueIdentifier.uuidString ?? "")/\(type.uuid.full)", kind: "characteristic")
    }
    /// The value as the hub knows it (HK-31): an `NSNumber`, a `String` or `Data`; nil where it is not known or can't be
    /// read.
    public var value: Any? { state.withLock { $0.value }?.object }
    /// What can be done with it: `HMCharacteristicPropertyReadable` and others (HK-41).
    public var properties: [String] { HMCharacteristic.properties(of: state.withLock { $0.permissions }) }
    /// The format and the device's own limits (HK-33); nil when the accessory was removed.
    public var metadata: HMCharacteristicMetadata? {
        guard let service, let accessory = service.accessory else { return nil }
        return accessory.view.accessory()[CharacteristicKey(service.key, type)].map {
            HMCharacteristicMetadata($0.metadata)
        }
    }
    /// Whether the accessory's delegate hears of changes (HK-40). False again when the accessory can't be reached any more.
    public var isNotificationEnabled: Bool { state.withLock { $0.isNotificationEnabled } }

    // MARK: Reading and writing

    /// Refreshes ``value``.
    ///
    /// - Throws: ``HMError``: 6 if it can only be written, 4 if the accessory can't be reached.
    public func readValue() async throws {
        try await read(at: readingPlace())
    }

    /// Refreshes ``value``.
    public func readValue(completionHandler completion: @escaping ((any Error)?) -> Void) {
        let place = readingPlace()
        report(completion) { try await self.read(at: place) }
    }

    /// The place of a reading behind what was written before.
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

    /// Writes a value (HK-32), which is brought to the next step of ``HMCharacteristicMetadata/stepValue``.
    ///
    /// Values are written in the order of the calls. Of several that wait for a slow accessory only the last one is
    /// sent, and all calls return what becomes of it. Hue and saturation, and the two thresholds of a thermostat, which
    /// are written within 30 ms, are sent together.
    ///
    /// - Throws: ``HMError``: 5 if it can't be written, 20 for nil, 43 to 46, 51 and 3 for values that it can't have, 4 if
    ///   the accessory can't be reached, and what the device says.
    public nonisolated(nonsending) func writeValue(_ value: Any?) async throws {
        try await write(CharacteristicValue(written: value, to: localizedDescription))
    }

    /// Writes a value (HK-32).
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

    /// Waits for what becomes of a write, also when the accessory was removed meanwhile.
    func result(of outcome: OneShot<Result<Void, HMError>>) async throws(HMError) {
        guard let result = await outcome.wait() else {
            let name = service?.accessory?.name ?? localizedDescription
            throw HMError(.operationCancelled, "the task was cancelled while \(name) was written to")
        }
        try result.get()
    }

    /// Begins to write a value: what is called next comes after it.
    private func begin(_ value: CharacteristicValue, _ outcome: @escaping WriteOutcome) throws {
        let accessory = try present()
        guard let service else {
            throw HMError(.objectNotAssociatedToAnyHome, "the service of \(localizedDescription) was removed")
        }
        // Of a state only the last value counts. What can't be read, or is data of a protocol, is a command.
        let isState =
            switch value {
            case .data, .tlv8: false
            default: state.withLock { $0.permissions }.contains(.read)
            }
        try accessory.begin(
            CharacteristicWrite(CharacteristicKey(service.key, type), value), isState: isState, outcome)
    }

    /// Whether the accessory's delegate is to hear of changes (HK-40).
    ///
    /// - Throws: ``HMError``: 7 if the characteristic does not tell of its changes, 68 if it is switched on already, 4 if
    ///   the accessory can't be reached.
    public func enableNotification(_ enable: Bool) async throws {
        let accessory = try present()
        guard state.withLock({ $0.permissions }).contains(.events) else {
            throw HMError(
                .notificationNotSupported, "\(localizedDescription) of \(accessory.name) does not tell of its changes")
        }
        if enable { try accessory.checkReachable() }
        try state.withLock { state in
            guard !enable || !state.isNotificationEnabled else {
                throw HMError(.notificationAlreadyEnabled, "\(localizedDescription) of \(accessory.name) tells already")
            }
            state.isNotificationEnabled = enable
        }
    }

    /// Whether the accessory's delegate is to hear of changes (HK-40).
    public func enableNotification(_ enable: Bool, completionHandler completion: @escaping ((any Error)?) -> Void) {
        report(completion) { try await self.enableNotification(enable) }
    }

    /// Data that authorizes writes (HK-41). It is kept for this object; no characteristic of a hub asks for it.
    public func updateAuthorizationData(_ data: Data?) async throws {
        state.withLock { $0.authorizationData = data }
    }

    /// Data that authorizes writes (HK-41).
    public func updateAuthorizationData(_ data: Data?, completionHandler completion: @escaping ((any Error)?) -> Void) {
        report(completion) { try await self.updateAuthorizationData(data) }
    }

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
            // A press of a button stays until the next one; a value that HomeKit has no word for stays as it was.
            guard new.value != nil || !(new.isLastKnown || type == .programmableSwitchEvent),
                state.value != new.value
            else { return }
            state.value = new.value
            state.hasChanged = true
        }
    }

    func happened(_ value: CharacteristicValue) { state.withLock { $0.value = value } }

    /// This program has written a value, which the hub can't tell any more.
    func settle(_ value: CharacteristicValue) { state.withLock { $0.value = value } }

    func takeChanged() -> Bool {
        state.withLock { state in
            defer { state.hasChanged = false }
            return state.hasChanged
        }
    }
}
