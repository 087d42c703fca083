internal import Hearth
internal import HearthEventLoop
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTerminal

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The Unix socket by which commands on the hub's machine reach it, if it listens only on a network address or is given
/// a socket.
struct LocalListener {
    private let server: HTTP2Server?
    private let noted: LocalHub?

    /// Opens the socket if it is needed, and notes the hub's address for commands on this machine.
    ///
    /// - Parameters:
    ///   - given: the path of a socket that is opened in any case; nil for one beside the store.
    ///   - notice: receives why the socket beside the store can't be opened. The hub serves without it.
    /// - Throws: if the given socket can't be opened. It may be the only way in for the hub's owner.
    static func open(
        _ services: RPCServer, beside main: HTTP2Server, of place: StorePlace, at given: String?, _ loop: EventLoop,
        _ settings: HTTP2Server.Settings, notice: (String) -> Void
    ) async throws(CommandError) -> LocalListener {
        var server: HTTP2Server?
        // A hub on all addresses is reachable over loopback.
        let isEverywhere = ["0.0.0.0:", "[::]:"].contains { main.address.hasPrefix($0) }
        let isNeeded = !isEverywhere && (try? isHere(main.address)) == false
        if let socket = given ?? (isNeeded ? place.socket : nil) {
            var settings = settings
            settings.loops = 1
            do throws(RPCError) {
                server = try await HTTP2Server.listen(services, on: "unix:" + socket, loop: loop, settings: settings)
            } catch {
                guard given == nil else { throw CommandError(ofListening: error) }
                notice("commands on this machine need --hub and a claim: \(error.message)")
            }
        }
        let isDefault = [Home.defaultAddress, "0.0.0.0:4327", "[::]:4327"].contains(main.address)
        // Over a given socket, commands have rights that TCP may not give them.
        let address = given != nil && server != nil || !isDefault ? server?.address : Home.defaultAddress
        let noted = address.map { LocalHub(listening: main.address, address: $0, process: getpid()) }
        noted?.note()
        return LocalListener(server: server, noted: noted)
    }

    /// Whether all endpoints of an address are on this machine.
    static func isHere(_ address: String) throws(CommandError) -> Bool {
        do throws(LoopError) {
            return try Endpoint.list(address).allSatisfy(\.isLocal)
        } catch {
            throw CommandError(.usage, error.message)
        }
    }

    /// The address by which processes of the hub's user reach it; nil for the hub's main one.
    var address: String? { noted?.address }

    /// The Unix socket beside the hub's main address; nil without one.
    var socket: String? { server?.address }

    func close(grace: Duration) async {
        noted?.forget()
        await server?.shutdown(grace: grace)
    }
}
