internal import HearthMDNS
internal import HearthTLS

/// A hub that announces itself on the local network.
///
/// Any machine there can announce anything, under any name, so show the texts escaped and take them for hints. A claim
/// link proves which hub answers, and so does the stored key of a claimed hub.
public struct AnnouncedHub: Hashable, Sendable, Identifiable {
    /// Identifies the announcement, until the hub takes another name.
    public let id: String
    /// The name, such as `Hearth 1a2b`: at most 63 bytes of any text.
    public let name: String
    /// The addresses, best first, each as `HOST:PORT` or `[ADDRESS]:PORT`. One to 16.
    public let addresses: [String]
    /// The host's name with the port, such as `hearth.local:4327`, for programs that resolve such names.
    public let hostAddress: String
    /// The version of its program; nil if it does not say.
    public let version: String?
    /// Whether it has an owner; nil if it does not say.
    public let isClaimed: Bool?
    /// The name under which this user has claimed a hub with the announced fingerprint; nil for none.
    /// ``Home/connect(to:tls:token:configuration:)`` takes it.
    public let claimedName: String?
    /// The beginning of the key's SHA-256 in Base64url; empty if it does not say.
    package let fingerprint: String

    /// The most addresses.
    private static let mostAddresses = 16

    /// - Parameter book: the hubs that this user has claimed.
    init(_ service: DiscoveredService, in book: [HubBook.Entry]) {
        let announcement = HubAnnouncement(service.attributes)
        id = service.instance.description
        name = service.name
        addresses = service.addresses.prefix(Self.mostAddresses).map { address in
            address.isIPv4 ? "\(address):\(service.port)" : "[\(address)]:\(service.port)"
        }
        hostAddress = "\(service.host):\(service.port)"
        version = announcement.version.isEmpty ? nil : announcement.version
        isClaimed = announcement.isClaimed
        fingerprint = announcement.fingerprint
        claimedName =
            fingerprint.isEmpty ? nil : book.last { $0.publicKeySHA256.hasPrefix(announcement.fingerprint) }?.name
    }

    /// Whether a link can lead to this hub: the announced fingerprint matches the link's key, or the hub announces none.
    package func mayBe(of link: HubLink) -> Bool {
        Base64URL.text(link.publicKeySHA256).hasPrefix(fingerprint)
    }
}
