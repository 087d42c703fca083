internal import HearthMDNS

/// A generator whose numbers follow from a seed.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

/// Reads a packet, writes it again, and hands it to a browser and an announcer that know its names.
func fuzzMulticastDNS(_ bytes: [UInt8]) {
    guard let message = try? DNSMessage(bytes) else { return }
    let packets = message.packets()
    for packet in packets { must(packet.count <= DNSMessage.longest, "a packet of \(packet.count) bytes") }
    // What is written has the same records, in one message or in several.
    if packets.count == 1, let again = try? DNSMessage(packets[0]) {
        must(again.answers == message.answers || again.answers.count < message.answers.count, "answers change")
    }
    var random = Numbers(state: UInt64(bytes.count))
    var now = ContinuousClock.now
    guard let type = try? ServiceType("_hue._tcp"), var announcer = try? ServiceAnnouncer(host: "hub"),
        let address = IPAddress([10, 0, 0, 1])
    else { return must(false, "the names are refused") }
    var limits = ServiceBrowser.Limits()
    limits.servicesPerType = 3
    limits.cacheBytes = 4096
    var browser = ServiceBrowser(limits: limits)
    browser.want([type], now: now, using: &random)
    _ = browser.use(interfaces: [1], now: now, using: &random)
    announcer.use(addresses: [1: [address]], now: now, using: &random)
    try? announcer.announce(AnnouncedService(name: "a", type: type, port: 1), id: 1, now: now, using: &random)
    let origin = ServiceAnnouncer.Origin(interface: 1, address: address, port: 5353)
    for _ in 0..<3 {
        _ = browser.received(message, interface: 1, now: now, using: &random)
        _ = announcer.received(message, from: origin, now: now, using: &random)
        must(browser.services.count <= limits.servicesPerType, "\(browser.services.count) services")
        for service in browser.services {
            let hub = HubAnnouncement(service.attributes)
            must((try? hub.attributes()).map { HubAnnouncement($0) } == hub, "a hub's attributes change")
        }
        now += .milliseconds(700)
        _ = browser.timePassed(now: now, using: &random)
        _ = announcer.timePassed(now: now, using: &random)
        must(browser.deadline.map { $0 > now } ?? true, "a deadline in the past")
    }
}
