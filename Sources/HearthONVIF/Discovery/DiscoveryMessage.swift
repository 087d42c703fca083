internal import HearthXML

/// Messages of WS-Discovery (April 2005), by which cameras are found (ONVIF Core Specification 21.06, section 7.3).
enum DiscoveryMessage {
    /// The port, and the groups that all cameras of a link listen to.
    static let port: UInt16 = 3_702
    static let ipv4Group = "239.255.255.250"
    static let ipv6Group = "ff02::c"
    /// The longest datagram that is read.
    static let mostBytes = 16 << 10

    /// A question for all cameras.
    static func probe(messageID: String) -> [UInt8] {
        func address(_ local: String, _ text: String) -> XMLValue {
            XMLValue(XMLName(Namespaces.discoveryAddressing, local), text: text)
        }
        return SOAPMessage.envelope(
            headers: [
                address("Action", "\(Namespaces.discovery)/Probe"), address("MessageID", messageID),
                address("To", "urn:schemas-xmlsoap-org:ws:2005:04:discovery"),
            ],
            body: XMLValue(
                XMLName(Namespaces.discovery, "Probe"),
                [XMLValue(XMLName(Namespaces.discovery, "Types"), text: "dn:NetworkVideoTransmitter")]))
    }

    /// What answers to a question.
    struct Answer: Hashable, Sendable {
        /// The ID of the question.
        var relatesTo: String
        var matches: [Match]
    }

    /// A device that an answer names.
    struct Match: Hashable, Sendable {
        /// Identifies the device, such as `urn:uuid:…`, in lower case.
        var endpoint: String
        var types: [String]
        /// URIs that say more about it.
        var scopes: [String]
        /// The URLs of its device service.
        var addresses: [String]
    }

    /// Reads an answer; nil if it is none.
    static func answer(_ bytes: [UInt8]) -> Answer? {
        var limits = XMLLimits()
        limits.bytes = mostBytes
        limits.elements = 512
        limits.namesBytes = 64 << 10
        guard let envelope = try? XMLValue(reading: bytes, limits: limits), envelope.name.local == "Envelope",
            let body = envelope["Body"],
            let question = envelope.at("Header", "RelatesTo")?.trimmed
        else { return nil }
        return Answer(
            relatesTo: question,
            // Some send one match without the list around it.
            matches: (body["ProbeMatches"] ?? body).all("ProbeMatch").prefix(8).compactMap { match in
                guard let endpoint = match.at("EndpointReference", "Address")?.trimmed.lowercased(),
                    !endpoint.isEmpty, endpoint.utf8.count <= 128
                else { return nil }
                func words(_ name: String) -> [String] {
                    (match[name]?.text ?? "").split { $0.isWhitespace }.prefix(64).map(String.init)
                }
                return Match(
                    endpoint: endpoint, types: words("Types").map { String($0.split(separator: ":").last ?? "") },
                    scopes: words("Scopes"), addresses: words("XAddrs"))
            })
    }
}
