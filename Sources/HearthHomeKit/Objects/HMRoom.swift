public import Foundation
internal import Hearth
internal import Synchronization

/// A room of a home, or its default room, which holds the accessories assigned to no other room.
public final class HMRoom: NSObject, Sendable {
    private let record: Mutex<CachedRoom>
    let id: String
    let homeID: String
    /// Whether it is ``HMHome/roomForEntireHome()``.
    let isDefault: Bool
    weak let model: HomeKitModel?

    init(_ record: CachedRoom, _ model: HomeKitModel, isDefault: Bool = false) {
        self.record = Mutex(record)
        id = record.id
        homeID = record.structureID
        self.isDefault = isDefault
        self.model = model
    }

    /// A one-line description, such as `HMRoom("Kitchen")`.
    public override var description: String { "HMRoom(\"\(name)\")" }

    /// The name. The default room has the name of its home.
    public var name: String {
        if isDefault, let home = model?.home(homeID) { return home.name }
        return record.withLock { $0.name }
    }

    /// Identifies the room; it is the same in all programs.
    public var uniqueIdentifier: UUID { UUID(hubID: id, kind: isDefault ? "default-room" : "room") }

    /// The accessories in the room.
    public var accessories: [HMAccessory] {
        model?.home(homeID)?.accessories.filter { $0.room === self } ?? []
    }

    /// Renames the room.
    ///
    /// - Throws: ``HMError``: `roomForHomeCannotBeUpdated` for the default room; `insufficientPrivileges` for guests; a
    ///   code for an invalid name, as in ``HMHome/updateName(_:)``.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            guard !isDefault else {
                throw HMError(.roomForHomeCannotBeUpdated, "the default room has the name of its home; rename the home")
            }
            _ = try await Operation(model).run {
                try await $0.updateRoom(self.id, name: name)
            } settle: {
                .room($0)
            }
        }
    }

    /// Renames the room.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    @discardableResult
    func replace(_ new: CachedRoom) -> CachedRoom {
        record.withLock { record in
            defer { record = new }
            return record
        }
    }
}
