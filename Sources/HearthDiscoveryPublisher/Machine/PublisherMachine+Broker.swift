internal import HearthBase
internal import HearthJSON
package import HearthMQTT
internal import HearthTraitCore

// What the broker sends.
extension PublisherMachine {
    package mutating func received(_ message: MQTTMessage, now: Duration) -> [Action] {
        guard !isWithdrawn else { return [] }
        if message.topic == topics.homeAssistant {
            // A kept message says that Home Assistant started some time ago.
            if !message.isRetained, message.payload == Array("online".utf8) { announceAll(now: now) }
            return []
        }
        if let slug = topics.announced(message.topic) {
            takeAnnounced(message, slug)
            return []
        }
        guard let command = topics.command(message.topic) else { return [] }
        guard !message.isRetained else {
            return notice(
                "the broker keeps a command of Home Assistant for \(quotedBeginning(command.slug)), which is ignored; "
                    + "let it publish commands without retain", now: now)
        }
        return carryOut(message.payload, command, now: now)
    }

    /// Home Assistant has started, so it knows nothing: everything is published again, spread over some seconds.
    private mutating func announceAll(now: Duration) {
        mustAnnounceHub = true
        let slugs = devices.keys.sorted()
        repeats.removeAll()
        for (index, slug) in slugs.enumerated() {
            repeats.append((now + Self.spread * index / max(slugs.count, 1), slug))
        }
    }

    private mutating func takeAnnounced(_ message: MQTTMessage, _ slug: String) {
        guard message.isRetained, !message.payload.isEmpty, announcedCost < Self.mostAnnounced,
            let list = try? JSONValue(message.payload, bytes: 256 << 10, depth: 4)
        else { return }
        var platforms: [String: String] = [:]
        // Keys become levels of topics.
        for (key, value) in list.members.prefix(Self.mostComponents) where Topics.slug(key) == key {
            guard let platform = value.string, ComponentTable.platforms.contains(platform) else { continue }
            platforms[key] = platform
        }
        // What goes from a device that is still there costs no removal.
        if devices[slug] == nil {
            announcedCost += platforms.count + 4
            guard announcedCost <= Self.mostAnnounced else { return }
        }
        announced[slug] = platforms
        compare(slug)
    }

    private mutating func carryOut(
        _ payload: [UInt8], _ command: (slug: String, endpoint: UInt16, property: String), now: Duration
    ) -> [Action] {
        guard let shadow = devices[command.slug] else {
            return notice(
                "Home Assistant sent a command to \(quotedBeginning(command.slug)), which is not published", now: now)
        }
        do throws(SetRefusal) {
            let requests = try shadow.plan.requests(
                payload, to: command.property, command.endpoint, of: shadow.device)
            return requests.isEmpty ? [] : [.perform(requests, deviceID: shadow.device.id)]
        } catch {
            sendStatesAgain(command.slug)
            return notice(
                "a command of Home Assistant to \(quoted(shadow.device.name)) makes no sense: \(error.message)",
                now: now)
        }
    }

    /// A request was not carried out.
    ///
    /// - Parameter reason: why, for people.
    package mutating func failed(_ deviceID: String, _ reason: String, now: Duration) -> [Action] {
        let slug = Topics.slug(deviceID)
        guard let name = devices[slug]?.device.name else { return [] }
        sendStatesAgain(slug)
        return notice("a command of Home Assistant to \(quoted(name)) failed: \(reason)", now: now)
    }

    /// The broker has not taken a message, for a reason other than the connection's end.
    package mutating func notPublished(_ topic: String, _ reason: String, now: Duration) -> [Action] {
        notice("the message \(quotedBeginning(topic)) is not published: \(reason)", now: now)
    }

    private mutating func sendStatesAgain(_ slug: String) {
        let topics = topics
        devices[slug]?.sendStatesAgain(topics)
        enqueue(slug)
    }

    private mutating func notice(_ text: String, now: Duration) -> [Action] {
        notices.take(text, now: now).map { [.notice($0)] } ?? []
    }
}

/// Limits what a peer can write to the log: ten lines a minute.
struct NoticeLimit: Sendable {
    private static let most = 10
    private static let period = Duration.seconds(60)
    private var began: Duration?
    private var count = 0

    /// The text for the log; nil if it is one too many. The last one says that others follow.
    mutating func take(_ text: String, now: Duration) -> String? {
        if began.map({ now - $0 >= Self.period }) ?? true { (began, count) = (now, 0) }
        count += 1
        if count < Self.most { return text }
        return count == Self.most ? text + "; further ones of this minute are not logged" : nil
    }
}
