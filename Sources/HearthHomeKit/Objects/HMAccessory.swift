public import Foundation
internal import Hearth
internal import HearthHomeKitMapping
internal import HearthTraitCore
internal import Synchronization

/// An accessory of a home: a device as a set of services.
///
/// Its services and characteristics are created on first access, and stay the same objects as long as the accessory has
/// them. An accessory that ``HMAccessoryBrowser`` has found is in no home and has no services until
/// ``HMHome/addAccessory(_:completionHandler:)`` adds it.
public final class HMAccessory: NSObject, Sendable {
    struct State: Sendable {
        var record: CachedDevice
        var delegate = AccessoryDelegate()
        /// nil until first read.
        var isReachable: Bool?
        /// nil until first read.
        var parts: Parts?
        /// Writes that are not sent yet.
        var writes = WaitingWrites()
        /// What the hub has found; nil for an accessory of a home.
        var found: FoundDevice?
        /// Identifies what the hub has found; empty for an accessory that this program did not find.
        var key = ""
    }

    /// The services and cameras, and the trait values that they show.
    struct Parts: Sendable {
        var services: [HMService]
        var cameras: [HMCameraProfile]
        var traits: [TraitPath: TraitRecord]
        /// Descriptors of makers' traits.
        var makers: [UInt32: TraitDescriptor]
    }

    let state: Mutex<State>
    weak let core: HomeKitModel?

    init(_ record: CachedDevice, _ model: HomeKitModel, found: FoundDevice? = nil) {
        var state = State(record: record, found: found, key: found?.id ?? "")
        if found != nil {
            (state.isReachable, state.parts) = (true, Parts(services: [], cameras: [], traits: [:], makers: [:]))
        }
        self.state = Mutex(state)
        self.core = model
    }

    /// A one-line description, such as `HMAccessory("Floor Lamp", reachable)`.
    public override var description: String {
        "HMAccessory(\"\(name)\", \(isReachable ? "reachable" : "not reachable"))"
    }

