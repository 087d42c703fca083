internal import HearthBase
package import HearthJSON

/// What a device says of itself on `tasmota/discovery/MAC/config`: the discovery that Tasmota has built in
/// (`xdrv_12_discovery` of its firmware, version 1 of the format).
package struct TasmotaConfig: Hashable, Sendable {
    /// What a relay of the device switches. Others have no entity.
    package enum Relay: Int, Hashable, Sendable {
        case relay = 1
        case light = 2
        /// Two in a row move one shutter.
        case shutter = 3
    }

    /// The options of the device that change its messages, by their numbers (`SetOption<n>`).
    package enum Option: String, Hashable, Sendable {
        /// Answers are published on a topic named as the command instead of `RESULT`.
        case answersByCommand = "4"
        /// Single and double presses of buttons are swapped.
        case swapsPresses = "11"
        /// Buttons report single presses alone, at once.
        case singlePresses = "13"
        /// Relays are shown as lights.
        case relaysAreLights = "30"
        /// Each channel is a dimmer of its own.
        case separateChannels = "68"
        /// Buttons report presses instead of switching relays.
        case reportsButtons = "73"
        /// Colour temperatures are 200 to 380 mireds.
        case reducedTemperatures = "82"
        /// A fade has the set duration, whatever the difference is.
        case fixedFade = "117"
    }

    /// The MAC address as 12 upper-case digits, which the topic has too.
    package var address: String
    package var name: String
    /// The names of relays; nil for those without one.
    package var relayNames: [String?]
    package var model: String?
    package var version: String?
    package var topics: TasmotaTopics
    package var relays: [Relay?]
    /// The channels of its light: none, white, cold and warm, RGB, RGBW, RGBCW (0 to 5).
    package var channels: Int
    /// Whether the coloured and white channels are one light.
    package var isLinked: Bool
    /// Whether it is an iFan: a fan with a light.
    package var isFan: Bool
    /// Whether a Tuya microcontroller dims its light.
    package var isTuya: Bool
    /// The words for off, on, toggle and hold.
    package var words: [String]
    /// The words of its will: online, offline.
    package var online: String
    package var offline: String
    /// The modes of switches that report; nil for those that don't.
    package var switchModes: [Int?]
    package var switchNames: [String?]
    package var buttons: [Bool]
    /// The options that are on.
    package var options: Set<Option>
    /// Whether the firmware can fade a single command, as the option for fixed fades says (since 9.3).
    package var hasFade: Bool
    /// Bits of shutters; the first inverts.
    package var shutterOptions: [Int]
    /// The least and greatest tilt of shutters, and how long it takes.
    package var tilts: [[Int]]
    package var hasBattery: Bool
    /// Whether it sleeps between its reports.
    package var sleeps: Bool

    /// The most relays, switches and buttons.
    private static let most = 64
    private static let longestWord = 128

    /// Reads a document; nil if a part that everything else needs is missing or can't be used.
    package init?(_ value: JSONValue) {
        guard let address = Self.word(value["mac"]), let topics = TasmotaTopics(value, address: address) else {
            return nil
        }
        self.address = address
        self.topics = topics
        let names = Self.names(value["fn"])
        name = Self.word(value["dn"]) ?? names.first.flatMap { $0 } ?? topics.topic
        relayNames = names
        model = Self.word(value["md"])
        version = Self.word(value["sw"])
        relays = Self.numbers(value["rl"]).map { $0.flatMap { Relay(rawValue: $0) } }
        let channels = value["lt_st"]?.integer ?? 0
        self.channels = (0...5).contains(channels) ? channels : 0
        isLinked = value["lk"]?.integer != 0
        isFan = value["if"]?.integer == 1
        isTuya = value["ty"]?.integer == 1
        let words = Self.names(value["state"])
        self.words = ["OFF", "ON", "TOGGLE", "HOLD"].enumerated().map { index, word in
            words.indices.contains(index) ? words[index] ?? word : word
        }
        online = Self.word(value["onln"]) ?? "Online"
        offline = Self.word(value["ofln"]) ?? "Offline"
        switchModes = Self.numbers(value["swc"]).map { $0.flatMap { (0...16).contains($0) ? $0 : nil } }
        switchNames = Self.names(value["swn"])
        buttons = Self.numbers(value["btn"]).map { $0 == 1 }
        let options = value["so"]?.members ?? [:]
        self.options = Set(options.compactMap { $0.value.integer == 1 ? Option(rawValue: $0.key) : nil })
        hasFade = options[Option.fixedFade.rawValue] != nil
        shutterOptions = Self.numbers(value["sho"]).map { $0 ?? 0 }
        tilts = (value["sht"]?.items ?? []).prefix(Self.most).map { Self.numbers($0).map { $0 ?? 0 } }
        hasBattery = value["bat"]?.integer == 1
        sleeps = value["dslp"]?.integer == 1
    }

    /// The version of the document's format; nil if it says none.
    package static func format(_ value: JSONValue) -> Int? { value["ver"]?.integer }

    /// The name of a relay, nil if it is the device's or the one that every relay has at first.
    package func relayName(_ index: Int) -> String? {
        guard relayNames.indices.contains(index), let name = relayNames[index], name != self.name else { return nil }
        return name
    }

    /// A text that is neither empty nor longer than 128 bytes.
    static func word(_ value: JSONValue?) -> String? {
        guard let text = value?.string, (1...longestWord).contains(text.utf8.count) else { return nil }
        return text
    }

    private static func names(_ value: JSONValue?) -> [String?] { (value?.items ?? []).prefix(most).map { word($0) } }

    private static func numbers(_ value: JSONValue?) -> [Int?] { (value?.items ?? []).prefix(most).map(\.integer) }
}
