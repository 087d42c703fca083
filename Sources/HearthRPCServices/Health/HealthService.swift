public import HearthRPC
internal import Synchronization

/// gRPC's health checking, v1: tells clients and load balancers which services are served.
///
/// The service "" is the server as a whole; it is served from the beginning. A service that was never set is not known:
/// `Check` answers NOT_FOUND, `Watch` answers SERVICE_UNKNOWN and tells when that changes.
public final class HealthService: Grpc_Health_V1_HealthService {
    /// How a service is.
    public typealias Status = Grpc_Health_V1_HealthCheckResponse.ServingStatus

    /// The service's name, for ``RPCServer/Options/MethodsWithoutRight/allowServices(_:)``: the protocol's own file can
    /// declare no right.
    public static let names: Set<String> = [Grpc_Health_V1_HealthMethods.check.service]

    private struct State {
        var statuses: [String: Status] = ["": .serving]
        var watches: [String: [ObjectIdentifier: HealthWatch]] = [:]
        var isDraining = false
        /// Counts changes, so that no watch takes an old one for a new one.
        var version = 0

        /// What is told of a service; nil when it is not known.
        func status(_ service: String) -> Status? {
            statuses[service].map { isDraining ? .notServing : $0 }
        }

        /// The same for a watch.
        func news(_ service: String) -> HealthWatch.News {
            HealthWatch.News(version: version, status: status(service) ?? .serviceUnknown)
        }
    }

    private let state = Mutex(State())

    public init() {}

    /// Says how a service is from now on; nil forgets it. Those who watch it are told.
    /// - Parameter service: its whole name, `hearth.v1.HomeService`; "" is the server as a whole.
    public func set(_ status: Status?, for service: String) {
        let (news, watches) = state.withLock { state in
            state.statuses[service] = status
            state.version += 1
            return (state.news(service), Array(state.watches[service, default: [:]].values))
        }
        for watch in watches { watch.tell(news) }
    }

    /// Says that nothing is served any more, for good: to be called before a server is shut down, so that clients know
    /// before it asks them to leave. What is set afterwards is not told. Every watch is told, and ends, so that none
    /// holds the shutdown up.
    public func drain() {
        let watches = state.withLock { state in
            state.isDraining = true
            state.version += 1
            defer { state.watches = [:] }
            return state.watches.flatMap { service, watches in
                watches.values.map { (watch: $0, news: state.news(service)) }
            }
        }
        for (watch, news) in watches { watch.end(news) }
    }

    public func check(
        _ request: Grpc_Health_V1_HealthCheckRequest, context: ServerContext
    ) async throws -> Grpc_Health_V1_HealthCheckResponse {
        guard let status = state.withLock({ $0.status(request.service) }) else {
            throw RPCError(.notFound, "There is no service \"\(request.service)\" whose health is known.")
        }
        return Grpc_Health_V1_HealthCheckResponse(status: status)
    }

    public func list(
        _ request: Grpc_Health_V1_HealthListRequest, context: ServerContext
    ) async throws -> Grpc_Health_V1_HealthListResponse {
        let statuses = state.withLock { state in state.statuses.keys.map { ($0, state.status($0)) } }
        return Grpc_Health_V1_HealthListResponse(
            statuses: Dictionary(
                uniqueKeysWithValues: statuses.compactMap { service, status in
                    status.map { (service, Grpc_Health_V1_HealthCheckResponse(status: $0)) }
                }))
    }

    public func watch(
        _ request: Grpc_Health_V1_HealthCheckRequest, writer: RPCWriter<Grpc_Health_V1_HealthCheckResponse>,
        context: ServerContext
    ) async throws {
        let service = request.service
        let stream = try writer.handOver()
        let watch = HealthWatch(stream)
        let id = ObjectIdentifier(watch)
        let (news, isDraining) = state.withLock { state in
            if !state.isDraining { state.watches[service, default: [:]][id] = watch }
            return (state.news(service), state.isDraining)
        }
        if isDraining { return watch.end(news) }
        stream.onEnd { [weak self] _ in self?.forget(id, service) }
        watch.begin(news)
    }

    private func forget(_ id: ObjectIdentifier, _ service: String) {
        state.withLock { state in
            state.watches[service]?[id] = nil
            if state.watches[service]?.isEmpty == true { state.watches[service] = nil }
        }
    }

    /// How many watches are open.
    var openWatches: Int { state.withLock { $0.watches.values.reduce(0) { $0 + $1.count } } }
}
