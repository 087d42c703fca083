public import Foundation
internal import Hearth
internal import HearthTraitCore

/// Joins hubs and homes by their links, and adds accessories by their addresses and keys.
public final class HMAccessorySetupManager: NSObject, Sendable {
    /// What a request asks for; requests themselves are not Sendable.
    private struct Order: Sendable {
        let payload: HMAccessorySetupPayload?
        let home: UUID?
        let room: UUID?
        let name: String?

        init(_ request: HMAccessorySetupRequest) {
            payload = request.payload
            home = request.homeUniqueIdentifier
            room = request.suggestedRoomUniqueIdentifier
            name = request.suggestedAccessoryName
        }
    }

    private let manager: HMHomeManager?

    /// Creates a manager for the homes of the home manager that the program created last.
    public override convenience init() { self.init(nil) }

    /// Creates a manager for the homes of a home manager, and retains that one.
    public convenience init(manager: HMHomeManager) { self.init(manager) }

    private init(_ manager: HMHomeManager?) { self.manager = manager }

    /// A one-line description: `HMAccessorySetupManager`.
    public override var description: String { "HMAccessorySetupManager" }

    /// Performs a request: joins the hub or home of its link, or adds its accessory.
    ///
    /// - Throws: ``HMError``: `missingParameter` without a payload; `operationNotSupported` for the code of a HomeKit
    ///   or Matter accessory; `invalidParameter` for any other text; `notFound` for an unknown home or room, and the
    ///   errors of ``HMHome/addAccessory(_:completionHandler:)``.
    public nonisolated(nonsending) func performAccessorySetup(
        using request: HMAccessorySetupRequest
    ) async throws -> HMAccessorySetupResult {
        try await perform(Order(request))
    }

    /// Performs a request: joins the hub or home of its link, or adds its accessory.
    public func performAccessorySetup(
        using request: HMAccessorySetupRequest,
        completionHandler completion: @escaping (HMAccessorySetupResult?, (any Error)?) -> Void
    ) {
        let order = Order(request)
        report(completion) { try await self.perform(order) }
    }

    private func perform(_ order: Order) async throws -> HMAccessorySetupResult {
        guard let payload = order.payload else {
            throw HMError(
                .missingParameter, "the request has no payload; set one with a link, an address or a code")
        }
        switch try payload.content() {
        case .hub(let link): return try await Self.join(link)
        case .accessory(let thing):
            let home = try home(order.home)
            let room = try order.room.map { id throws(HMError) in try Self.room(id, of: home) }
            let added = try await AccessoryAddition(home: home, thing: thing, secret: payload.secret).run()
            if let accessory = added.first {
                // Suggestions, so a name that the home has already is no failure.
                if let room { try? await home.assignAccessory(accessory, to: room) }
                if let name = order.name { try? await accessory.updateName(name) }
            }
            return HMAccessorySetupResult(
                home: home.uniqueIdentifier, accessories: added.map(\.uniqueIdentifier))
        }
    }

    /// Joins the hub or home of a link.
    static func join(_ link: String) async throws -> HMAccessorySetupResult {
        do {
            let home = try await Home.acceptInvitation(link: link)
            let first = HomeModel(home).objects.structures.keys.min()
            return HMAccessorySetupResult(home: UUID(hubID: first ?? home.hubID, kind: "home"), accessories: [])
        } catch {
            throw HMError(any: error)
        }
    }

    private func home(_ id: UUID?) throws(HMError) -> HMHome {
        guard let manager = manager ?? HMHomeManager.newest else {
            throw HMError(.notFound, "there is no home to add to; create an HMHomeManager, and wait for its homes")
        }
        guard let id else {
            if let home = manager.primaryHome { return home }
            throw HMError(.notFound, "there is no home to add to; wait for the manager's homes, or add one")
        }
        guard let home = manager.homes.first(where: { $0.uniqueIdentifier == id }) else {
            throw HMError(.notFound, "there is no home \(id); use the uniqueIdentifier of one of the manager's homes")
        }
        return home
    }

    private static func room(_ id: UUID, of home: HMHome) throws(HMError) -> HMRoom {
        let rooms = home.rooms + [home.roomForEntireHome()]
        guard let room = rooms.first(where: { $0.uniqueIdentifier == id }) else {
            throw HMError(.notFound, "\(quoted(home.name)) has no room \(id)")
        }
        return room
    }
}
