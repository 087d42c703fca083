internal import HearthClips
internal import HearthHomeState
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension HomeDirectory {
    /// A camera, if the caller may watch it at the moment but for its privacy modes.
    ///
    /// - Parameter action: what the caller wants to do, as "watch".
    /// - Throws: ``RPCError``: NOT_FOUND for what the caller does not see, PERMISSION_DENIED for a client that only
    ///   views.
    func camera(
        _ target: TraitTarget, for principal: Principal, to action: String = "watch"
    ) throws(RPCError) -> LocatedTrait {
        try runningOrThrow()
        let found = try locate(TraitPath(target, CameraPrivacy.trait), for: principal)
        guard found.access.rights.isSuperset(of: .operate) else {
            throw RPCError(
                .permissionDenied,
                "\(principal.subject) may not \(action) \(found.deviceName); ask for the right to "
                    + Rights.operate.homeName)
        }
        return found
    }

    /// Whether a caller may see what a camera recorded. Guests may see only what is from a time at which their grant held.
    ///
    /// - Parameters:
    ///   - start: since 1970.
    ///   - end: since 1970.
    func mayShow(_ found: LocatedTrait, from start: Duration, to end: Duration, to principal: Principal) -> Bool {
        guard case .guest(let grant) = found.access else { return true }
        guard let granted = grant.granted, start >= granted else { return false }
        return found.cell.read { state in
            [start, end].allSatisfy { state.access(of: principal, at: $0) != .none }
        }
    }

    /// The camera of a recording, as ``camera(_:for:to:)``. A device that is in another home by now is another camera.
    func camera(of recorded: ClipCamera, for principal: Principal) throws(RPCError) -> LocatedTrait {
        let found = try camera(recorded.target, for: principal)
        guard found.cell.id == recorded.structureID else {
            throw RPCError(.notFound, "there is no such recording any more")
        }
        return found
    }
}
