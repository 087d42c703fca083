internal import HearthEventLoop
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWebRTC

/// Live views of the virtual home's cameras over WebRTC.
package enum DemoPeers {
    /// An option of `hearth serve`.
    package static let option = Arguments.Option(
        "demo-webrtc", "PORT",
        "Opens this UDP port for live views of the demo's cameras over WebRTC. Other cameras have theirs in "
            + "hearth-cameras.",
        default: "none")

    /// Nil if it is off.
    ///
    /// - Throws: `CommandError` for what is no port, one that is taken, and without `--demo`.
    static func open(_ arguments: Arguments, loop: EventLoop) async throws(CommandError) -> WebRTCPeers? {
        guard let text = arguments["demo-webrtc"] else { return nil }
        guard arguments.has("demo") else { throw CommandError(.usage, "--demo-webrtc needs --demo") }
        guard let port = UInt16(text) else {
            throw CommandError(.usage, "--demo-webrtc \(quoted(text)) is no port, a number up to 65535")
        }
        do {
            let peers = try await WebRTCPeers.open(port: port, loop: loop)
            // For a firewall, which must let it through.
            printError("hearth: the demo's live views over WebRTC have the UDP port \(peers.number)")
            return peers
        } catch {
            throw CommandError(.cantStart, "live views over WebRTC can't be served: \(error)")
        }
    }
}
