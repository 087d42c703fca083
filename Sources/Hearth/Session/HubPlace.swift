internal import HearthRPC
internal import HearthRPCHTTP2
package import HearthTLS
internal import HearthTraitCore

/// The address of a hub, and the keys to authenticate it: created from the user's input.
package struct HubPlace: Sendable {
    /// The hub's address.
    package let address: String
    /// nil for clear text, to a hub on this machine that was not claimed.
    package let tls: ClientTLS?
    /// Whether the hub is in the list of claimed hubs, so that it accepts this user's key.
    package let isClaimed: Bool

    /// Finds a hub.
    ///
    /// - Parameter text: the name of a hub in the list of claimed hubs, an address, or a link, which also contains the
    ///   hub's key. A claimed hub is found by any of them.
    /// - Throws: `.invalidArgument` for any other text; `.failedPrecondition` if the list can't be read.
    package init(_ text: String, in book: HubBook = HubBook()) throws(HomeError) {
        if let link = HubLink(text) {
            let entry = try book.entries().last { $0.pin == link.publicKeySHA256 }
            address = link.address
            if let entry {
                tls = try book.tls(of: entry)
            } else {
                tls = try Self.tls(.pinned(publicKeySHA256: link.publicKeySHA256))
            }
            isClaimed = entry != nil
        } else if text.lowercased().hasPrefix(HubLink.scheme) {
            throw HomeError(
                .invalidArgument, "\(quoted(text)) is not a hub's link; it looks like hearth:HOST:PORT?fp=…")
        } else if let entry = try book.entry(text) {
            address = entry.address
            tls = try book.tls(of: entry)
            isClaimed = true
        } else {
            address = text
            tls = try Self.isLocal(text) ? nil : Self.tls(.system)
            isClaimed = false
        }
    }

    /// The hubs that a text may refer to, the most likely one first. There are several if hubs were claimed at the same
    /// address. See ``init(_:in:)``.
    static func all(_ text: String, in book: HubBook) throws(HomeError) -> [HubPlace] {
        let entries = try HubLink(text) == nil ? book.entries(text) : []
        guard entries.count > 1 else { return [try HubPlace(text, in: book)] }
        var places: [HubPlace] = []
        for entry in entries { places.append(HubPlace(entry, try book.tls(of: entry))) }
        return places
    }

    private init(_ entry: HubBook.Entry, _ tls: ClientTLS) {
        address = entry.address
        self.tls = tls
        isClaimed = true
    }

    /// TLS settings without a client key.
    private static func tls(_ trust: ClientTLS.Trust) throws(HomeError) -> ClientTLS {
        do throws(TLSError) {
            return try ClientTLS(trust: trust)
        } catch {
            throw HomeError(.invalidArgument, error.message)
        }
    }

    private static func isLocal(_ text: String) throws(HomeError) -> Bool {
        do throws(RPCError) {
            return try HTTP2Transport.isLocal(text)
        } catch {
            // What precedes is that the text is no address, once more.
            let wayOut = error.message.split(separator: "; ", maxSplits: 1).last ?? ""
            throw HomeError(
                .invalidArgument, "\(quoted(text)) is neither the name of a claimed hub nor an address; \(wayOut)")
        }
    }
}
