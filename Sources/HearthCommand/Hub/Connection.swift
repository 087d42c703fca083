internal import Foundation
internal import Hearth
internal import HearthRPC
internal import HearthRPCHTTP2
internal import HearthTraitCore

/// Finds the hub that a command is for.
enum Connection {
    static let defaultAddress = "127.0.0.1:4327"

    static func address(_ arguments: Arguments) -> String {
        arguments["hub"] ?? ProcessInfo.processInfo.environment["HEARTH_HUB"] ?? defaultAddress
    }

    static func open(_ arguments: Arguments) throws(CommandError) -> HubClient {
        do throws(RPCError) {
            return HubClient(RPCClient(transport: try HTTP2Transport(connectingTo: address(arguments))))
        } catch {
            throw CommandError(.usage, error.message)
        }
    }

    static func home(_ arguments: Arguments) async throws(CommandError) -> Home {
        do throws(HomeError) {
            return try await Home.connect(to: address(arguments))
        } catch {
            throw CommandError(error)
        }
    }

    /// The value of `--endpoint`.
    static func endpoint(_ arguments: Arguments) throws(CommandError) -> UInt16? {
        guard let text = arguments["endpoint"] else { return nil }
        guard let endpoint = UInt16(text) else {
            throw CommandError(.usage, "--endpoint takes a number of 0 to 65535, not \(quoted(text))")
        }
        return endpoint
    }
}
