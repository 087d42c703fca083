internal import HearthBase
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// A request that is followed, and the closure that carries it out.
typealias PreparedRequest<Response: Sendable> = (
    request: FollowedRequest<Response>, carryOut: @Sendable () async -> Void
)

extension HomeConnection {
    /// Prepares a command or update that is sent on its own and followed.
    ///
    /// - Parameters:
    ///   - name: the request's name in errors.
    ///   - trait: the trait that it is sent to.
    ///   - check: throws for requests that would fail.
    ///   - decode: decodes the answer.
    /// - Returns: the request, and the closure that carries it out. Call it once; it returns when the request was
    ///   answered.
    func prepared<Response: Sendable>(
        _ item: Hearth_V1_BatchItem, named name: String, to trait: TraitDescriptor, isTimed: Bool,
        confirmedWithin: Duration,
        check: @escaping @Sendable () throws(HomeError) -> Void,
        decode: @escaping @Sendable ([UInt8]) throws(HomeError) -> Response
    ) -> PreparedRequest<Response> {
        let request = FollowedRequest<Response>(id: Self.requestID())
        return (
            request,
            { [self] in
                let feed = RequestFeed(clientID: configuration.clientID, requestID: request.id) {
                    [self, clock] report, position in
                    if isOnItsWay(trait, item) {
                        request.goesOn(at: clock.now, for: Self.remainingTime(of: trait, item, in: report))
                    } else {
                        request.reported(at: position)
                    }
                }
                let number = addFeed(feed)
                let answer: Duration
                do throws(SendFailure) {
                    do throws(HomeError) {
                        try check()
                    } catch {
                        throw SendFailure(error, isUnknown: false)
                    }
                    let result = try await result(of: item, request.id, named: name, isTimed: isTimed) {
                        request.reach($0)
                    }
                    if let error = result.error { throw SendFailure(HomeError(error)) }
                    answer = clock.now
                    request.answered(Self.read(result.response, decode), isIgnored: result.ignored)
                } catch {
                    removeFeed(number)
                    return request.ended(error.error, isUnknown: error.isUnknown)
                }
                Task { [self] in
                    await request.waitForReport(confirmedWithin, after: answer, clock)
                    removeFeed(number)
                }
            }
        )
    }

    /// Whether a trait has not reached the state that a command requested, as during a fade. The report of its end
    /// follows. An update takes effect with its first report, so it is never on its way.
    private func isOnItsWay(_ trait: TraitDescriptor, _ item: Hearth_V1_BatchItem) -> Bool {
        guard case .command? = item.action, let progress = Self.progress[trait.id],
            let target = item.target.flatMap({ TraitTarget($0) }),
            let record = withCache({ $0.state.record(at: TraitPath(target, trait.id)) }),
            let values = try? trait.decodeAttributes(record.attributes.span.bytes)
        else { return false }
        return values[progress.attribute]?.integer ?? 0 != 0
    }

    /// The remaining time of a fade or move, if a report has it. Devices report it at the beginning only.
    private static func remainingTime(
        of trait: TraitDescriptor, _ item: Hearth_V1_BatchItem, in report: HomeReport
    ) -> Duration? {
        guard let progress = Self.progress[trait.id], progress.isTime,
            let target = item.target.flatMap({ TraitTarget($0) }),
            let bytes = report.traits.first(where: { $0.path == TraitPath(target, trait.id) })?.attributes,
            let tenths = try? trait.decodeAttributes(bytes.span.bytes)[progress.attribute]?.integer
        else { return nil }
        return .milliseconds(100) * Int(UInt16(clamping: tenths))
    }

    /// The attribute of a trait that is not 0 during a fade or move: RemainingTime of LevelControl and ColorControl, in
    /// 0.1 s, and OperationalStatus of WindowCovering.
    private static let progress: [UInt32: (attribute: UInt32, isTime: Bool)] = [
        0x8: (0x1, true), 0x300: (0x2, true), 0x102: (0xA, false),
    ]

