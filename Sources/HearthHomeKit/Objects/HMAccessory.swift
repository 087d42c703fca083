public import Foundation
internal import Hearth
internal import HearthAccessories
internal import HearthTraitCore
internal import Synchronization

/// An accessory of a home: a device as a set of services.
///
/// Its services and characteristics are made when they are first asked for, and stay the same objects as long as the
/// accessory has them.
public final class HMAccessory: NSObject, Sendable {
    struct State: Sendable {
        var record: CachedDevice
        var delegate = AccessoryDelegate()
        /// nil until somebody asks.
        var isReachable: Bool?
        /// nil until somebody asks.
        var parts: Parts?
        /// What was written and not sent yet.
        var writes = WaitingWrites()
    }

    /// The services, and the state that they show.
    struct Parts: Sendable {
        var services: [HMService]
        var traits: [TraitPath: TraitRecord]
        /// Descriptors of makers' traits.
        var makers: [UInt32: TraitDescriptor]
    }

    let state: Mutex<State>
    let id: String
    let homeID: String
    weak let core: HomeKitModel?

    init(_ record: CachedDevice, _ model: HomeKitModel) {
        state = Mutex(State(record: record))
        id = record.id
        homeID = record.structureID
        self.core = model
    }

    /// In a line: `HMAccessory("Floor Lamp", reachable)`.
    public override var description: String {
        "HMAccessory(\"\(name)\", \(isReachable ? "reachable" : "not reachable"))"
    }

    /// Hears of what others change, and what the accessory does by itself; not retained.
    public var delegate: (any HMAccessoryDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = AccessoryDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
            // What it is told are changes of this.
            if newValue != nil { _ = isReachable }
        }
    }

    // MARK: What it is

    /// The name, which the hub keeps.
    public var name: String { state.withLock { $0.record.name } }
    /// Identifies the accessory: the same for all programs.
    public var uniqueIdentifier: UUID { UUID(hubID: id, kind: "accessory") }
    /// The home; nil when the accessory was removed.
    public var home: HMHome? { core?.accessory(id) === self ? core?.home(homeID) : nil }
    /// The room, which is the default one if the accessory is in no other (HK-18); nil when it was removed.
    public var room: HMRoom? {
        guard let home else { return nil }
        return roomID.flatMap { core?.room($0) } ?? home.roomForEntireHome()
    }
    /// Whether it can be reached: it, its provider and the hub are there.
    public var isReachable: Bool {
        if let known = state.withLock({ $0.isReachable }) { return known }
        let isReachable = computedReachability
        state.withLock { $0.isReachable = isReachable }
        return isReachable
    }
    /// Whether it is behind a bridge.
    public var isBridged: Bool { state.withLock { $0.record.bridgeID != nil } }
    /// Whether the home refuses it. Hubs block none.
    public var isBlocked: Bool { false }
    /// Of a bridge, what is behind it; nil for others.
    public var uniqueIdentifiersForBridgedAccessories: [UUID]? {
        let behind =
            home?.accessories.filter { accessory in
                accessory.state.withLock { $0.record.bridgeID == id }
            } ?? []
        return behind.isEmpty ? nil : behind.map(\.uniqueIdentifier)
    }
    /// What kind of thing it mainly is.
    public var category: HMAccessoryCategory {
        if uniqueIdentifiersForBridgedAccessories != nil { return HMAccessoryCategory(HMAccessoryCategoryTypeBridge) }
        let primary = services.first(where: \.isPrimaryService)?.serviceType
        return HMAccessoryCategory(
            primary.map { HMAccessoryCategory.type(ofService: $0) } ?? HMAccessoryCategoryTypeOther)
    }
    /// The maker; nil if it is not known.
    public var manufacturer: String? { information(HMCharacteristicTypeManufacturer) }
    /// The maker's name for the model; nil if it is not known.
    public var model: String? { information(HMCharacteristicTypeModel) }
    /// The version of the firmware; nil if it is not known.
    public var firmwareVersion: String? { information(HMCharacteristicTypeFirmwareVersion) }
    /// The node's ID in a Matter fabric. Not known here: hubs' providers keep it.
    public var matterNodeID: NSNumber? { nil }
    /// Whether ``identify(completionHandler:)`` does something.
    public var supportsIdentify: Bool { characteristic(HMCharacteristicTypeIdentify) != nil }
    /// The controls of cameras; nil without a camera (HK-81). Hubs have none yet.
    public var cameraProfiles: [HMCameraProfile]? { nil }
    /// Sets of controls. Hubs have none yet.
    public var profiles: [HMAccessoryProfile] { [] }

    /// The services (HK-27), that with the accessory's information first (HK-28).
    public var services: [HMService] { parts.services }

    // MARK: What people do with it

    /// Renames the accessory; the hub keeps the name.
    ///
    /// - Throws: ``HMError``: 31 if something in the home has such a name, 17 for guests, and those of names.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            try await Operation(core).run {
                try await $0.updateDevice(self.id, name: name)
            } settle: {
                .device($0)
            }
        }
    }

    /// Renames the accessory; the hub keeps the name.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    /// Has the accessory make itself known, by a light or a sound, for some seconds.
    ///
    /// - Throws: ``HMError``: 48 if it can't, 4 if it can't be reached.
    public func identify() async throws {
        guard let identify = characteristic(HMCharacteristicTypeIdentify) else {
            throw HMError(.operationNotSupported, "\(name) has no way to make itself known")
        }
        try await identify.write(.bool(true))
    }

    /// Has the accessory make itself known, by a light or a sound, for some seconds.
    public func identify(completionHandler completion: @escaping ((any Error)?) -> Void) {
        report(completion) { try await self.identify() }
    }

    // MARK: For the model

    var roomID: String? { state.withLock { $0.record.roomID } }
    var record: CachedDevice { state.withLock { $0.record } }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func replace(_ new: CachedDevice) -> CachedDevice {
        state.withLock { state in
            defer { state.record = new }
            return state.record
        }
    }

    /// Calls the delegate. Main queue.
    func toldDelegate(_ tell: (any HMAccessoryDelegate) -> Void) {
        if let delegate { tell(delegate) }
    }

    private func characteristic(_ type: String) -> HMCharacteristic? {
        services.lazy.flatMap(\.characteristics).first { $0.characteristicType == type }
    }

    private func information(_ type: String) -> String? {
        services.first { $0.serviceType == HMServiceTypeAccessoryInformation }?.characteristics
            .first { $0.characteristicType == type }?.value as? String
    }

    private var computedReachability: Bool {
        guard let model = core, model.isLive else { return false }
        let state = model.model.connectivity(of: id).connectivityState
        return state == .online || state == .partiallyOnline
    }

    /// Looks again whether it can be reached. Main queue.
    func updateReachability(tells: Bool) {
        let new = computedReachability
        let old = state.withLock { state in
            defer { state.isReachable = new }
            return state.isReachable
        }
        guard let old, old != new else { return }
        // HK-40: notifications end with an accessory that goes away; not with the hub, which comes back to the same.
        if !new, core?.isLive == true {
            let services = state.withLock { $0.parts?.services } ?? []
            for characteristic in services.flatMap(\.characteristics) { characteristic.endNotification() }
        }
        if tells { toldDelegate { $0.accessoryDidUpdateReachability(self) } }
    }
}
