package import HearthDeviceLinks
package import HearthEntities
package import HearthEventLoop
internal import HearthTLS
package import HearthTraitCore

/// The link to a Hue bridge.
package typealias HueLink = DeviceLink<HueMachine>

extension DeviceLink<HueMachine> {
    /// - Parameters:
    ///   - loop: the loop that the connections run on.
    ///   - clock: the clock of timeouts.
    ///   - turns: limits how many links connect at the same time.
    package init(
        _ settings: HueSettings, loop: EventLoop, clock: any HomeClock, turns: ConnectTurns = ConnectTurns()
    ) {
        self.init(
            HueMachine(settings, random: { SecureRandom.bytes($0) }),
            LoopBound(HueSockets(settings, loop: loop), loop: loop), clock: clock, turns: turns)
    }
}
