internal import HearthTLS

/// One direction of an encrypted connection: a key and a counter (Noise Protocol Framework, revision 34, section 5.1).
struct NoiseCipher: Sendable {
    private let key: [UInt8]
    private var counter: UInt64 = 0

    init(key: [UInt8]) { self.key = key }

    /// The next nonce; nil after 2⁶⁴ − 1 messages, as the last counter is reserved.
    private mutating func nonce() -> [UInt8]? {
        guard counter < .max else { return nil }
        var nonce: [UInt8] = [0, 0, 0, 0]
        for shift in 0..<8 { nonce.append(UInt8(truncatingIfNeeded: counter >> UInt64(8 * shift))) }
        counter += 1
        return nonce
    }

    /// Encrypts a message; nil after the last counter.
    mutating func seal(_ text: [UInt8], authenticating data: [UInt8] = []) -> [UInt8]? {
        guard let nonce = nonce() else { return nil }
        return ChaChaPoly.seal(text, key: key, nonce: nonce, authenticating: data)
    }

    /// Decrypts a message; nil if it is not the next one of the owner of the key.
    mutating func open(_ sealed: [UInt8], authenticating data: [UInt8] = []) -> [UInt8]? {
        guard let nonce = nonce() else { return nil }
        return ChaChaPoly.open(sealed, key: key, nonce: nonce, authenticating: data)
    }
}

/// What both ends of a handshake mix their messages into (Noise Protocol Framework, revision 34, section 5.2).
struct NoiseSymmetricState: Sendable {
    private var chainingKey: [UInt8]
    private var hash: [UInt8]
    private var cipher: NoiseCipher?

    init(protocolName: String, prologue: [UInt8]) {
        let name = Array(protocolName.utf8)
        // A name of at most 32 bytes is padded instead of hashed.
        hash = name.count <= 32 ? name + [UInt8](repeating: 0, count: max(0, 32 - name.count)) : SHA256.hash(name)
        chainingKey = hash
        mixHash(prologue)
    }

    mutating func mixHash(_ bytes: [UInt8]) { hash = SHA256.hash(hash + bytes) }

    mutating func mixKey(_ bytes: [UInt8]) {
        let derived = HKDFSHA256.derive(64, from: bytes, salt: chainingKey)
        chainingKey = Array(derived.prefix(32))
        cipher = NoiseCipher(key: Array(derived.suffix(32)))
    }

    mutating func mixKeyAndHash(_ bytes: [UInt8]) {
        let derived = HKDFSHA256.derive(96, from: bytes, salt: chainingKey)
        chainingKey = Array(derived.prefix(32))
        mixHash(Array(derived.dropFirst(32).prefix(32)))
        cipher = NoiseCipher(key: Array(derived.suffix(32)))
    }

    /// Encrypts a payload. A key was mixed in before.
    mutating func encryptAndHash(_ text: [UInt8]) -> [UInt8]? {
        guard let sealed = cipher?.seal(text, authenticating: hash) else { return nil }
        mixHash(sealed)
        return sealed
    }

    /// Decrypts a payload; nil if the peer has another key or saw other messages.
    mutating func decryptAndHash(_ sealed: [UInt8]) -> [UInt8]? {
        guard let text = cipher?.open(sealed, authenticating: hash) else { return nil }
        mixHash(sealed)
        return text
    }

    /// The ciphers after the handshake: of the initiator's messages, and of the responder's.
    func split() -> (initiator: NoiseCipher, responder: NoiseCipher) {
        let derived = HKDFSHA256.derive(64, from: [], salt: chainingKey)
        return (NoiseCipher(key: Array(derived.prefix(32))), NoiseCipher(key: Array(derived.suffix(32))))
    }
}
