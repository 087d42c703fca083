internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTLS
internal import HearthTraitCore
internal import HearthWire

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension HubBook {
    /// Claims a hub by its link and adds it to the list.
    ///
    /// - Parameters:
    ///   - name: the hub's name in the list. Default: its host.
    ///   - client: this client's name at the hub. Default: the names of user and machine.
    /// - Throws: `.invalidArgument` for a link without a code or an invalid name; `.alreadyExists` if the list has
    ///   another hub with that name; `.permissionDenied` if the code is invalid; `.unavailable` if there is no answer,
    ///   or if a different hub answers.
    package func claim(
        _ link: HubLink, name: String?, client: String?
    ) async throws(HomeError) -> (entry: Entry, credential: HubCredential) {
        guard let code = link.code else {
            throw HomeError(
                .invalidArgument, "\(quoted("\(link)")) has no code to claim by; have the hub show a new one")
        }
        let name = name ?? Self.name(from: link.address)
        try Self.check(name: name)
        if let known = try entries().first(where: { $0.name == name }), known.pin != link.publicKeySHA256 {
            throw HomeError(
                .alreadyExists,
                "\(quoted(name)) is the hub at \(known.address), which has another key; "
                    + "give this one another name")
        }
        var settings = HTTP2Transport.Settings()
        settings.tls = try tls(link.publicKeySHA256, try identity(of: name))
        let credential: Hearth_V1_Credential
        do throws(RPCError) {
            let rpc = RPCClient(transport: try HTTP2Transport(connectingTo: link.address, settings: settings))
            let response = try await Hearth_V1_AccessClient(rpc).claim(
                Hearth_V1_ClaimRequest(code: code, name: client ?? Self.ownName),
                options: CallOptions(timeout: .seconds(20)))
            // Rights are determined when a connection is opened, so open a new one.
            await rpc.close()
            credential = response.credential ?? Hearth_V1_Credential()
        } catch {
            throw HomeError(error)
        }
        let entry = Entry(
            name: name, address: link.address, publicKeySHA256: Base64URL.text(link.publicKeySHA256))
        try put(entry)
        return (entry, HubCredential(credential))
    }

    /// The default name of a hub: its host.
    static func name(from address: String) -> String {
        let isLiteral = address.hasPrefix("[")
        let host = isLiteral ? address.dropFirst().prefix { $0 != "]" } : address.prefix { $0 != ":" }
        return String(host.map { $0 == ":" || $0 == "%" ? "-" : $0 })
    }

    private static var ownName: String {
        let user = ProcessInfo.processInfo.userName
        return String("\(user.isEmpty ? "someone" : user) on \(ProcessInfo.processInfo.hostName)".prefix(100))
    }
}
