@testable internal import HearthESPHome
internal import HearthTLS

/// The device's part of the handshake.
struct NoiseResponder {
    private var state: NoiseSymmetricState
    private let key: ESPHomeKey
    private let ephemeral: X25519Key

    init(key: ESPHomeKey, ephemeral: X25519Key, prologue: [UInt8]) {
        state = NoiseSymmetricState(protocolName: NoiseHandshake.protocolName, prologue: prologue)
        self.key = key
        self.ephemeral = ephemeral
    }

    /// The answer to the initiator's message, and the connection; nil if it has another key.
    mutating func answer(_ message: [UInt8]) -> ([UInt8], NoiseTransport)? {
        guard message.count >= NoiseHandshake.messageLength else { return nil }
        let other = Array(message.prefix(32))
        state.mixKeyAndHash(key.bytes)
        state.mixHash(other)
        state.mixKey(other)
        guard state.decryptAndHash(Array(message.dropFirst(32))) != nil else { return nil }
        state.mixHash(ephemeral.publicKey)
        state.mixKey(ephemeral.publicKey)
        guard let shared = ephemeral.agreement(with: other) else { return nil }
        state.mixKey(shared)
        guard let tag = state.encryptAndHash([]) else { return nil }
        let ciphers = state.split()
        return (ephemeral.publicKey + tag, NoiseTransport(sending: ciphers.responder, receiving: ciphers.initiator))
    }
}
