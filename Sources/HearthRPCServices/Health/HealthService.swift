public import HearthRPC
internal import Synchronization

/// The gRPC health checking service (`grpc.health.v1.Health`): reports to clients and load balancers which services are
/// serving.
///
/// The service "" means the whole server and is SERVING from the start. For a service that was never set `Check`
/// fails with NOT_FOUND; `Watch` sends SERVICE_UNKNOWN and follows later changes.
public final class HealthService: Grpc_Health_V1_HealthService {
    /// The serving status of a service.
    public typealias Status = Grpc_Health_V1_HealthCheckResponse.ServingStatus

    /// The full name of the health service, for ``RPCServer/Options/MethodsWithoutRight/allowServices(_:toKnown:)``:
    /// its standard `.proto` cannot declare a right.
    public static let names: Set<String> = [Grpc_Health_V1_HealthMethods.check.service]

    private struct State {
        var statuses: [String: Status] = ["": .serving]
        var watches: [String: [ObjectIdentifier: HealthWatch]] = [:]
        var isDraining = false
        /// Number of changes; keeps watches from sending an outdated status after a newer one.
        var version = 0

        /// The status to report; nil for an unknown service.
        func status(_ service: String) -> Status? {
            statuses[service].map { isDraining ? .notServing : $0 }
        }

        /// The status to report to a watch, with its version.
        func news(_ service: String) -> HealthWatch.News {
            HealthWatch.News(version: version, status: status(service) ?? .serviceUnknown)
        }
    }

    private let state = Mutex(State())

    /// Creates the service; the server as a whole ("") is SERVING, no other service is known.
    public init() {}

    /// Sets the status of a service, nil to forget it, and notifies its watches.
    ///
    /// - Parameter service: the full name, such as `hearth.v1.HomeService`; "" for the server as a whole.
    public func set(_ status: Status?, for service: String) {
        let (news, watches) = state.withLock { state in
            state.statuses[service] = status
            state.version += 1
            return (state.news(service), Array(state.watches[service, default: [:]].values))
        }
        for watch in watches { watch.tell(news) }
    }

    /// Reports NOT_SERVING for every known service, permanently; call it before shutting the server down. Notifies and
    /// ends every watch, so that none delays the shutdown; later changes are not reported.
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
            throw RPCError(.notFound, "the health of service \"\(request.service)\" is not known")
        }
        return Grpc_Health_V1_HealthCheckResponse(status: status)
    }

    public func list(
        _ request: Grpc_Health_V1_HealthListRequest, context: ServerContext
    ) async throws -> Grpc_Health_V1_HealthListResponse {
        let statuses = state.withLock { state in state.statuses.keys.map { ($0, state.status($0)) } }
        return Grpc_Health_V1_HealthListResponse(
            statuses: Dictionary(
                uniqueKeysWithValues: statuses.compactMap { service, status in  // in range: keys of a dictionary
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

    /// The number of open watches.
    var openWatches: Int { state.withLock { $0.watches.values.reduce(0) { $0 + $1.count } } }
}
