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

    /// The camera of a recording, as ``camera(_:for:to:)``. A device that is in another home by now is another camera.
    func camera(of recorded: ClipCamera, for principal: Principal) throws(RPCError) -> LocatedTrait {
        let found = try camera(recorded.target, for: principal)
        guard found.cell.id == recorded.structureID else {
            throw RPCError(.notFound, "there is no such recording any more")
        }
        return found
    }
}
