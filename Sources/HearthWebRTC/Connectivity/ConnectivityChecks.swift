package import HearthEventLoop

/// The answers to a client's connectivity checks (RFC 8445, section 7.3), of an end that sends none itself (ICE-lite,
/// section 2.5). An address that has sent a check with the password has proven itself.
package struct ConnectivityChecks: Sendable {
    private let credentials: ICECredentials
    /// The user name of the client's checks.
    private let username: [UInt8]
    /// The addresses that have proven themselves, the last one at the end.
    private var proven: [DatagramAddress] = []
    /// Where the client wants to have its media; nil before its first check.
    package private(set) var selected: DatagramAddress?
    private var isNominated = false

    /// The most addresses that are known; the oldest is forgotten first.
    private static let mostAddresses = 16

    /// - Parameter peer: the client's user name fragment.
    package init(_ credentials: ICECredentials, peer: String) {
        self.credentials = credentials
        username = Array("\(credentials.fragment):\(peer)".utf8)
    }

    /// The user name fragment that a check is for; nil if it is none.
    package static func fragment(_ message: STUNMessage) -> String? {
        guard message.kind == .bindingRequest, let name = message[STUNMessage.AttributeType.username] else {
            return nil
        }
        return String(decoding: name.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
    }

    /// Whether an address has proven that it has the password.
    package func isProven(_ address: DatagramAddress) -> Bool { proven.contains(address) }

    /// The answer to a check; nil for what is none, or does not prove the password. Nothing is answered then, so that
    /// the port tells strangers nothing.
    package mutating func received(_ message: STUNMessage, from address: DatagramAddress) -> [UInt8]? {
        typealias Types = STUNMessage.AttributeType
        guard message.kind == .bindingRequest, message[Types.username] == username,
            message.isProven(by: credentials.password)
        else { return nil }
        // Attributes with a low number must be understood (RFC 8489, section 6.3.1).
        let unknown = message.attributes.map(\.type).filter {
            $0 < 0x8000 && ![Types.username, Types.priority, Types.useCandidate].contains($0)
        }
        guard unknown.isEmpty else {
            let answer = STUNMessage(
                .bindingError, transaction: message.transaction,
                [
                    .init(Types.errorCode, [0, 0, 4, 20]),
                    .init(Types.unknownAttributes, unknown.flatMap(\.networkBytes)),
                ])
            return answer.encoded(password: credentials.password)
        }
        prove(address)
        if message[Types.useCandidate] != nil {
            (selected, isNominated) = (address, true)
        } else if !isNominated {
            selected = address
        }
        let mapped = STUNMessage.xorMapped(address, transaction: message.transaction)
        return STUNMessage(
            .bindingSuccess, transaction: message.transaction, [.init(Types.xorMappedAddress, mapped)]
        ).encoded(password: credentials.password)
    }

    private mutating func prove(_ address: DatagramAddress) {
        guard proven.last != address else { return }
        proven.removeAll { $0 == address }
        proven.append(address)
        if proven.count > Self.mostAddresses { proven.removeFirst() }
    }
}
