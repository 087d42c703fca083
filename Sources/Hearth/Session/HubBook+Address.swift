internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore
internal import HearthWire

extension HubBook {
    /// Stores another address of a claimed hub, once a connection there has proven the hub's key.
    ///
    /// - Parameter addresses: where the hub may be now; the first that answers with its key is stored.
    /// - Returns: the stored entry.
    /// - Throws: `.notFound` for a name that is not in the list; `.unavailable` if the hub answers at none of the
    ///   addresses; `.failedPrecondition` if the list can't be read or saved.
    package func move(_ name: String, to addresses: [String]) async throws(HomeError) -> Entry {
        guard var entry = try entries().first(where: { $0.name == name }) else {
            throw HomeError(.notFound, "there is no claimed hub \(quoted(name))")
        }
        var failure = HomeError(.unavailable, "\(quoted(name)) announces no address")
        for address in addresses {
            do throws(HomeError) {
                try await prove(entry, at: address)
            } catch {
                failure = error
                continue
            }
            entry.address = address
            try put(entry)
            return entry
        }
        throw HomeError(.unavailable, "\(quoted(name)) does not answer where it is announced: \(failure.message)")
    }

    /// Connects to an address with a hub's pinned key, and makes a call.
    private func prove(_ entry: Entry, at address: String) async throws(HomeError) {
        var settings = HTTP2Transport.Settings()
        settings.tls = try tls(of: entry)
        do throws(RPCError) {
            let rpc = RPCClient(transport: try HTTP2Transport(connectingTo: address, settings: settings))
            defer { Task { await rpc.close() } }
            _ = try await Hearth_V1_AccessClient(rpc).getServerIdentity(
                Hearth_V1_GetServerIdentityRequest(), options: CallOptions(timeout: .seconds(5)))
        } catch {
            throw HomeError(error)
        }
    }
}
