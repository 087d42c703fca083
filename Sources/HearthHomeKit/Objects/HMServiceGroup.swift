public import Foundation
internal import Hearth
internal import Synchronization

/// A named group of services that people switch together.
public final class HMServiceGroup: NSObject, Sendable {
    struct State: Sendable {
        var record: CachedServiceGroup
    }

    private let state: Mutex<State>
    let id: String
    let homeID: String
    weak let model: HomeKitModel?

    init(_ record: CachedServiceGroup, _ model: HomeKitModel) {
        state = Mutex(State(record: record))
        id = record.id
        homeID = record.structureID
        self.model = model
    }

    /// A one-line description, such as `HMServiceGroup("Reading lights", 2 services)`.
    public override var description: String { "HMServiceGroup(\"\(name)\", \(services.count) services)" }

    /// The name.
    public var name: String { state.withLock { $0.record.name } }
    /// Identifies the group; it is the same in all programs.
    public var uniqueIdentifier: UUID { UUID(hubID: id, kind: "group") }
    /// The services, in the order in which they were added.
    public var services: [HMService] {
        guard let model else { return [] }
        return state.withLock { $0.record.services }.compactMap { model.service($0) }
    }

    /// Renames the group.
    ///
    /// - Throws: ``HMError``: `insufficientPrivileges` for guests; a code for an invalid name, as in
    ///   ``HMHome/updateName(_:)``.
    public func updateName(_ name: String) async throws {
        try await inOrder {
            try await Operation(model).run {
                try await $0.updateGroup(self.id, name: name)
            } settle: {
                .serviceGroup($0)
            }
        }
    }

    /// Renames the group.
    public func updateName(_ name: String, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.updateName(name) }
    }

    /// Adds a service of an accessory of the same home.
    ///
    /// - Throws: ``HMError``: `operationNotSupported` for a service that is not user-interactive;
    ///   `objectAssociatedToAnotherHome` for a service of another home; `objectAlreadyAssociatedToHome` if it is in the
    ///   group already; `insufficientPrivileges` for guests.
    public func addService(_ service: HMService) async throws {
        try await inOrder {
            guard let accessory = service.accessory, accessory.homeID == homeID else {
                throw HMError(
                    .objectAssociatedToAnotherHome, "\(service.name) is in another home than \(name)")
            }
            guard service.isUserInteractive else {
                throw HMError(
                    .operationNotSupported, "\(service.localizedDescription) of \(accessory.name) can't be in a group")
            }
            guard !state.withLock({ $0.record.services.contains(service.reference) }) else {
                throw HMError(.objectAlreadyAssociatedToHome, "\(service.name) is in \(name) already")
            }
            try await Operation(model).run {
                try await $0.updateGroup(self.id, add: [service.reference])
            } settle: {
                .serviceGroup($0)
            }
        }
    }

    /// Adds a service of an accessory of the same home.
    public func addService(_ service: HMService, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.addService(service) }
    }

    /// Removes a service from the group.
    ///
    /// - Throws: ``HMError``: `notFound` if it is not in the group; `insufficientPrivileges` for guests.
    public func removeService(_ service: HMService) async throws {
        try await inOrder {
            guard state.withLock({ $0.record.services.contains(service.reference) }) else {
                throw HMError(.notFound, "\(service.name) is not in \(name)")
            }
            try await Operation(model).run {
                try await $0.updateGroup(self.id, remove: [service.reference])
            } settle: {
                .serviceGroup($0)
            }
        }
    }

    /// Removes a service from the group.
    public func removeService(_ service: HMService, completionHandler completion: @escaping ((any Error)?) -> Void) {
        complete(completion) { try await self.removeService(service) }
    }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func replace(_ new: CachedServiceGroup) -> CachedServiceGroup {
        state.withLock { state in
            defer { state.record = new }
            return state.record
        }
    }
}
