internal import HearthBase
internal import HearthJSON
internal import HearthXML

/// A subscription that a camera keeps for the hub until it ends (OASIS, "Web Services Base Notification 1.3", section 6).
struct EventSubscription: Hashable, Sendable {
    var place: CameraPlace
    /// What the camera wants repeated in the head of each request, to find it.
    var parameters: [XMLValue]

    /// The most elements and attributes of all parameters, and the most bytes of their documents.
    private static let mostParts = 64
    private static let mostBytes = 8 << 10

    /// The answer to CreatePullPointSubscription; nil if it names no subscription.
    init?(_ answer: XMLValue, host: String) {
        guard let reference = answer["SubscriptionReference"], let address = reference["Address"],
            let place = CameraPlace(address.trimmed, host: host)
        else { return nil }
        self.init(place: place, parameters: Array((reference["ReferenceParameters"]?.children ?? []).prefix(8)))
        // Counted before they are written: an answer may have thousands of parts.
        guard parameters.reduce(0, { $0 + $1.parts }) <= Self.mostParts, Self.size(parameters) <= Self.mostBytes
        else { return nil }
    }

    init(place: CameraPlace, parameters: [XMLValue]) {
        self.place = place
        self.parameters = parameters
    }

    private static func size(_ parameters: [XMLValue]) -> Int { parameters.reduce(0) { $0 + $1.document().count } }

    /// The subscription as JSON.
    var memory: JSONValue {
        .object([
            "target": .string(place.target), "port": .number(Double(place.port ?? 0)),
            "parameters": .array(
                parameters.map { .string(String(decoding: $0.document(), as: UTF8.self)) }),
        ])
    }

    init?(memory: JSONValue) {
        guard let target = memory["target"]?.string, target.hasPrefix("/") else { return nil }
        let port = memory["port"]?.integer.flatMap { UInt16(exactly: $0) } ?? 0
        place = CameraPlace(port: port == 0 ? nil : port, target)
        parameters = (memory["parameters"]?.items ?? []).prefix(8).compactMap { item in
            item.string.flatMap { try? XMLValue(reading: Array($0.utf8)) }
        }
    }
}

extension XMLValue {
    /// The number of the elements and their attributes.
    fileprivate var parts: Int { children.reduce(1 + attributes.count) { $0 + $1.parts } }
}

/// What a link has to know of its camera after a restart.
struct CameraMemory: Hashable, Sendable {
    /// The subscription that the camera may still keep.
    var subscription: EventSubscription?
    /// The topics that it has events of, and the names of its inputs: some appear only when they happen.
    var topics: Set<String> = []
    var inputs: [String] = []

    /// The most inputs of a camera.
    static let mostInputs = 8

    init() {}

    init(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(bytes, bytes: 64 << 10) else { return }
        subscription = value["subscription"].flatMap { EventSubscription(memory: $0) }
        topics = Set((value["topics"]?.items ?? []).compactMap(\.string).filter { CameraTopic.meaning($0) != nil })
        inputs = Array((value["inputs"]?.items ?? []).compactMap(\.string).prefix(Self.mostInputs))
    }

    var bytes: [UInt8] {
        var members: [String: JSONValue] = [
            "topics": .array(topics.sorted().map { .string($0) }), "inputs": .array(inputs.map { .string($0) }),
        ]
        if let subscription { members["subscription"] = subscription.memory }
        return JSONValue.object(members).text
    }
}
