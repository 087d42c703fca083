package import HearthJSON

/// The device of an announcement, and what it is known by.
package struct AnnouncedDevice: Hashable, Sendable {
    /// Something that a device is known by. Announcements that have one in common are of the same device.
    package struct Token: Hashable, Sendable, Comparable {
        package enum Kind: Int, Hashable, Sendable {
            case identifier, connection
            /// The unique id of an entity that belongs to no device.
            case entity
        }

        package var kind: Kind
        package var text: String

        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }

        package static func < (one: Token, other: Token) -> Bool {
            (one.kind.rawValue, one.text) < (other.kind.rawValue, other.text)
        }
    }

    /// In the order of the announcement, identifiers first.
    package var tokens: [Token] = []
    package var name: String?
    package var maker: String?
    package var model: String?
    package var softwareVersion: String?
    package var serialNumber: String?
    package var room: String?
    /// An identifier of the gateway that it is reached through.
    package var gateway: String?

    /// The most identifiers and connections of one announcement.
    static let mostTokens = 64

    package init() {}

    /// Reads the value of `device`, whose names may be short.
    package init(_ value: JSONValue) {
        let options = Options(value.members.renamed(ShortNames.device))
        tokens = options.words("identifiers").prefix(Self.mostTokens).map { Token(.identifier, $0) }
        for pair in (options.members["connections"]?.items ?? []).prefix(Self.mostTokens) {
            guard pair.items.count == 2, let type = pair.items[0].string, let text = pair.items[1].string,
                (1...64).contains(type.utf8.count), (1...255).contains(text.utf8.count)
            else { continue }
            tokens.append(Token(.connection, "\(type):\(type == "mac" ? Self.mac(text) : text)"))
        }
        name = Self.word(options, "name")
        maker = Self.word(options, "manufacturer")
        model = Self.word(options, "model") ?? Self.word(options, "model_id")
        softwareVersion = Self.word(options, "sw_version")
        serialNumber = Self.word(options, "serial_number")
        room = Self.word(options, "suggested_area")
        gateway = Self.word(options, "via_device")
    }

    /// Whether it is a device that this hub announces itself.
    var isOwn: Bool { tokens.contains { $0.kind == .identifier && $0.text.hasPrefix("hearth_") } }

    private static func word(_ options: Options, _ name: String) -> String? {
        guard let text = options.text(name), !text.isEmpty else { return nil }
        // A single character may have any number of scalars.
        return text.utf8.count <= 256 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(64)))
    }

    /// A MAC address in lower case without separators: `5C:CF:7F:AB:BD:20` is `5ccf7fabbd20`.
    private static func mac(_ text: String) -> String {
        String(text.lowercased().filter { $0 != ":" && $0 != "-" && $0 != "." })
    }
}

extension [String: JSONValue] {
    /// The members with full names instead of short ones. A full name that is there too counts.
    func renamed(_ names: [String: String]) -> [String: JSONValue] {
        var renamed: [String: JSONValue] = [:]
        for (key, value) in self where names[key] == nil { renamed[key] = value }
        for (key, value) in self {
            if let name = names[key], renamed[name] == nil { renamed[name] = value }
        }
        return renamed
    }
}
