internal import HearthAccessControl
internal import HearthRPC
internal import HearthStore
internal import HearthTLS
internal import HearthTraitCore
internal import Synchronization

/// The access control of a hub whose clock is moved by hand, and its peers.
struct TestAccess {
    let access: AccessControl
    let store: HomeStore
    let clock: ManualClock
    let notices: Notices

    final class Notices: Sendable {
        private let texts = Mutex<[String]>([])
        func add(_ text: String) { texts.withLock { $0.append(text) } }
        var all: [String] { texts.withLock { $0 } }
    }

    init(
        store: HomeStore? = nil, clock: ManualClock = ManualClock(), notices: Notices = Notices(),
        options: AccessControl.Options = AccessControl.Options(), sweep: Duration = .seconds(86_400)
    ) async throws {
        var options = options
        options.limits.sweep = sweep
        let opened: HomeStore
        if let store { opened = store } else { opened = try await HomeStore.inMemory { "the-hub" } }
        self.store = opened
        self.clock = clock
        self.notices = notices
        access = try await AccessControl.open(store: opened, clock: clock, options: options) { notices.add($0) }
    }

    /// The same hub after a crash.
    func restarted(clock: ManualClock? = nil) async throws -> TestAccess {
        try await TestAccess(store: store, clock: clock ?? self.clock, notices: notices)
    }

    /// A client's key.
    static func key(_ seed: UInt8) -> [UInt8] { SHA256.hash([seed]) }

    /// A peer on another machine, over TLS, with or without a client certificate.
    static func remote(_ key: [UInt8]? = nil, address: String = "192.0.2.7:40122") -> Peer {
        Peer(
            address: address, isLocal: false, isPrivate: true,
            certificate: key.map { PeerCertificate(der: [], publicKeySHA256: $0) })
    }

    static func bearer(_ token: String) -> String { "Bearer \(token)" }

    /// The error for a token; nil if it is valid.
    func refusal(_ token: String, from peer: Peer = remote()) -> RPCError? {
        do throws(RPCError) {
            _ = try access.principal(authorization: Self.bearer(token), of: peer)
            return nil
        } catch {
            return error
        }
    }

    /// The status of a claim; nil for success.
    func claim(
        _ code: String, key: [UInt8] = key(1), name: String = "laptop", from peer: Peer = remote()
    ) async -> RPCError? {
        do throws(RPCError) {
            _ = try await access.claim(code: code, name: name, key: key, from: peer)
            return nil
        } catch {
            return error
        }
    }

    /// A well-formed code that is unknown.
    static func wrongCode(_ number: Int) -> String {
        let tail = String(number)
        return String(repeating: "A", count: 21 - tail.count) + tail + "A"
    }
}
