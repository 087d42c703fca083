internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

extension Hub {
    /// The path of the trait that a request names, which may not exist.
    ///
    /// - Throws: ``RPCError`` with a ``TraitError`` in its details, for an invalid target.
    func path(to traitID: UInt32, at target: Hearth_V1_Target?) throws(RPCError) -> TraitPath {
        guard let target else {
            throw refusal(
                .invalidAction, "the request names no target; set the device's id and the endpoint", traitID)
        }
        guard let place = TraitTarget(target) else {
            throw refusal(
                .invalidAction, "endpoint \(target.endpoint) is out of range; endpoints are 0 to \(UInt16.max)",
                traitID)
        }
        return TraitPath(place, traitID)
    }

    /// The error for a request that is invalid by itself.
    func refusal(_ status: MatterStatus, _ message: String, _ traitID: UInt32) -> RPCError {
        var error = TraitError(status, message)
        error.traitID = traitID
        error.trait = traits[traitID]?.typeName ?? ""
        return error.sent()
    }
}
