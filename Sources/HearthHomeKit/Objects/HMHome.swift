public import Foundation
internal import Hearth
internal import Synchronization

/// A home: accessories in rooms, with zones, service groups and users.
///
/// Use it from the main queue, where its delegate is called. Changes are sent to the hub; the completion handler or
/// async call returns when the home's lists show them.
public final class HMHome: NSObject, Sendable {
    struct State: Sendable {
        var record: CachedStructure
        var delegate = HomeDelegate()
        var accessories: [HMAccessory] = []
        var rooms: [HMRoom] = []
        var zones: [HMZone] = []
        var groups: [HMServiceGroup] = []
        var users: [HMUser] = []
        /// Includes the scenes that triggers own.
        var actionSets: [HMActionSet] = []
        var triggers: [HMTrigger] = []
        /// Triggers that this program is adding, by name, until the hub reports them.
        var awaited: [String: HMTrigger] = [:]
        /// Callers that wait for the next user to join.
        var waiters: [UInt64: @Sendable (HMUser?) -> Void] = [:]
        var lastWaiter: UInt64 = 0
    }

    private let state: Mutex<State>
    private let defaultRoom: HMRoom
    let id: String
    weak let model: HomeKitModel?

    init(_ record: CachedStructure, _ model: HomeKitModel) {
        let builtIn = BuiltInScene.allCases.map { HMActionSet($0, of: record.id, model) }
        state = Mutex(State(record: record, actionSets: builtIn))
        id = record.id
        defaultRoom = HMRoom(
            CachedRoom(id: record.id, structureID: record.id, name: record.name), model, isDefault: true)
        self.model = model
    }

    /// A one-line description, such as `HMHome("Home", 24 accessories in 6 rooms)`.
    public override var description: String {
        "HMHome(\"\(name)\", \(accessories.count) accessories in \(rooms.count) rooms)"
    }

    /// Receives changes by other programs; not retained.
    public var delegate: (any HMHomeDelegate)? {
        get { state.withLock { $0.delegate }.value }
        set {
            let delegate = HomeDelegate(value: newValue)
            state.withLock { $0.delegate = delegate }
        }
    }

    /// The name.
    public var name: String { state.withLock { $0.record.name } }
    /// Identifies the home; it is the same in all programs.
    public var uniqueIdentifier: UUID { UUID(hubID: id, kind: "home") }
    /// Whether this is the manager's primary home.
    public var isPrimary: Bool { model?.manager?.primaryHome === self }
    /// Whether the hub is connected.
    public var homeHubState: HMHomeHubState { model.map { $0.isLive ? .connected : .disconnected } ?? .notAvailable }

    /// The accessories of all rooms.
    public var accessories: [HMAccessory] { state.withLock { $0.accessories } }
    /// The rooms, without the default one.
    public var rooms: [HMRoom] { state.withLock { $0.rooms } }
    /// The zones.
    public var zones: [HMZone] { state.withLock { $0.zones } }
    /// The service groups.
    public var serviceGroups: [HMServiceGroup] { state.withLock { $0.groups } }

    /// The default room, which holds the accessories assigned to no other room. It can't be removed, renamed or put in
    /// a zone (HomeKit documentation, HMHome.roomForEntireHome()).
    public func roomForEntireHome() -> HMRoom { defaultRoom }

    /// The services of these types in all accessories; nil if no accessory has one.
    public func servicesWithTypes(_ serviceTypes: [String]) -> [HMService]? {
        let types = Set(serviceTypes.map { $0.uppercased() })
        let found = accessories.flatMap(\.services).filter { types.contains($0.serviceType) }
        return found.isEmpty ? nil : found
    }

    // MARK: Names, rooms

