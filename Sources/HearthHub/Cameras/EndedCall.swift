internal import HearthBase
internal import HearthRPC

/// A call that the hub may end, by setting the value: nil for an end as wanted, else the reason.
extension OneShot<RPCError?> {
    /// Serves the call until that is done or the hub has ended it.
    ///
    /// - Returns: why it has ended; nil for an end as wanted.
    func ends(_ serve: @escaping @Sendable () async throws -> Void) async -> RPCError? {
        let error = await withTaskGroup(of: RPCError?.self) { group in
            // Child tasks of the handler, so that they write on the connection's thread.
            group.addTask {
                do {
                    try await serve()
                    return nil
                } catch {
                    return RPCError(error)
                }
            }
            group.addTask {
                await self.wait()
                return nil
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? nil
        }
        // What the hub has ended it for counts more than what followed from that.
        return value ?? error
    }
}
