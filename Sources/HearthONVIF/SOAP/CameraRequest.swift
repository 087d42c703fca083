internal import HearthHTTP1
package import HearthXML

/// A request to a service of a camera.
package struct CameraRequest: Hashable, Sendable {
    /// Where the service is, on the camera's host.
    package var place: CameraPlace
    /// The name of the operation in SOAP's `action`.
    package var action: String
    /// Header blocks besides the security token.
    package var headers: [XMLValue] = []
    package var body: XMLValue

    init(_ place: CameraPlace, _ namespace: String, _ operation: String, _ content: [XMLValue] = []) {
        self.place = place
        action = "\(namespace)/\(operation)"
        body = XMLValue(XMLName(namespace, operation), content)
    }

    /// The request with the headers that a service of events wants (W3C, "Web Services Addressing 1.0", section 3.2).
    ///
    /// - Parameters:
    ///   - parameters: what the camera wants repeated, to find its subscription.
    ///   - host: the camera with its port.
    func addressed(action: String, messageID: String, parameters: [XMLValue], host: String) -> CameraRequest {
        func header(_ local: String, _ text: String) -> XMLValue {
            XMLValue(XMLName(Namespaces.addressing, local), text: text)
        }
        var request = self
        request.action = action
        request.headers =
            [
                header("Action", action), header("MessageID", messageID),
                header("To", "http://\(host)\(place.target)"),
            ] + parameters
        return request
    }

    /// The request of HTTP with its proof.
    func http(_ token: UsernameToken?, authorization: String?) -> HTTP1ClientRequest {
        let envelope = SOAPMessage.envelope(headers: (token.map { [$0.header] } ?? []) + headers, body: body)
        var fields = [
            HTTP1ClientRequest.Field("Content-Type", "application/soap+xml; charset=utf-8; action=\"\(action)\""),
            HTTP1ClientRequest.Field("Connection", "close"),
        ]
        if let authorization { fields.append(HTTP1ClientRequest.Field("Authorization", authorization)) }
        return HTTP1ClientRequest(
            "POST", place.target, fields: fields, body: envelope, mostAnswerBytes: SOAPMessage.mostBytes)
    }
}

/// Where a service is on the camera's host. What cameras write of their own host is ignored: it may be that of another
/// network, and a forged one would get the password's proof.
package struct CameraPlace: Hashable, Sendable {
    /// Nil for the port of the device service.
    package var port: UInt16?
    package var target: String

    package init(port: UInt16? = nil, _ target: String) {
        self.port = port
        self.target = target
    }

    /// The place of a URL in an answer; nil for text that is none. Its port counts only beside the camera's own host.
    init?(_ text: String, host: String) {
        guard let url = CameraURL(text), url.scheme == "http" || url.scheme == "https" else { return nil }
        let isSame = url.host.lowercased() == host.lowercased() && url.scheme == "http"
        self.init(port: isSame ? url.port ?? ONVIFSettings.usualPort : nil, url.target)
    }
}