    /// Renames the home.
    ///
    /// - Throws: ``HMError``: `homeWithSimilarNameExists` if another home has a similar name; `insufficientPrivileges`
    ///   for guests; `nameContainsProhibitedCharacters`, `nameDoesNotStartWithValidCharacters`,
    ///   `stringLongerThanMaximum`, `stringShorterThanMinimum` or `nameDoesNotEndWithValidCharacters` for an invalid
    ///   name.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            try await Operation(model).run {
                try await $0.renameStructure(self.id, name)
            } settle: {
                .structure($0)
            }
        }
    }

    /// Renames the home.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    /// Adds a room.
    ///
    /// - Throws: ``HMError``: `objectWithSimilarNameExistsInHome` if another object of the home has a similar name;
    ///   `insufficientPrivileges` for guests; a code for an invalid name, as in
    ///   ``HMHome/updateName(_:)``.
    public func addRoom(withName roomName: String) async throws -> HMRoom {
        try await inOrder {
            let record = try await Operation(model).run {
                try await $0.createRoom(in: self.id, name: roomName)
            } settle: {
                .room($0)
            }
            return try made(model?.room(record.id), "room", roomName)
        }
    }

    /// Adds a room.
    public func addRoom(
        withName roomName: String, completionHandler completion: @escaping (HMRoom?, (any Error)?) -> Void
    ) {
        complete(completion) { try await self.addRoom(withName: roomName) }
    }

    /// Removes a room; its accessories move to the default room.
    ///
    /// - Throws: ``HMError``: `operationNotSupported` for the default room; `objectAssociatedToAnotherHome` for a room
    ///   of another home; `insufficientPrivileges` for guests.
    public func removeRoom(_ room: HMRoom) async throws {
        try await inOrder {
            guard !room.isDefault else {
                throw HMError(.operationNotSupported, "the default room can't be removed without its home")
            }
            try check(room.homeID, room.name)
            try await Operation(model).run {
                try await $0.deleteRoom(room.id)
            } settle: {
                .roomRemoved(room.id)
            }
        }
    }

    /// Removes a room; its accessories move to the default room.
    public func removeRoom(_ room: HMRoom, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.removeRoom(room) }
    }

    // MARK: Accessories

    /// Moves an accessory to a room. To unassign it, move it to ``roomForEntireHome()``.
    ///
    /// - Throws: ``HMError``: `objectAssociatedToAnotherHome` for an accessory or a room of another home;
    ///   `insufficientPrivileges` for guests.
    public func assignAccessory(_ accessory: HMAccessory, to room: HMRoom) async throws {
        try await inOrder(after: accessory) {
            try check(accessory.homeID, accessory.name)
            try check(room.homeID, room.name)
            try await Operation(model).run {
                try await $0.updateDevice(accessory.id, roomID: room.isDefault ? "" : room.id)
            } settle: {
                .device($0)
            }
        }
    }

    /// Moves an accessory to a room.
    public func assignAccessory(
        _ accessory: HMAccessory, to room: HMRoom, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion, after: accessory) { try await self.assignAccessory(accessory, to: room) }
    }

    /// Removes an accessory from the home. Removing a bridge also removes the accessories connected through it.
    ///
    /// - Throws: ``HMError``: `cannotRemoveNonBridgeAccessory` for an accessory connected through a bridge;
    ///   `objectAssociatedToAnotherHome` for an accessory of another home; `insufficientPrivileges` for guests.
    public func removeAccessory(_ accessory: HMAccessory) async throws {
        try await inOrder(after: accessory) {
            try check(accessory.homeID, accessory.name)
            guard !accessory.isBridged else {
                throw HMError(
                    .cannotRemoveNonBridgeAccessory,
                    "\(accessory.name) is connected through a bridge; remove the bridge to remove it")
            }
            try await Operation(model).run {
                try await $0.removeDevice(accessory.id)
            } settle: {
                .deviceRemoved(accessory.id)
            }
            await forgetRemoved()
        }
    }

    /// Removes an accessory from the home. Removing a bridge also removes the accessories connected through it.
    public func removeAccessory(
        _ accessory: HMAccessory, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion, after: accessory) { try await self.removeAccessory(accessory) }
    }

    /// Checks that the accessory belongs to this home and does nothing else, since hubs block no accessories.
    ///
    /// - Throws: ``HMError`` with the code `objectAssociatedToAnotherHome` for an accessory of another home.
    public func unblockAccessory(_ accessory: HMAccessory) async throws {
        try await inOrder(after: accessory) { try check(accessory.homeID, accessory.name) }
    }

    /// Checks that the accessory belongs to this home and does nothing else, since hubs block no accessories.
    public func unblockAccessory(
        _ accessory: HMAccessory, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        complete(completion, after: accessory) { try await self.unblockAccessory(accessory) }
    }

    // MARK: Changes by the model

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func read<Value: Sendable>(_ body: (State) -> Value) -> Value { state.withLock { body($0) } }

    func replace(_ new: CachedStructure) -> CachedStructure {
        state.withLock { state in
            defer { state.record = new }
            return state.record
        }
    }

    /// Calls the delegate. Main queue.
    func toldDelegate(_ tell: (any HMHomeDelegate) -> Void) {
        if let delegate { tell(delegate) }
    }

    func check(_ homeID: String, _ name: String) throws(HMError) {
        guard !homeID.isEmpty else {
            throw HMError(.objectNotAssociatedToAnyHome, "\(name) is in no home; add it first")
        }
        guard homeID == id else {
            throw HMError(.objectAssociatedToAnotherHome, "\(name) is not in the home \(self.name)")
        }
    }
}

/// Unwraps an object that the hub has created; throws if it was removed in the meantime.
func made<Object>(_ object: Object?, _ kind: String, _ name: String) throws(HMError) -> Object {
    guard let object else { throw HMError(.notFound, "the \(kind) \(name) was created but removed at once") }
    return object
}