    /// Receives changes by other programs and by the accessory itself; not retained.
    public var delegate: (any HMAccessoryDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = AccessoryDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
            // Reachability is computed now, as the delegate is notified only of changes to a known value.
            if newValue != nil { _ = isReachable }
        }
    }

    // MARK: Properties

    /// The name, which the hub stores.
    public var name: String { state.withLock { $0.record.name } }
    /// Identifies the accessory; it is the same in all programs. A found accessory gets another one when it is added.
    public var uniqueIdentifier: UUID { UUID(hubID: id, kind: "accessory") }
    /// The home; nil before the accessory is added, and after it was removed.
    public var home: HMHome? { core?.accessory(id) === self ? core?.home(homeID) : nil }
    /// The room: the home's default room if no other was assigned; nil after the accessory was removed.
    public var room: HMRoom? {
        guard let home else { return nil }
        return roomID.flatMap { core?.room($0) } ?? home.roomForEntireHome()
    }
    /// Whether the accessory, its provider and the hub are all reachable.
    public var isReachable: Bool {
        if let known = state.withLock({ $0.isReachable }) { return known }
        let isReachable = computedReachability
        state.withLock { $0.isReachable = isReachable }
        return isReachable
    }
    /// Whether the accessory is connected through a bridge.
    public var isBridged: Bool { state.withLock { $0.record.bridgeID != nil } }
    /// Whether the home blocks it; always false, since hubs block no accessories.
    public var isBlocked: Bool { false }
    /// The accessories connected through this bridge; nil if it bridges none.
    public var uniqueIdentifiersForBridgedAccessories: [UUID]? {
        let id = id
        let behind = home?.accessories.filter { $0.record.bridgeID == id } ?? []
        return behind.isEmpty ? nil : behind.map(\.uniqueIdentifier)
    }
    /// The kind of accessory, derived from its primary service.
    public var category: HMAccessoryCategory {
        if uniqueIdentifiersForBridgedAccessories != nil { return HMAccessoryCategory(HMAccessoryCategoryTypeBridge) }
        let primary = services.first(where: \.isPrimaryService)?.serviceType
        return HMAccessoryCategory(
            primary.map { HMAccessoryCategory.type(ofService: $0) } ?? HMAccessoryCategoryTypeOther)
    }
    /// The manufacturer; nil if unknown.
    public var manufacturer: String? { found.map(\.maker) ?? information(HMCharacteristicTypeManufacturer) }
    /// The manufacturer's model name; nil if unknown.
    public var model: String? { information(HMCharacteristicTypeModel) }
    /// The firmware version; nil if unknown.
    public var firmwareVersion: String? { information(HMCharacteristicTypeFirmwareVersion) }
    /// The node ID in a Matter fabric; always nil, since only the hub's providers know it.
    public var matterNodeID: NSNumber? { nil }
    /// Whether ``identify(completionHandler:)`` works for this accessory.
    public var supportsIdentify: Bool { characteristic(HMCharacteristicTypeIdentify) != nil }
    /// The controls of its cameras; nil if it has none.
    public var cameraProfiles: [HMCameraProfile]? {
        let cameras = parts.cameras
        return cameras.isEmpty ? nil : cameras
    }
    /// The profiles: those of its cameras.
    public var profiles: [HMAccessoryProfile] { parts.cameras }

    /// The services; the accessory information service comes first.
    public var services: [HMService] { parts.services }

    // MARK: Operations

    /// Renames the accessory; the hub stores the name.
    ///
    /// - Throws: ``HMError``: `objectWithSimilarNameExistsInHome` if another object of the home has a similar name;
    ///   `insufficientPrivileges` for guests; a code for an invalid name, as in
    ///   ``HMHome/updateName(_:)``.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            try await Operation(core).run {
                try await $0.updateDevice(self.id, name: name)
            } settle: {
                .device($0)
            }
        }
    }

    /// Renames the accessory; the hub stores the name.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    /// Makes the accessory identify itself by light or sound for some seconds.
    ///
    /// - Throws: ``HMError``: `operationNotSupported` if it does not support that; `accessoryNotReachable` if it can't
    ///   be reached.
    public func identify() async throws {
        guard addition == nil else {
            try await FoundAccessory(accessory: self).inOrder { try await identifying().write(.bool(true)) }
            return
        }
        try await identifying().write(.bool(true))
    }

    /// Makes the accessory identify itself by light or sound for some seconds.
    public func identify(completionHandler completion: @escaping ((any Error)?) -> Void) {
        guard addition == nil else {
            return FoundAccessory(accessory: self).complete(completion) {
                try await self.identifying().write(.bool(true))
            }
        }
        do throws(HMError) {
            try identifying().writeValue(true, completionHandler: completion)
        } catch {
            reportAtOnce(completion) { () throws(HMError) in throw error }
        }
    }

    private func identifying() throws(HMError) -> HMCharacteristic {
        guard let identify = characteristic(HMCharacteristicTypeIdentify) else {
            throw HMError(.operationNotSupported, "\(name) can't identify itself")
        }
        return identify
    }

    // MARK: For the model

    /// ID of the device on the hub; of a found accessory one that no device has.
    var id: String { state.withLock { $0.record.id } }
    /// ID of the home; empty for a found accessory.
    var homeID: String { state.withLock { $0.record.structureID } }
    var found: FoundDevice? { state.withLock { $0.found } }
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

    /// Recomputes the reachability. Main queue.
    func updateReachability(tells: Bool) {
        let new = computedReachability
        let old = state.withLock { state in
            defer { state.isReachable = new }
            return state.isReachable
        }
        guard let old, old != new else { return }
        // As in HomeKit (HMCharacteristic.isNotificationEnabled), an unreachable accessory's notifications end. A lost
        // hub connection leaves them on, as it is restored.
        if !new, core?.isLive == true {
            let services = state.withLock { $0.parts?.services } ?? []
            for characteristic in services.flatMap(\.characteristics) { characteristic.endNotification() }
        }
        if tells { toldDelegate { $0.accessoryDidUpdateReachability(self) } }
    }
}
