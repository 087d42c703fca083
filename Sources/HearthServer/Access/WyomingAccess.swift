internal import Hearth
internal import HearthEventLoop
internal import HearthHub
internal import HearthSpeech
package import HearthTerminal
internal import HearthTraitCore
internal import HearthWyoming

/// How programs of the Wyoming protocol reach the hub: the options of `hearth serve` for them.
package struct WyomingAccess {
    /// Options of `hearth serve`.
    package static let options: [Arguments.Option] = [
        .init(
            "wyoming", "ADDRESS",
            "Serves the Wyoming protocol on this address, as in 127.0.0.1:10500, so that Home Assistant can pass on what "
                + "people say. It has neither passwords nor encryption.",
            default: "off"),
        .init(
            "wyoming-peer", "ADDRESS=PERSON[/ROOM][+unlock]",
            "An IP address that may use it, the member of the home whose rights its words have, and the room in which it "
                + "is. Only with +unlock its words may unlock and open; may be given several times."),
    ]

    private let endpoint: Endpoint
    private let peers: [WyomingPeer]

    /// nil if it is off.
    ///
    /// - Throws: `CommandError` for an address without peers, and for peers of another form.
    init?(_ arguments: Arguments) throws(CommandError) {
        let texts = arguments.all("wyoming-peer")
        guard let address = arguments["wyoming"] else {
            guard texts.isEmpty else { throw CommandError(.usage, "--wyoming-peer needs --wyoming ADDRESS") }
            return nil
        }
        do throws(LoopError) {
            endpoint = try Endpoint(address)
        } catch {
            throw CommandError(.usage, "--wyoming: \(error.message)")
        }
        guard case .tcp = endpoint else {
            throw CommandError(.usage, "--wyoming \(quoted(address)) is no HOST:PORT, by which peers are told apart")
        }
        guard !texts.isEmpty else {
            throw CommandError(
                .usage, "--wyoming needs --wyoming-peer, as in --wyoming-peer 127.0.0.1=Ada/Kitchen")
        }
        var peers: [WyomingPeer] = []
        for text in texts {
            guard let peer = WyomingPeer(text) else {
                throw CommandError(
                    .usage,
                    "--wyoming-peer \(quoted(text)) has not the form ADDRESS=PERSON, with /ROOM or +unlock after it")
            }
            guard !peers.contains(where: { $0.host == peer.host }) else {
                throw CommandError(.usage, "two --wyoming-peer have the address \(peer.host)")
            }
            peers.append(peer)
        }
        self.peers = peers
    }

    /// The reasons for which the hub would not act on words of its peers at present.
    func problems(for hub: Hub) -> [String] { peers.compactMap { hub.problem(of: Self.source($0)) } }

    private static func source(_ peer: WyomingPeer) -> WordSource {
        WordSource(person: peer.person, room: peer.room, mayOpen: peer.mayOpen, address: peer.host)
    }

    /// Starts listening.
    func open(for hub: Hub, loop: EventLoop) async throws(CommandError) -> WyomingServer {
        do throws(LoopError) {
            return try await WyomingServer.listen(
                on: endpoint, loop: loop, peers: peers, version: Home.version, languages: Language.all.keys.sorted()
            ) { words, peer in
                let (isUnderstood, sentence) = await hub.hear(
                    words.text, language: words.language, from: Self.source(peer))
                return WyomingAnswer(isHandled: isUnderstood, text: sentence)
            }
        } catch {
            throw CommandError(ofListening: error)
        }
    }
}
