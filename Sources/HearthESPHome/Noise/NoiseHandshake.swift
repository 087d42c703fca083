internal import HearthTLS

/// The initiator's part of the handshake `Noise_NNpsk0_25519_ChaChaPoly_SHA256` (Noise Protocol Framework, revision 34,
/// sections 7.4 and 9.4): the pattern `psk, e` → `e, ee`.
struct NoiseHandshake: Sendable {
    static let protocolName = "Noise_NNpsk0_25519_ChaChaPoly_SHA256"
    /// The bytes of a message: a public key, and the tag of an empty payload.
    static let messageLength = 48

    private var state: NoiseSymmetricState
    private let key: ESPHomeKey
    private let ephemeral: X25519Key

    /// - Parameter ephemeral: a random key for this handshake alone.
    init(key: ESPHomeKey, ephemeral: X25519Key, prologue: [UInt8]) {
        state = NoiseSymmetricState(protocolName: Self.protocolName, prologue: prologue)
        self.key = key
        self.ephemeral = ephemeral
    }

    /// The message to send; nil if the library can't encrypt.
    mutating func hello() -> [UInt8]? {
        state.mixKeyAndHash(key.bytes)
        // With a pre-shared key the ephemeral one goes into the key too (section 9.2).
        state.mixHash(ephemeral.publicKey)
        state.mixKey(ephemeral.publicKey)
        guard let tag = state.encryptAndHash([]) else { return nil }
        return ephemeral.publicKey + tag
    }

    /// Reads the responder's message.
    ///
    /// - Returns: the encrypted connection; nil if the responder has another key, or its message is malformed.
    mutating func receive(_ message: [UInt8]) -> NoiseTransport? {
        guard message.count >= Self.messageLength else { return nil }
        let other = Array(message.prefix(32))
        state.mixHash(other)
        state.mixKey(other)
        guard let shared = ephemeral.agreement(with: other) else { return nil }
        state.mixKey(shared)
        guard state.decryptAndHash(Array(message.dropFirst(32))) != nil else { return nil }
        let ciphers = state.split()
        return NoiseTransport(sending: ciphers.initiator, receiving: ciphers.responder)
    }
}

/// An encrypted connection after the handshake.
struct NoiseTransport: Sendable {
    private var sending: NoiseCipher
    private var receiving: NoiseCipher

    init(sending: NoiseCipher, receiving: NoiseCipher) {
        self.sending = sending
        self.receiving = receiving
    }

    /// Encrypts a message; nil after 2⁶⁴ − 1 messages.
    mutating func seal(_ text: [UInt8]) -> [UInt8]? { sending.seal(text) }

    /// Decrypts a message; nil if it is not the peer's next one. The connection then has to end.
    mutating func open(_ sealed: [UInt8]) -> [UInt8]? { receiving.open(sealed) }
}
