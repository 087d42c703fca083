package import HearthCalendar
package import HearthEventLoop
package import HearthIntegrations
package import HearthTraitCore

/// The kinds of integrations that a hub has.
package enum StandardKinds {
    /// - Parameters:
    ///   - loop: the loop that connections run on.
    ///   - clock: the clock of links.
    ///   - zone: the home's time zone.
    ///   - notice: receives messages for a log.
    package static func all(
        loop: EventLoop, clock: any HomeClock, zone: ZoneRules,
        notice: @escaping @Sendable (String) -> Void
    ) -> [any IntegrationKind] {
        [
            ESPHomeKind(loop: loop, zone: zone), Zigbee2MQTTKind(loop: loop, clock: clock, notice: notice),
            MQTTKind(loop: loop, clock: clock, zone: zone, notice: notice),
        ]
    }
}
