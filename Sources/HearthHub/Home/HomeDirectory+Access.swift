internal import HearthHomeKitMapping
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import Synchronization

// Lookup by a caller. Objects that it may not see are reported as not found.
extension HomeDirectory {
    /// - Throws: ``RPCError`` before the start and after the end.
    func runningOrThrow() throws(RPCError) {
        do throws(HubError) {
            try checkRunning()
        } catch {
            throw error.rpcError
        }
    }

    /// The structures that a caller sees, in order of creation.
    func cells(for principal: Principal) -> [StructureCell] {
        let all = cells
        if principal.isHubOwner { return all }
        return all.filter { access(of: principal, in: $0) != .none }
    }

    /// The rights of a caller in a structure at this moment.
    func access(of principal: Principal, in cell: StructureCell) -> StructureAccess {
        cell.read { $0.access(of: principal, at: clock.sinceEpoch) }
    }

    /// The rights of a caller to a device, or a structure's own traits; nil if it sees no such device.
    func access(to deviceID: String, for principal: Principal) -> StructureAccess? {
        guard let cell = entry(of: deviceID)?.cell else { return nil }
        return cell.read { state in
            guard let device = state.devices[deviceID] else { return nil }
            let access = state.access(of: principal, at: clock.sinceEpoch)
            return access.shows(device, in: state.id) ? access : nil
        }
    }

    func hasDevice(_ id: String, for principal: Principal) -> Bool { access(to: id, for: principal) != nil }

    /// - Throws: ``HubError`` naming the structures that the caller sees.
    func found(
        _ id: String, for principal: Principal
    ) throws(HubError) -> (cell: StructureCell, access: StructureAccess) {
        try checkRunning()
        if let cell = cells.first(where: { $0.id == id }) {
            let access = access(of: principal, in: cell)
            if access != .none { return (cell, access) }
        }
        let known = cells(for: principal).prefix(10).map { cell in cell.read { "\($0.name) (\(cell.id))" } }
        throw HubError(
            homeKit: .notFound, of: id,
            "there is no structure with the id \(quoted(id))"
                + (known.isEmpty ? "" : "; there is \(known.joined(separator: ", "))"))
    }

    /// The structure, if the caller may change its configuration.
    ///
    /// - Parameter action: what it wants to do, as "rename a room".
    /// - Throws: ``HubError`` `.notFound` if it does not see the structure, `.permissionDenied` if it may not.
    func cell(_ id: String, toLet caller: Caller, _ action: String) throws(HubError) -> StructureCell {
        let (cell, access) = try found(id, for: caller.principal)
        try access.require(.manage, of: caller, to: action, about: id)
        return cell
    }
}

extension StructureAccess {
    /// - Parameter id: of the object that the caller sees and wants to change.
    /// - Throws: ``HubError`` `.permissionDenied`.
    func require(_ right: Rights, of caller: Caller, to action: String, about id: String) throws(HubError) {
        guard !rights.isSuperset(of: right) else { return }
        throw .notAllowed(caller, action, about: id)
    }
}

extension HubError {
    /// The error for a caller that sees an object but may not do this with it.
    static func notAllowed(_ caller: Caller, _ action: String, about id: String) -> HubError {
        HubError(
            homeKit: .insufficientPrivileges, of: id,
            "\(caller.principal.subject) may not \(action); ask an owner or administrator of the structure")
    }
}
