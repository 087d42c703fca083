extension ESPHomeSession {
    /// The text with which a device refuses another key.
    private static let macFailure = "Handshake MAC failure"

    /// Takes the device's greeting: the chosen protocol, its name, and its MAC address. Name and address are not
    /// authenticated, and left out by older firmware.
    mutating func greeted(_ content: [UInt8], at now: ContinuousClock.Instant) -> [Action] {
        guard content.first == 1 else {
            return fail(.handshakeFailed, "\(settings.address) chose an encryption that Hearth does not know")
        }
        let parts = content.dropFirst().split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
        func text(_ index: Int, _ count: Int) -> String {
            index < parts.count ? String(decoding: parts[index].prefix(count), as: UTF8.self) : ""
        }
        hintedName = text(0, 32)
        hintedMAC = macDigits(text(1, 16))
        if let hintedMAC, let error = otherDevice(mac: hintedMAC, name: hintedName) {
            return end(error, isOrderly: false)
        }
        enter(.handshake, at: now)
        return []
    }

    /// Takes the device's part of the handshake, or its refusal.
    mutating func shook(_ content: [UInt8], at now: ContinuousClock.Instant) -> [Action] {
        guard content.first == 0 else {
            return refused(String(decoding: content.dropFirst().prefix(64), as: UTF8.self))
        }
        guard let transport = handshake?.receive(Array(content.dropFirst())) else {
            return fail(.handshakeFailed, "\(settings.address) did not prove that it has the key")
        }
        self.transport = transport
        handshake = nil
        enter(.hello, at: now)
        return hello()
    }

    private mutating func refused(_ reason: String) -> [Action] {
        guard reason == Self.macFailure else {
            let shown = String(reason.unicodeScalars.map { $0.isASCII && $0.value >= 32 ? Character($0) : "?" })
            return fail(.handshakeFailed, "\(settings.address) refused the encryption: \"\(shown)\"")
        }
        // A device with another name at this address has another key for a good reason.
        if hintedMAC == nil, let error = otherDevice(mac: nil, name: hintedName) {
            return end(error, isOrderly: false)
        }
        guard settings.key != .unset else {
            return fail(.needsKey, "\(settings.address) encrypts its API, but no key is set")
        }
        return fail(.wrongKey, "\(settings.address) has another key")
    }

    /// The error if a device is not the expected one.
    func otherDevice(mac: String?, name: String) -> ESPHomeError? {
        let shown = name.isEmpty ? mac ?? "" : name
        if let expected = settings.expectedMAC.flatMap(macDigits), let mac {
            guard mac != expected else { return nil }
            return ESPHomeError(
                .wrongDevice,
                "another device, \"\(shown)\" with the MAC address \(mac), answers at \(settings.address) instead of "
                    + "\(settings.expectedName.map { "\"\($0)\" with " } ?? "")\(expected)")
        }
        guard let expected = settings.expectedName, settings.expectedMAC == nil || mac == nil, !name.isEmpty,
            expected != name
        else { return nil }
        return ESPHomeError(
            .wrongDevice, "another device, \"\(shown)\", answers at \(settings.address) instead of \"\(expected)\"")
    }
}
