public import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import Synchronization

/// A service of an accessory: one of its functions, as a set of characteristics.
public final class HMService: NSObject, Sendable {
    private struct State: Sendable {
        var characteristics: [HMCharacteristic]
        var linked: [ServiceKey]
        var isPrimary: Bool
    }

    private let state: Mutex<State>
    let key: ServiceKey
    private let owner: Owner

    /// A weak reference to the accessory, which retains the service.
    private struct Owner: Sendable {
        weak let accessory: HMAccessory?
        let deviceID: String
    }

    init(_ service: AccessoryService, linked: [ServiceKey], of accessory: HMAccessory) {
        key = service.key
        owner = Owner(accessory: accessory, deviceID: accessory.id)
        state = Mutex(State(characteristics: [], linked: linked, isPrimary: service.isPrimary))
        super.init()
        let characteristics = service.characteristics.map { HMCharacteristic($0, of: self) }
        state.withLock { $0.characteristics = characteristics }
    }

    /// A one-line description, such as `HMService("Floor Lamp", Lightbulb)`.
    public override var description: String { "HMService(\"\(name)\", \(localizedDescription))" }

    /// The accessory; nil once it was removed and no longer retained.
    public var accessory: HMAccessory? { owner.accessory }
    /// The UUID of the type: one of the `HMServiceType` constants, or a maker's own.
    public var serviceType: String { key.type.uuid.full }
    /// The name of the type in English.
    public var localizedDescription: String {
        spaced(ServiceCatalogue.definition(of: key.type)?.homeKitName) ?? key.type.description
    }
    /// Identifies the service; it is the same in all programs.
    public var uniqueIdentifier: UUID { UUID(hubID: "\(owner.deviceID)/\(keyText)", kind: "service") }
    /// The name given by a user, else the name of its endpoint, else the accessory's.
    public var name: String { accessory.map { name(in: $0.record) } ?? localizedDescription }
    /// The type of the appliance plugged into it or watched by it, as a service type; nil if not set.
    public var associatedServiceType: String? {
        accessory.flatMap { setting(in: $0.record)?.associatedType }.map { HAPUUID($0)?.full ?? $0 }
    }
    /// The characteristics.
    public var characteristics: [HMCharacteristic] { state.withLock { $0.characteristics } }
    /// Whether people operate it; false for services that only describe the accessory.
    public var isUserInteractive: Bool { ServiceCatalogue.definition(of: key.type)?.isUserInteractive ?? true }
    /// Whether this is the accessory's main function.
    public var isPrimaryService: Bool { state.withLock { $0.isPrimary } }
    /// The services linked to it, such as a television's inputs; nil if no service is linked.
    public var linkedServices: [HMService]? {
        let keys = state.withLock { $0.linked }
        let services = accessory?.services.filter { keys.contains($0.key) } ?? []
        return services.isEmpty ? nil : services
    }

    /// Renames the service; the hub stores the name. Several services may have the same name.
    ///
    /// - Throws: ``HMError``: `insufficientPrivileges` for guests; a code for an invalid name, as in
    ///   ``HMHome/updateName(_:)``.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            try await Operation(accessory?.core).run {
                try await $0.updateService(self.reference, name: name)
            } settle: {
                .device($0)
            }
        }
    }

    /// Renames the service; the hub stores the name.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    /// Sets the type of the appliance that is plugged into an outlet or switch, or watched by a contact sensor; nil for
    /// none.
    ///
    /// - Throws: ``HMError``: `invalidAssociatedServiceType` for a service type that can't be associated;
    ///   `insufficientPrivileges` for guests.
    public func updateAssociatedServiceType(_ serviceType: String?) async throws {
        try await inOrder {
            try await Operation(accessory?.core).run {
                try await $0.updateService(
                    self.reference, associatedType: serviceType.map { HAPUUID($0)?.description ?? $0 } ?? "")
            } settle: {
                .device($0)
            }
        }
    }

    /// Sets the type of the appliance that is plugged into an outlet or switch, or watched by a contact sensor; nil for
    /// none.
    public func updateAssociatedServiceType(
        _ serviceType: String?, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion) { try await self.updateAssociatedServiceType(serviceType) }
    }

    // MARK: For the accessory

    /// The hub's reference to the service.
    var reference: ServiceReference {
        ServiceReference(
            deviceID: owner.deviceID, endpoint: key.endpoint, type: key.type.uuid.description, part: key.part)
    }

    private var keyText: String { "\(key.endpoint)/\(key.type.uuid.full)/\(key.part)" }

    func setting(in record: CachedDevice) -> CachedServiceSetting? {
        record.services.first {
            $0.endpoint == key.endpoint && $0.part == key.part && HAPUUID($0.type) == key.type.uuid
        }
    }

    func name(in record: CachedDevice) -> String {
        setting(in: record)?.name ?? record.endpoints.first { $0.id == key.endpoint }?.name ?? record.name
    }

    /// The key and the types of the characteristics. If it changes, the delegate is notified of changed services.
    var shape: [String] { [keyText] + characteristics.map(\.type.uuid.description) }

    var firmwareVersion: String? {
        guard key.type == .accessoryInformation else { return nil }
        return characteristics.first { $0.type == .firmwareRevision }?.value as? String
    }

    /// Updates the values. Characteristics that exist already keep their objects.
    func update(_ service: AccessoryService, linked: [ServiceKey]) {
        let known = characteristics
        let new = service.characteristics.map { characteristic in
            guard let old = known.first(where: { $0.type == characteristic.type }) else {
                return HMCharacteristic(characteristic, of: self)
            }
            old.update(characteristic)
            return old
        }
        state.withLock { $0 = State(characteristics: new, linked: linked, isPrimary: service.isPrimary) }
    }

    /// The characteristics whose values changed since the last call.
    func takeChanged() -> [HMCharacteristic] { characteristics.filter { $0.takeChanged() } }
}

/// Splits a name in camel case: "PowerState" becomes "Power State".
func spaced(_ name: String?) -> String? {
    name.map { name in
        var text = ""
        for character in name {
            if character.isUppercase, text.last?.isLowercase == true { text.append(" ") }
            text.append(character)
        }
        return text
    }
}
