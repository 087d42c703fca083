package import HearthEventLoop
package import HearthTLS

/// How to reach a broker, as whom, and with which limits.
package struct MQTTSettings: Sendable {
    /// Whether the connection is encrypted.
    package enum Security: Sendable {
        /// Everyone on the way can read and change it.
        case clearText
        /// TLS. The broker's certificate is for `serverName`, or for the host if that is nil; a pinned key needs no
        /// name.
        case tls(trust: ClientTLS.Trust, serverName: String? = nil, identity: TLSIdentity? = nil)
    }

    /// The broker. Port 1883 is usual in clear text, 8883 with TLS.
    package var endpoint: Endpoint
    package var security: Security
    /// The name of the client's session, unlike those of all other clients of the broker; see ``makeClientID(_:)``.
    /// With an empty one the broker chooses.
    package var clientID: String
    package var user: String?
    package var password: String?
    /// What the broker publishes when the connection breaks, and ``MQTTClient/stop()`` too.
    package var will: MQTTMessage?
    /// What the client publishes after each connect, to the topic of the will. It is published again when the will of
    /// an earlier connection arrives late.
    package var birth: MQTTMessage?
    /// The longest silence from the client, in seconds; a broker may shorten it. Default: 60.
    package var keepAlive: UInt16 = 60
    /// How long the broker keeps the session after the connection, in seconds; only in MQTT 5.0. Default: 60.
    package var sessionExpiry: UInt32 = 60
    /// The longest wait for a connection, and for the answer to a request. Default: 10 s.
    package var timeout: Duration = .seconds(10)
    /// The largest packet that is accepted, in bytes. Default: 16 MiB. Lists of a bridge's devices can have several
    /// MiB.
    package var mostPacketBytes: UInt32 = 16 << 20
    /// The most messages of QoS 2 that are not complete. Default: 100.
    package var receiveMaximum: UInt16 = 100
    /// The most bytes of messages that wait to be sent or acknowledged. Default: 8 MiB.
    package var mostWaitingBytes = 8 << 20
    /// The number of bytes of received messages from which on the client reads no more until the receiver has taken
    /// some. Default: 8 MiB.
    package var mostUndeliveredBytes = 8 << 20

    package init(endpoint: Endpoint, security: Security = .clearText, clientID: String) {
        self.endpoint = endpoint
        self.security = security
        self.clientID = clientID
    }

    /// A client id with a random part, for one installation. Every broker accepts it: it has 22 letters and digits
    /// (section 3.1.3.1).
    package static func makeClientID(_ random: UInt64) -> String {
        let digits = String(random, radix: 16)
        return "hearth" + String(repeating: "0", count: max(0, 16 - digits.utf8.count)) + digits
    }

    /// Why the settings can't be used; nil if they can.
    var problem: String? {
        let texts = [("client id", clientID), ("user name", user ?? ""), ("password", password ?? "")]
        for (what, text) in texts where text.utf8.count > MQTTTopic.mostBytes || text.utf8.contains(0) {
            return "the \(what) has more than \(MQTTTopic.mostBytes) bytes or contains U+0000; choose another"
        }
        guard password == nil || user != nil else {
            return "there is a password but no user name; MQTT 3.1.1 needs both (section 3.1.2.9)"
        }
        for (what, message) in [("will", will), ("birth message", birth)] {
            guard let message else { continue }
            if let problem = MQTTTopic.problem(ofName: message.topic) { return "the \(what): \(problem)" }
            guard message.payload.count <= MQTTTopic.mostBytes, message.qos <= 2 else {
                return "the \(what) has more than \(MQTTTopic.mostBytes) bytes, or a QoS above 2"
            }
        }
        return nil
    }
}
