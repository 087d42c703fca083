internal import HearthEventLoop
package import HearthRPC

extension HTTP2Transport {
    /// Whether an address to connect to is on this machine.
    ///
    /// - Throws: `INVALID_ARGUMENT` for a malformed address.
    package static func isLocal(_ address: String) throws(RPCError) -> Bool {
        do throws(LoopError) {
            return try Endpoint.list(address).allSatisfy(\.isLocal)
        } catch {
            throw RPCError(.invalidArgument, error.message, cause: error)
        }
    }
}
