extension ESPHomeSession {
    /// How long the device may be silent before it is pinged.
    static let pingAfter: Duration = .seconds(20)
    /// How long the device may be silent before the connection counts as dead.
    static let deadAfter: Duration = .seconds(90)
}

extension ESPHomeSession.Phase {
    /// The longest time of a phase; nil for those without an end.
    var time: Duration? {
        switch self {
        // An ESP8266 may take more than 30 s for the key agreement.
        case .greeting, .handshake: .seconds(60)
        case .hello: .seconds(30)
        case .info, .listing, .settingKey, .leaving: .seconds(10)
        case .running, .ended: nil
        }
    }

    /// What the device has to send in a phase.
    var awaited: String {
        switch self {
        case .greeting: "its name"
        case .handshake: "its part of the encryption's handshake"
        case .hello: "its hello"
        case .info: "its description"
        case .listing: "the list of its entities"
        case .settingKey: "an answer to its new key"
        case .running, .leaving, .ended: "anything"
        }
    }
}
