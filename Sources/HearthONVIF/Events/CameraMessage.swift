internal import HearthXML

/// A message of a camera about one of its topics.
struct CameraMessage: Hashable, Sendable {
    /// Why it was sent (ONVIF Core Specification 21.06, section 9.5.1).
    enum Operation: Hashable, Sendable {
        /// The state as it is, after a subscription began: nothing has happened.
        case initialized
        case changed
        /// What it was about is gone.
        case deleted
        /// It is about no state.
        case event
    }

    /// Without prefixes.
    var topic: String
    var operation: Operation
    /// The values of its source, joined: what the topic is about, such as an input or a rule.
    var source: String
    /// The yes or no of its data; nil if it has none.
    var isOn: Bool?

    /// The most messages of an answer that count, as many as the hub asks for.
    static let most = 100

    /// The messages in an answer to PullMessages.
    static func all(_ answer: XMLValue) -> [CameraMessage] {
        answer.all("NotificationMessage").prefix(most).compactMap { CameraMessage($0) }
    }

    private init?(_ notification: XMLValue) {
        topic = CameraTopic.plain(notification["Topic"]?.trimmed ?? "")
        guard !topic.isEmpty, topic.utf8.count <= 128, let message = notification.at("Message", "Message") else {
            return nil
        }
        operation =
            switch message.attribute("PropertyOperation") {
            case "Initialized": .initialized
            case "Deleted": .deleted
            case "Changed": .changed
            default: .event
            }
        let sources = message["Source"]?.all("SimpleItem").prefix(8).map { $0.attribute("Value") ?? "" } ?? []
        source = sources.joined(separator: "/").cut(to: 64)
        isOn =
            message["Data"]?.all("SimpleItem").prefix(16).lazy.compactMap { item -> Bool? in
                switch item.attribute("Value")?.lowercased() {
                case "true", "1": true
                case "false", "0": false
                default: nil
                }
            }.first
    }
}

extension XMLValue {
    /// The known topics in an answer to GetEventProperties, whose tree has their names as elements.
    var topics: [String] {
        var found: [String] = []
        func look(_ value: XMLValue, _ path: [String]) {
            guard found.count < 256, path.count < 16 else { return }
            let topic = path.joined(separator: "/")
            if value.attribute("topic") == "true", CameraTopic.meaning(topic) != nil { found.append(topic) }
            for child in value.children where child.name.local != "MessageDescription" {
                look(child, path + [child.name.local])
            }
        }
        if let set = self["TopicSet"] { look(set, []) }
        return found
    }
}
