public import Foundation
internal import Hearth
internal import HearthAccessories
internal import Synchronization

/// A service of an accessory (HK-27): what the accessory does, as a set of characteristics.
public final class HMService: NSObject, Sendable {
    private struct State: Sendable {
        var characteristics: [HMCharacteristic]
        var linked: [ServiceKey]
        var isPrimary: Bool
    }

    private let state: Mutex<State>
    let key: ServiceKey
    private let owner: Owner

    /// The accessory, which retains the service.
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

    /// In a line: `HMService("Floor Lamp", Lightbulb)`.
    public override var description: String { "HMService(\"\(name)\", \(localizedDescription))" }

    /// The accessory; nil when it was removed and nobody has it any more.
    public var accessory: HMAccessory? { owner.accessory }
    /// The UUID of the type: one of the `HMServiceType` constants, or a maker's own (HK-29).
    public var serviceType: String { key.type.uuid.full }
    /// What the type is called in English.
    public var localizedDescription: String {
        spaced(ServiceCatalogue.definition(of: key.type)?.homeKitName) ?? key.type.description
    }
    /// Identifies the service: the same for all programs.
    public var uniqueIdentifier: UUID { UUID(hubID: "\(owner.deviceID)/\(keyText)", kind: "service") }
    /// The name that somebody gave it, else that of its part of the device, else the accessory's.
    public var name: String { accessory.map { name(in: $0.record) } ?? localizedDescription }
    /// What is plugged into it, or what it watches, as the type of a service; nil if nobody has said so.
    public var associatedServiceType: String? {
        accessory.flatMap { setting(in: $0.record)?.associatedType }.map { HAPUUID($0)?.full ?? $0 }
    }
    /// Its characteristics.
    public var characteristics: [HMCharacteristic] { state.withLock { $0.characteristics } }
    /// Whether people operate it; false for what only holds facts about the accessory (HK-28).
    public var isUserInteractive: Bool { ServiceCatalogue.definition(of: key.type)?.isUserInteractive ?? true }
    /// Whether it says what the accessory mainly is.
    public var isPrimaryService: Bool { state.withLock { $0.isPrimary } }
    /// Services that belong to it, such as a television's inputs; nil if there are none.
    public var linkedServices: [HMService]? {
        let keys = state.withLock { $0.linked }
        let services = accessory?.services.filter { keys.contains($0.key) } ?? []
        return services.isEmpty ? nil : services
    }

    /// Names the service; the hub keeps the name. Several services may have the same (HK-94).
    ///
    /// - Throws: ``HMError``: 17 for guests, and those of names.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            try await Operation(accessory?.core).run {
                try await $0.updateService(self.reference, name: name)
            } settle: {
                .device($0)
            }
        }
    }

    /// Names the service; the hub keeps the name.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    /// Says what is plugged into an outlet or switch, or what a contact sensor watches; nil for nothing.
    ///
    /// - Throws: ``HMError``: 62 for a type that can't be, 17 for guests.
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

    /// Says what is plugged into an outlet or switch, or what a contact sensor watches; nil for nothing.
    public func updateAssociatedServiceType(
        _ serviceType: String?, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion) { try await self.updateAssociatedServiceType(serviceType) }
    }

    // MARK: For the accessory

    /// How the hub names the service.
    var reference: CachedServiceReference {
        CachedServiceReference(
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

    /// The types of the characteristics: whether a service has become another one.
    var shape: [String] { [keyText] + characteristics.map(\.type.uuid.description) }

    var firmwareVersion: String? {
        guard key.type == .accessoryInformation else { return nil }
        return characteristics.first { $0.type == .firmwareRevision }?.value as? String
    }

    /// Takes the present values; characteristics that were there before are the same objects.
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

    /// The characteristics whose values have changed since they were asked for last.
    func takeChanged() -> [HMCharacteristic] { characteristics.filter { $0.takeChanged() } }
}

/// "PowerState" as "Power State".
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
