internal import Hearth
internal import HearthRPC
internal import HearthRPCServices
package import HearthTerminal

/// `hearth health`: asks a hub whether it serves calls, and which of its parts fail.
package enum HealthCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let connection = try await Connection.find(arguments).withoutToken
        let client = try connection.client()
        let listed: [String: Grpc_Health_V1_HealthCheckResponse]
        do throws(RPCError) {
            listed = try await Grpc_Health_V1_HealthClient(client)
                .list(.init(), options: CallOptions(timeout: .seconds(5))).statuses
        } catch {
            throw CommandError(error)
        }
        let failing = HealthPart.allCases.filter { listed[$0.service].map { $0.status != .serving } ?? false }
        let names = failing.map(\.rawValue).joined(separator: ", ")
        guard listed[""]?.status == .serving else {
            // A hub that ends reports all of its parts.
            let isEnding = failing.count == HealthPart.allCases.count
            let reason = isEnding || failing.isEmpty ? "is ending" : "is unhealthy: \(names)"
            throw CommandError(.unavailable, "the hub at \(connection.address) \(reason)")
        }
        let degraded = failing.isEmpty ? "" : " It is degraded: \(names)."
        try printLine("The hub at \(connection.address) serves calls.\(degraded)")
    }
}
