internal import HearthBase
internal import HearthTLS
internal import HearthXML

/// A user and the proof that the client knows the password, stamped with the camera's time (OASIS, "Web Services Security
/// UsernameToken Profile 1.0", section 3.1).
struct UsernameToken: Hashable, Sendable {
    var user: String
    var password: String
    /// 16 random bytes, others each time.
    var nonce: [UInt8]
    /// Now by the camera's clock, since 1970.
    var created: Duration

    /// The header block.
    var header: XMLValue {
        let time = UTCTime.text(created)
        let digest = SHA1.hash(nonce + Array(time.utf8) + Array(password.utf8))
        func text(_ bytes: [UInt8]) -> String { String(decoding: Base64.encode(bytes), as: UTF8.self) }
        func name(_ local: String) -> XMLName { XMLName(Namespaces.security, local) }
        let profile = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0"
        let messages = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0"
        return XMLValue(
            name("Security"), attributes: [XMLName(Namespaces.envelope, "mustUnderstand"): "1"],
            [
                XMLValue(
                    name("UsernameToken"),
                    [
                        XMLValue(name("Username"), text: user),
                        XMLValue(
                            name("Password"), attributes: [XMLName("Type"): "\(profile)#PasswordDigest"],
                            text: text(digest)),
                        XMLValue(
                            name("Nonce"), attributes: [XMLName("EncodingType"): "\(messages)#Base64Binary"],
                            text: text(nonce)),
                        XMLValue(XMLName(Namespaces.utility, "Created"), text: time),
                    ])
            ])
    }
}

/// Envelopes of SOAP 1.2 (W3C, "SOAP Version 1.2 Part 1", section 5).
enum SOAPMessage {
    /// The longest message from a camera.
    static let mostBytes = 1 << 20

    static func envelope(headers: [XMLValue], body: XMLValue) -> [UInt8] {
        func name(_ local: String) -> XMLName { XMLName(Namespaces.envelope, local) }
        let parts = (headers.isEmpty ? [] : [XMLValue(name("Header"), headers)]) + [XMLValue(name("Body"), [body])]
        let envelope = XMLValue(name("Envelope"), parts)
        return envelope.document(prefixes: Namespaces.prefixes(envelope.namespaces.union([Namespaces.network])))
    }

    /// The content of an answer's body, or its fault; nil if it is no envelope.
    static func read(_ bytes: [UInt8]) -> Result<XMLValue, SOAPFault>? {
        var limits = XMLLimits()
        limits.bytes = mostBytes
        guard let envelope = try? XMLValue(reading: bytes, limits: limits), envelope.name.local == "Envelope",
            let content = envelope["Body"]?.children.first
        else { return nil }
        return content.name.local == "Fault" ? .failure(SOAPFault(content)) : .success(content)
    }
}

/// A camera's refusal.
struct SOAPFault: Error, Hashable, Sendable {
    /// The local parts of the codes, the general one first.
    var codes: [String]
    /// For people; cut to 200 bytes.
    var reason: String

    init(_ fault: XMLValue) {
        var codes: [String] = []
        var code = fault["Code"]
        // SOAP 1.1 has one code, which is a text.
        if let old = fault["faultcode"] { codes.append(Self.local(old.trimmed)) }
        while let present = code, codes.count < 4 {
            if let value = present["Value"] { codes.append(Self.local(value.trimmed)) }
            code = present["Subcode"]
        }
        self.codes = codes
        let text = fault.at("Reason", "Text")?.trimmed ?? fault["faultstring"]?.trimmed ?? ""
        reason = text.cut(to: 200)
    }

    private static func local(_ name: String) -> String { String(name.split(separator: ":").last ?? "") }

    /// Whether user or password are refused (ONVIF Core Specification 21.06, section 5.11.2.2).
    var isOfAuthorization: Bool {
        codes.contains {
            ["NotAuthorized", "SenderNotAuthorized", "FailedAuthentication", "InvalidSecurity"].contains($0)
        }
    }
}

extension String {
    /// The beginning, of at most some bytes, with spaces for control characters, which could forge lines of a log.
    func cut(to bytes: Int) -> String {
        var end = utf8.index(startIndex, offsetBy: bytes, limitedBy: endIndex) ?? endIndex
        while end > startIndex, end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        var result = String.UnicodeScalarView()
        for scalar in self[..<end].unicodeScalars { result.append(scalar.isControl ? " " : scalar) }
        return String(result)
    }
}

extension Unicode.Scalar {
    /// Whether it is a control character, such as a line feed.
    var isControl: Bool { properties.generalCategory == .control }
}
