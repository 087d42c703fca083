internal import HearthBase
package import HearthJSON

/// What the hub uses of `bridge/info`.
package struct BridgeInfo: Hashable, Sendable {
    package var version: String
    package var coordinator: String?
    package var permitsJoin: Bool
    /// When joining ends, in time since 1970; nil if it is not permitted, or without an end.
    package var joinEnds: Duration?
    package var needsRestart: Bool
    /// Whether it publishes states as JSON, not only each property on a topic of its own.
    package var publishesJSON: Bool

    package init?(_ value: JSONValue) {
        guard case .object = value else { return nil }
        version = BridgeDevice.word(value["version"]) ?? ""
        coordinator = BridgeDevice.word(value["coordinator"]?["ieee_address"])
        permitsJoin = value["permit_join"]?.bool ?? false
        joinEnds = permitsJoin ? value["permit_join_end"]?.number.map { .bounded(seconds: $0 / 1_000) } : nil
        needsRestart = value["restart_required"]?.bool ?? false
        publishesJSON = value["config"]?["advanced"]?["output"]?.string != "attribute"
    }
}

/// A group in the list on `bridge/groups`.
package struct BridgeGroup: Hashable, Sendable {
    package var number: Int
    package var name: String
    /// The addresses of its members, each once.
    package var members: [String]

    /// Its id as a device.
    var deviceID: String { "group:\(number)" }

    package init?(_ value: JSONValue) {
        guard let number = value["id"]?.integer, let name = value["friendly_name"]?.string, TopicName.isValid(name)
        else {
            return nil
        }
        self.number = number
        self.name = name
        var known: Set<String> = []
        members = (value["members"]?.items ?? []).prefix(1_000).compactMap { $0["ieee_address"]?.string }
            .filter { known.insert($0).inserted }
    }
}

/// A message on `bridge/event`.
package enum BridgeEvent: Hashable, Sendable {
    case joined(address: String, name: String)
    case interviewStarted(address: String, name: String)
    case interviewed(address: String, name: String, vendor: String?, model: String?, isSupported: Bool)
    case interviewFailed(address: String, name: String)
    case left(address: String)

    package init?(_ value: JSONValue) {
        guard let data = value["data"], let address = BridgeDevice.word(data["ieee_address"]) else { return nil }
        let name = BridgeDevice.word(data["friendly_name"]) ?? address
        switch (value["type"]?.string, data["status"]?.string) {
        case ("device_joined", _): self = .joined(address: address, name: name)
        case ("device_leave", _): self = .left(address: address)
        case ("device_interview", "started"): self = .interviewStarted(address: address, name: name)
        case ("device_interview", "failed"): self = .interviewFailed(address: address, name: name)
        case ("device_interview", "successful"):
            self = .interviewed(
                address: address, name: name, vendor: BridgeDevice.word(data["definition"]?["vendor"]),
                model: BridgeDevice.word(data["definition"]?["model"]), isSupported: data["supported"]?.bool ?? true)
        default: return nil
        }
    }
}

/// A message below `bridge/response`.
package struct BridgeResponse: Hashable, Sendable {
    package var transaction: String?
    /// The reason of a refusal; nil if the request succeeded.
    package var error: String?

    package init?(_ value: JSONValue) {
        guard let status = value["status"]?.string else { return nil }
        transaction = value["transaction"]?.string
        error = status == "ok" ? nil : BridgeDevice.word(value["error"]) ?? "no reason is given"
    }
}

/// Messages that say whether something is online, as an object or, in older versions, as a plain word.
enum OnlineState {
    static func read(_ payload: [UInt8]) -> Bool? {
        guard payload.count <= 256 else { return nil }
        let word =
            (try? JSONValue(payload, bytes: 256))?["state"]?.string ?? String(decoding: payload, as: UTF8.self)
        return word == "online" ? true : word == "offline" ? false : nil
    }
}