    /// A unique ID of a request, also used as its idempotency key.
    private static func requestID() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 36) }.joined(separator: "-")
    }

    /// Sends the request until the hub returns its result: after a lost connection again with the same key. A timed
    /// request isn't retried, because it must not take effect late.
    private func result(
        of item: Hearth_V1_BatchItem, _ id: String, named name: String, isTimed: Bool,
        tell: @Sendable (RequestState) -> Void
    ) async throws(SendFailure) -> Hearth_V1_BatchResult {
        let request = Hearth_V1_SendFollowedRequest(
            item: item,
            options: Hearth_V1_CallOptions(
                idempotencyKey: isTimed ? "" : id, clientID: configuration.clientID, requestID: id))
        let end = clock.now + Self.timeout(isTimed: isTimed)
        /// The error of a lost connection after which the hub may have the request.
        var lost: HomeError?
        var tries = 0
        while true {
            do throws(RPCError) {
                let reader = try await Hearth_V1_HomeClient(calls).sendFollowed(
                    request, options: CallOptions(timeout: max(end - clock.now, .milliseconds(1))))
                while let message = try await reader.next() {
                    switch message.progress {
                    case .accepted: tell(.accepted)
                    case .sent: tell(.sent)
                    case .result(let result): return result
                    case nil: break
                    }
                }
                throw RPCError(.unavailable, "the hub ended the call without a result")
            } catch {
                let said = HomeError(error)
                if lost == nil {
                    // A request that was never sent fails at once if the hub is unreachable.
                    guard !(error.cause is CallNotSent) else { throw SendFailure(said, isUnknown: false) }
                    lost = said
                }
                let pause = WatchMachine.backoff.delay(after: tries, random: .random(in: 0...1))
                guard said.code == .unavailable, !isTimed, clock.now + pause < end, (try? checkOpen()) != nil else {
                    let failure = tries == 0 ? SendFailure(said) : SendFailure(lost ?? said, isUnknown: true)
                    throw failure.isUnknown ? failure.saying(of: name) : failure
                }
                tries += 1
                await clock.sleep(for: pause)
            }
        }
    }

    private static func read<Response>(
        _ bytes: [UInt8], _ decode: ([UInt8]) throws(HomeError) -> Response
    ) -> Result<Response, HomeError> {
        do throws(HomeError) {
            return .success(try decode(bytes))
        } catch {
            return .failure(error)
        }
    }
}

/// Why a request has no answer.
private struct SendFailure: Error {
    let error: HomeError
    let isUnknown: Bool

    init(_ error: HomeError, isUnknown: Bool) {
        self.error = error
        self.isUnknown = isUnknown
    }

    /// A refusal by the hub or device means that nothing has happened; other errors leave it open.
    init(_ error: HomeError) {
        let isOpen =
            switch error.code {
            case .deadlineExceeded, .cancelled: true
            case .unavailable, .aborted, .internal, .unknown, .dataLoss: error.subtype == nil
            default: false
            }
        self.init(error, isUnknown: isOpen)
    }

    /// The same error with a note that the outcome is unknown.
    func saying(of name: String) -> SendFailure {
        let message = "\(error.message); whether \(name) has taken effect is not known"
        return SendFailure(
            HomeError(error.code, message, subcodes: error.subcodes, subtype: error.subtype), isUnknown: isUnknown)
    }
}

/// Finds the reports that a request caused.
private final class RequestFeed: ChangeTaker {
    private let cause: ChangeCause
    private let reported: @Sendable (HomeReport, StructurePosition) -> Void

    init(
        clientID: String, requestID: String, reported: @escaping @Sendable (HomeReport, StructurePosition) -> Void
    ) {
        cause = .client(clientID, request: requestID)
        self.reported = reported
    }

    func take(_ changes: [HomeChange]) {
        for case .report(let report) in changes where report.cause == cause {
            if let position = report.position { reported(report, position) }
        }
    }

    func end(_ error: HomeError?) {}
}
