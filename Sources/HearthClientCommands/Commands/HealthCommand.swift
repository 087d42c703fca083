internal import Hearth
internal import HearthRPC
internal import HearthRPCServices
package import HearthTerminal

/// `hearth health`: asks a hub whether it serves calls.
package enum HealthCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let connection = try await Connection.find(arguments)
        let client = try connection.client()
        let status: Grpc_Health_V1_HealthCheckResponse.ServingStatus
        do throws(RPCError) {
            let health = Grpc_Health_V1_HealthClient(client)
            status = try await health.check(.init(service: ""), options: CallOptions(timeout: .seconds(5))).status
        } catch {
            throw CommandError(error)
        }
        guard status == .serving else {
            throw CommandError(
                .unavailable, "the hub at \(connection.address) is ending, or its store is gone; its log says why")
        }
        try printLine("The hub at \(connection.address) serves calls.")
    }
}
