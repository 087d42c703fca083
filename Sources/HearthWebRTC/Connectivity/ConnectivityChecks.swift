internal import HearthBase
package import HearthEventLoop

/// The answers to a client's connectivity checks (RFC 8445, section 7.3), of an end that sends none itself (ICE-lite,
/// section 2.5). An address that has sent a check with the password has proven itself.
package struct ConnectivityChecks: Sendable {
    private let credentials: ICECredentials
    /// The user name of the client's checks.
    private let username: [UInt8]
    /// The addresses that have proven themselves, the last one at the end. At most 16; the oldest is forgotten first.
    package private(set) var proven: [DatagramAddress] = []
    /// Where the last checks came from, by their transactions: a check that comes from elsewhere again was recorded by
    /// somebody, as its code does not cover its sender's address.
    private var senders: [[UInt8]: DatagramAddress] = [:]
    /// The transactions of ``senders``, in their order.
    private var transactions = FIFO<[UInt8]>()
    /// Where the client wants to have its media; nil before its first check.
    package private(set) var selected: DatagramAddress?
    private var isNominated = false

    /// The most addresses that are known.
    private static let mostAddresses = 16
    /// The most transactions that are known: those of half an hour and more, with a check every 2.5 s.
    private static let mostTransactions = 1_024

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
            message.isProven(by: credentials.password), isNew(message.transaction, from: address)
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

    /// Whether a transaction is a new one, or is repeated by its own sender.
    private mutating func isNew(_ transaction: [UInt8], from address: DatagramAddress) -> Bool {
        if let sender = senders[transaction] { return sender == address }
        senders[transaction] = address
        transactions.append(transaction)
        if transactions.count > Self.mostTransactions, let oldest = transactions.popFirst() { senders[oldest] = nil }
        return true
    }

    private mutating func prove(_ address: DatagramAddress) {
        guard proven.last != address else { return }
        proven.removeAll { $0 == address }
        proven.append(address)
        if proven.count > Self.mostAddresses { proven.removeFirst() }
    }
}
