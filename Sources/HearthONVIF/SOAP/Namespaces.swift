internal import HearthXML

/// The namespaces of requests, with the prefixes that they are written with.
enum Namespaces {
    static let envelope = "http://www.w3.org/2003/05/soap-envelope"
    /// Of WS-Discovery's messages (WS-Discovery, April 2005, section 1.4).
    static let discoveryAddressing = "http://schemas.xmlsoap.org/ws/2004/08/addressing"
    static let discovery = "http://schemas.xmlsoap.org/ws/2005/04/discovery"
    /// Of the requests for events (W3C, "Web Services Addressing 1.0").
    static let addressing = "http://www.w3.org/2005/08/addressing"
    static let notification = "http://docs.oasis-open.org/wsn/b-2"
    static let security =
        "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd"
    static let utility =
        "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"
    static let network = "http://www.onvif.org/ver10/network/wsdl"
    static let device = "http://www.onvif.org/ver10/device/wsdl"
    static let media1 = "http://www.onvif.org/ver10/media/wsdl"
    static let media2 = "http://www.onvif.org/ver20/media/wsdl"
    static let events = "http://www.onvif.org/ver10/events/wsdl"
    static let schema = "http://www.onvif.org/ver10/schema"

    /// Some cameras read requests by their prefixes, so these are the usual ones.
    private static let usual: [(String, String)] = [
        ("s", envelope), ("a", discoveryAddressing), ("d", discovery), ("wsa", addressing), ("wsnt", notification),
        ("wsse", security), ("wsu", utility), ("dn", network), ("tds", device), ("trt", media1), ("tr2", media2),
        ("tev", events), ("tt", schema),
    ]

    /// The prefixes of some namespaces.
    static func prefixes(_ namespaces: Set<String>) -> [XMLValue.Prefix] {
        usual.filter { namespaces.contains($0.1) }.map { XMLValue.Prefix($0.0, $0.1) }
    }
}

extension XMLValue {
    /// The namespaces of the elements and their attributes.
    var namespaces: Set<String> {
        children.reduce(into: Set([name.namespace] + attributes.keys.map(\.namespace))) {
            $0.formUnion($1.namespaces)
        }
    }
}
