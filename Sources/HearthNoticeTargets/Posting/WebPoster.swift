internal import HearthBase
package import HearthEventLoop
package import HearthHTTP1
package import HearthTLS
package import HearthTraitCore

/// Sends requests to web servers, each on a connection of its own. Certificates are verified.
package struct WebPoster: Sendable {
    /// The longest time from the connection to the end of the answer.
    package static let timeLimit = Duration.seconds(30)

    private let loop: EventLoop
    private let clock: any HomeClock
    private let trust: ClientTLS.Trust

    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - trust: which servers it trusts.
    package init(loop: EventLoop, clock: any HomeClock, trust: ClientTLS.Trust = .system) {
        self.loop = loop
        self.clock = clock
        self.trust = trust
    }

    /// Sends a request. Returns once the server has answered with a status from 200 to 299.
    package func send(_ request: HTTP1ClientRequest, to address: WebAddress) async throws(PostError) {
        let answer = try await exchange(request, with: address)
        guard !(200..<300).contains(answer.status) else { return }
        throw Self.refusal(answer, of: address.host)
    }

    private func exchange(
        _ request: HTTP1ClientRequest, with address: WebAddress
    ) async throws(PostError) -> HTTP1Response {
        var tls: ClientTLS?
        if address.isSecure {
            do throws(TLSError) {
                // For each request, as authorities of the machine may have changed.
                tls = try ClientTLS(trust: trust, identity: nil, serverName: nil, isHTTP2: false)
            } catch {
                throw PostError(.insecure, error.message, wayOut: "correct the file", cause: error)
            }
        }
        let ended = OneShot<Result<HTTP1Response, PostError>>()
        let exchange = LoopBound(Exchange(request, to: address, ended: ended), loop: loop)
        exchange.run { [loop, tls] in $0.open(on: loop, tls: tls) }
        let late = PostError(
            .timedOut, "\(address.host) did not answer within \(Self.timeLimit.wholeSeconds) s",
            wayOut: "see whether it runs")
        let alarm = clock.schedule(after: Self.timeLimit) { exchange.run { $0.end(.failure(late)) } }
        let outcome = await ended.wait()
        alarm.cancel()
        exchange.run { $0.end(.failure(late)) }
        // nil: the task was cancelled.
        return try (outcome ?? .failure(late)).get()
    }

    private static func refusal(_ answer: HTTP1Response, of host: String) -> PostError {
        let status = answer.status
        let (message, wayOut) =
            switch status {
            case 300..<400: ("answers with a redirection", "give the address that it leads to")
            case 401, 403: ("refuses the message", "check the token, and what it may do there")
            case 404, 410: ("does not know the address", "check it")
            case 413: ("finds the message too large", "raise its limit")
            case 429: ("gets too many messages", "send fewer kinds of notices there")
            case 500...: ("has a failure of its own", "see its log")
            default: ("refuses the message", "see its documentation")
            }
        return PostError(
            .status(status), "\(host) \(message) (status \(status))", wayOut: wayOut, retryAfter: retryAfter(answer))
    }

    /// The longest pause that a server may ask for.
    private static let longestPause: Int64 = 3_600

    /// The pause in seconds that the answer asks for; dates are not read.
    private static func retryAfter(_ answer: HTTP1Response) -> Duration? {
        guard let text = answer.fields["retry-after"], let seconds = Int64(text), seconds >= 0 else { return nil }
        return .seconds(min(seconds, longestPause))
    }
}
