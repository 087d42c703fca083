package import HearthCalendar
package import HearthDiscoveryPublisher
internal import HearthEntities
package import HearthEventLoop
package import HearthIntegrations
package import HearthNoticeTargets
internal import HearthTLS
package import HearthTraitCore

/// The kinds of integrations that a hub has.
package enum StandardKinds {
    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of links.
    ///   - zone: the home's time zone.
    ///   - zoneText: the same zone in the form of POSIX's TZ variable; empty if not known.
    ///   - home: opens the home for the Home Assistant with an identity.
    ///   - notices: the hub's notices, for the targets that they are posted to.
    ///   - notice: receives messages for a log.
    package static func all(
        loop: EventLoop, clock: any HomeClock, zone: ZoneRules, zoneText: String,
        home: @escaping @Sendable (String) async throws -> any HomeView, notices: NoticeFeed,
        notice: @escaping @Sendable (String) -> Void
    ) -> [any IntegrationKind] {
        let turns = ConnectTurns()
        let poster = WebPoster(loop: loop, clock: clock)
        return [
            ESPHomeKind(
                loop: loop, clock: clock, zone: zone, zoneText: zoneText, turns: turns,
                makeKey: { SecureRandom.bytes(32) }, notice: notice),
            Zigbee2MQTTKind(loop: loop, clock: clock, notice: notice),
            MQTTKind(loop: loop, clock: clock, zone: zone, notice: notice),
            ShellyKind(loop: loop, clock: clock, turns: turns),
            HueKind(loop: loop, clock: clock, turns: turns),
            ONVIFKind(loop: loop, clock: clock, turns: turns),
            HomeAssistantKind(loop: loop, clock: clock, home: home, notice: notice),
            NoticeTargetKind(.ntfy, feed: notices, poster: poster, clock: clock, notice: notice),
            NoticeTargetKind(.webhook, feed: notices, poster: poster, clock: clock, notice: notice),
        ]
    }
}
