internal import Hearth
internal import HearthBase
internal import HearthRPC
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWire

/// `hearth status`: how the hub is, on one screen.
package enum StatusCommand {
    package static func run(_ arguments: Arguments) async throws(CommandError) {
        let hub = try await Connection.open(arguments)
        let status = try await status(of: hub)
        let (listing, integrations) = (
            try await hub.listing(), try await CommandError.ofHome { try await hub.integrations.list() }
        )
        let words = StatusWords(
            status: status, homes: StatusWords.Home.all(of: listing), integrations: integrations,
            now: SystemClock().sinceEpoch)
        try printLine(arguments.has("json") ? words.json.text : words.text)
    }

    /// What the hub says about itself.
    static func status(of hub: HubClient) async throws(CommandError) -> Hearth_V1_GetStatusResponse {
        do throws(RPCError) {
            return try await Hearth_V1_MaintenanceClient(hub.client)
                .getStatus(.init(), options: CallOptions(timeout: .seconds(10)))
        } catch {
            guard error.code == .unimplemented else { throw CommandError(error) }
            throw CommandError(.refused, "the hub is of an earlier version and says nothing about itself; upgrade it")
        }
    }
}
