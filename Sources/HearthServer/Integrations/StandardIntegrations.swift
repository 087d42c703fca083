internal import HearthCalendar
internal import HearthEntities
internal import HearthEventLoop
internal import HearthHub
internal import HearthIntegrationKinds
internal import HearthIntegrations
internal import HearthNoticeTargets
internal import HearthPhrases
internal import HearthStore
internal import HearthTraitCore

/// The integrations of `hearth serve`.
enum StandardIntegrations {
    /// The centre of a hub's integrations, not started yet. Devices that have a clock get this machine's time zone.
    ///
    /// - Parameters:
    ///   - camerasUser: the user that runs `hearth-cameras`; nil for the hub's.
    ///   - notices: the notices of the hub.
    ///   - camerasCommand: the command that starts `hearth-cameras`.
    static func centre(
        of hub: Hub, _ store: any HomeStorage, loop: EventLoop, camerasUser: CamerasUser? = nil, notices: NoticeFeed,
        camerasCommand: @escaping @Sendable () -> String, notice: @escaping @Sendable (String) -> Void
    ) -> IntegrationCentre {
        let clock = SystemClock()
        let zone = ZoneRules { Int64(LocalTime.secondsEastOfUTC(.seconds($0))) }
        let homeAccess = InProcessHomeAccess(hub)
        let cameras = hub.cameraOpener(
            user: camerasUser.map { "the user \($0.name)" } ?? "the hub's user", command: camerasCommand)
        let centre = IntegrationCentre(
            hub: hub, store: store,
            kinds: StandardKinds.all(
                loop: loop, clock: clock, zone: zone, zoneText: TimeZones.posixText,
                home: { try await homeAccess.open(for: $0) }, notices: notices, notice: notice),
            clock: clock,
            makeProvider: {
                EntityProvider(link: $0, idPrefix: $1, cameras: cameras, clock: clock, notice: notice)
            }, notice: notice)
        homeAccess.set(centre)
        return centre
    }
}
