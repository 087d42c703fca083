public import Foundation
internal import Hearth
internal import Synchronization

/// A zone of a home: a group of rooms. A room may be in several zones.
public final class HMZone: NSObject, Sendable {
    struct State: Sendable {
        var record: CachedZone
    }

    private let state: Mutex<State>
    let id: String
    let homeID: String
    weak let model: HomeKitModel?

    init(_ record: CachedZone, _ model: HomeKitModel) {
        state = Mutex(State(record: record))
        id = record.id
        homeID = record.structureID
        self.model = model
    }

    /// A one-line description, such as `HMZone("Upstairs", 3 rooms)`.
    public override var description: String { "HMZone(\"\(name)\", \(roomIDs.count) rooms)" }

    /// The name.
    public var name: String { state.withLock { $0.record.name } }
    /// Identifies the zone; it is the same in all programs.
    public var uniqueIdentifier: UUID { UUID(hubID: id, kind: "zone") }
    /// The rooms, in the order in which they were added.
    public var rooms: [HMRoom] { roomIDs.compactMap { model?.room($0) } }

    var roomIDs: [String] { state.withLock { $0.record.roomIDs } }

    /// Renames the zone.
    ///
    /// - Throws: ``HMError``: `insufficientPrivileges` for guests; a code for an invalid name, as in
    ///   ``HMHome/updateName(_:)``.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            try await Operation(model).run {
                try await $0.updateZone(self.id, name: name)
            } settle: {
                .zone($0)
            }
        }
    }

    /// Renames the zone.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    /// Adds a room of the same home.
    ///
    /// - Throws: ``HMError``: `roomForHomeCannotBeInZone` for the default room; `objectAssociatedToAnotherHome` for a
    ///   room of another home; `objectAlreadyAssociatedToHome` if it is in the zone already; `insufficientPrivileges`
    ///   for guests.
    public func addRoom(_ room: HMRoom) async throws {
        try await inOrder {
            guard !room.isDefault else {
                throw HMError(
                    .roomForHomeCannotBeInZone, "the default room can't be in a zone; add a room to the home first")
            }
            guard room.homeID == homeID else {
                throw HMError(.objectAssociatedToAnotherHome, "\(room.name) is in another home than \(name)")
            }
            guard !roomIDs.contains(room.id) else {
                throw HMError(.objectAlreadyAssociatedToHome, "\(room.name) is in \(name) already")
            }
            try await Operation(model).run {
                try await $0.updateZone(self.id, add: [room.id])
            } settle: {
                .zone($0)
            }
        }
    }

    /// Adds a room of the same home.
    public func addRoom(_ room: HMRoom, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.addRoom(room) }
    }

    /// Removes a room from the zone.
    ///
    /// - Throws: ``HMError``: `notFound` if it is not in the zone; `insufficientPrivileges` for guests.
    public func removeRoom(_ room: HMRoom) async throws {
        try await inOrder {
            guard roomIDs.contains(room.id) else { throw HMError(.notFound, "\(room.name) is not in \(name)") }
            try await Operation(model).run {
                try await $0.updateZone(self.id, remove: [room.id])
            } settle: {
                .zone($0)
            }
        }
    }

    /// Removes a room from the zone.
    public func removeRoom(_ room: HMRoom, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.removeRoom(room) }
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func replace(_ new: CachedZone) -> CachedZone {
        state.withLock { state in
            defer { state.record = new }
            return state.record
        }
    }
}
