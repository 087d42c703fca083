internal import HearthEventLoop
internal import HearthHub
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthMDNS
internal import HearthMDNSDriver
internal import HearthRPCHTTP2
package import HearthTerminal
internal import HearthTraitCore

/// The hub on the local network: announces it by multicast DNS, and finds devices there.
package struct LocalNetwork: Sendable {
    /// Options of `hearth serve`.
    package static let options: [Arguments.Option] = [
        .init(
            "no-mdns", nil,
            "Neither looks for devices on the local network, by multicast DNS and WS-Discovery, nor announces the hub."),
        .init(
            "announce", AnnouncementPlan.Occasion.allCases.map(\.rawValue).joined(separator: "|"),
            "When the hub announces itself by multicast DNS, for hearth hubs, apps and the name \(Self.host).local; "
                + "always includes a hub that only its own machine can reach.",
            default: "auto, while other machines can reach it"),
    ]

    /// The first label of the hub's name in the domain `local`. Hubs that have it already leave the next one a number.
    private static let host = "hearth"

    private let network: MDNSService
    private let nearby: NearbyServices
    private let plan: AnnouncementPlan?
    private let notice: @Sendable (String) -> Void

    /// The value of `--announce`.
    ///
    /// - Throws: ``CommandError`` for another word, and for `always` without multicast DNS.
    static func occasion(_ arguments: Arguments) throws(CommandError) -> AnnouncementPlan.Occasion {
        let word = arguments["announce"] ?? AnnouncementPlan.Occasion.auto.rawValue
        guard let occasion = AnnouncementPlan.Occasion(rawValue: word) else {
            let words = AnnouncementPlan.Occasion.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandError(.usage, "--announce is one of \(words), not \(quoted(word))")
        }
        guard occasion != .always || !arguments.has("no-mdns") else {
            throw CommandError(.usage, "--announce always needs multicast DNS; leave out --no-mdns")
        }
        return occasion
    }

    /// Joins the multicast groups of this machine's networks.
    ///
    /// - Parameters:
    ///   - address: where the hub listens.
    ///   - notice: receives a line for each network on which multicast does not work.
    /// - Returns: nil if this machine can't listen for multicast DNS, of which `notice` says why.
    init?(
        listeningAt address: String, announcing occasion: AnnouncementPlan.Occasion, loop: EventLoop,
        notice: @escaping @Sendable (String) -> Void
    ) {
        plan = AnnouncementPlan(listeningAt: address, on: occasion)
        self.notice = notice
        var options = MDNSService.Options(hostName: Self.host)
        options.usesLoopback = plan?.isOfThisMachine ?? false
        options.announced = plan?.addresses ?? .all
        options.onProblem = { notice("devices that announce themselves may not be found: \($0)") }
        do {
            network = try MDNSService(loop: loop, options: options)
        } catch {
            notice("devices that announce themselves are not found: \(error)")
            return nil
        }
        nearby = NearbyServices(on: network, loop: loop, notice: notice)
    }

    /// Tells a centre of integrations what is near, and announces the hub, until ``stop()`` is called.
    func run(for centre: IntegrationCentre, announcing hub: Hub, _ access: HubAccess, _ server: HTTP2Server) async {
        async let finding: Void = nearby.follow(for: centre)
        async let naming: Void = follow(access, server)
        await announce(hub, access)
        _ = await (finding, naming)
    }

    /// Announces the hub, and announces it again when it is claimed or loses its last owner.
    private func announce(_ hub: Hub, _ access: HubAccess) async {
        guard let plan else { return }
        let changes = access.changesOfCredentials()
        var told = access.announcement(of: hub)
        do throws(DNSError) {
            let announcement = try network.announce(
                AnnouncedService(
                    name: told.name, type: try ServiceType(HubAnnouncement.serviceType), port: plan.port,
                    attributes: try told.attributes())
            ) { name in
                try? printLine("Announced on the local network as \(quoted(name)); hearth hubs lists it")
            }
            for await _ in changes {
                let now = access.announcement(of: hub)
                guard now != told else { continue }
                announcement.change(try now.attributes())
                told = now
            }
        } catch {
            notice("the hub does not announce itself on the network: \(error)")
        }
    }

    /// Tells the hub the name by which other machines resolve it.
    private func follow(_ access: HubAccess, _ server: HTTP2Server) async {
        for await name in network.hostNames() { access.take(hostName: name, of: server) }
    }

    /// Says goodbye, and leaves the multicast groups.
    func stop() async {
        await network.stop()
        await nearby.stop()
    }
}
