internal import HearthBase
internal import HearthHTTP1
package import HearthHTTPDigest
package import HearthRTSP

/// The course of one request for a picture, without I/O: HTTP/1.1 on one connection after the other.
package struct PictureExchange: Sendable {
    package enum Action: Sendable {
        case send([UInt8])
        /// The request is sent again, on a new connection.
        case reconnect
        case done(Result<[UInt8], CamerasError>)
    }

    /// The most bytes of a picture.
    package static let mostBytes = 7 << 19

    private let url: CameraURL
    private let credentials: HTTPCredentials?
    private let allowsBasic: Bool
    private let random: @Sendable (Int) -> [UInt8]
    private var http: HTTP1ClientSession
    private var authentication: HTTPAuthentication?
    private var proofs = 0
    private var head: HTTP1Response?
    private var body: [UInt8] = []
    private var isOver = false

    /// - Parameter random: makes random bytes, which must not be predictable.
    package init(
        _ url: CameraURL, _ credentials: HTTPCredentials?, allowsBasic: Bool,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.url = url
        self.credentials = credentials
        self.allowsBasic = allowsBasic || url.scheme.isSecure
        self.random = random
        http = HTTP1ClientSession(host: url.authority)
    }

    /// A connection is open.
    package mutating func opened() -> [Action] {
        guard !isOver else { return [] }
        http = HTTP1ClientSession(host: url.authority)
        (head, body) = (nil, [])
        let target = url.path.hasPrefix("/") ? url.path : "/" + url.path
        var fields = [HTTP1ClientRequest.Field("Accept", "image/jpeg"), .init("Connection", "close")]
        if let credentials, authentication != nil {
            let proof = authentication?.authorization(
                credentials, method: "GET", uri: target, clientNonce: hex(random(8)))
            if let proof { fields.append(.init("Authorization", proof)) }
        }
        return [.send(http.send(HTTP1ClientRequest("GET", target, fields: fields, mostAnswerBytes: Self.mostBytes)))]
    }

    package mutating func received(_ bytes: [UInt8]) -> [Action] {
        guard !isOver else { return [] }
        do throws(HTTP1ClientError) {
            return take(try http.received(bytes))
        } catch {
            return fail(error)
        }
    }

    /// The connection has ended.
    package mutating func closed() -> [Action] {
        guard !isOver else { return [] }
        do throws(HTTP1ClientError) {
            let actions = take(try http.closed())
            return isOver || !actions.isEmpty
                ? actions
                : finish(CamerasError(.unreachable, "the camera closed the connection", wayOut: "try again"))
        } catch {
            return fail(error)
        }
    }

    private mutating func take(_ events: [HTTP1ClientSession.Event]) -> [Action] {
        for event in events {
            switch event {
            case .head(let head): self.head = head
            case .body(let bytes): body += bytes
            case .end: return answered()
            }
        }
        return []
    }

    private mutating func answered() -> [Action] {
        switch head?.status ?? 0 {
        case 200:
            guard JPEGHead(body) != nil else {
                return finish(
                    CamerasError(
                        .notAPicture, "the camera's answer is no picture in JPEG", wayOut: "correct its snapshotUrl"))
            }
            isOver = true
            return [.done(.success(body))]
        case 401: return prove()
        case let status:
            return finish(
                CamerasError(
                    .notAPicture, "the camera refuses a picture with the status \(status)",
                    wayOut: "correct its snapshotUrl"))
        }
    }

    private mutating func prove() -> [Action] {
        guard credentials != nil else {
            return finish(CamerasError(.password, "the camera wants a password", wayOut: "give its user and password"))
        }
        let new = HTTPAuthentication(head?.fields["www-authenticate"].map { [$0] } ?? [], allowsBasic: allowsBasic)
        guard let new else {
            return finish(
                CamerasError(
                    .notAPicture,
                    "the camera wants the password in a form that Hearth does not send on this connection",
                    wayOut: "switch on digest authentication in the camera, use https, or set allowBasic"))
        }
        guard proofs == 0 || new.isStale && proofs < 2 else {
            return finish(
                CamerasError(
                    .password, "the camera refuses the user or the password", wayOut: "correct user and password"))
        }
        authentication = new
        proofs += 1
        return [.reconnect]
    }

    private mutating func fail(_ error: HTTP1ClientError) -> [Action] {
        finish(
            CamerasError(
                error.code == .tooLarge ? .notAPicture : .unreachable, "the camera's answer can't be used: \(error)",
                wayOut: "try again", cause: error))
    }

    private mutating func finish(_ error: CamerasError) -> [Action] {
        isOver = true
        return [.done(.failure(error))]
    }
}
