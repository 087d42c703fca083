package import HearthJSON

/// A device in the list on `bridge/devices`.
package struct BridgeDevice: Hashable, Sendable {
    package enum Interview: Hashable, Sendable {
        case pending, inProgress, successful, failed
    }

    /// The IEEE address, which identifies the device for ever.
    package var address: String
    package var name: String
    package var isCoordinator: Bool
    package var isSupported: Bool
    package var isDisabled: Bool
    package var interview: Interview
    package var hasBattery: Bool
    package var softwareVersion: String?
    /// What the bridge knows of the model; nil while the interview has not ended.
    package var definition: BridgeDefinition?

    /// Reads an item of the list; nil without an address or a usable name.
    package init?(_ value: JSONValue) {
        guard let address = value["ieee_address"]?.string, (1...64).contains(address.utf8.count) else { return nil }
        let name = value["friendly_name"]?.string ?? address
        guard TopicName.isValid(name) else { return nil }
        self.address = address
        self.name = name
        isCoordinator = value["type"]?.string == "Coordinator"
        isSupported = value["supported"]?.bool ?? true
        isDisabled = value["disabled"]?.bool ?? false
        interview =
            switch value["interview_state"]?.string {
            case "PENDING": .pending
            case "IN_PROGRESS": .inProgress
            case "FAILED": .failed
            case "SUCCESSFUL": .successful
            // Before 2.0 two Booleans.
            default:
                value["interviewing"]?.bool == true
                    ? .inProgress : value["interview_completed"]?.bool == false ? .failed : .successful
            }
        hasBattery = value["power_source"]?.string.map { $0 == "Battery" } ?? (value["type"]?.string == "EndDevice")
        softwareVersion = Self.word(value["software_build_id"])
        definition = value["definition"].flatMap(BridgeDefinition.init)
    }

    /// A short text; a longer one is cut.
    static func word(_ value: JSONValue?) -> String? {
        guard let text = value?.string, !text.isEmpty else { return nil }
        // A single character may have any number of scalars.
        return text.utf8.count <= 256 ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(64)))
    }
}

/// The model of a device: who made it, and what it exposes.
package struct BridgeDefinition: Hashable, Sendable {
    package var vendor: String?
    package var model: String?
    package var description: String
    package var hasUpdates: Bool
    package var exposes: ExposedList

    /// Reads a definition; nil unless it is an object.
    package init?(_ value: JSONValue) {
        guard case .object = value else { return nil }
        vendor = BridgeDevice.word(value["vendor"])
        model = BridgeDevice.word(value["model"])
        description = BridgeDevice.word(value["description"]) ?? ""
        hasUpdates = value["supports_ota"]?.bool ?? false
        exposes = ExposedList(value["exposes"])
    }
}

/// Names of devices and groups in topics.
enum TopicName {
    /// Whether a bridge permits the name: no wildcards or control characters, no slash at an end, not in the bridge's
    /// own topics.
    static func isValid(_ name: String) -> Bool {
        (1...1_024).contains(name.utf8.count) && !name.hasPrefix("/") && !name.hasSuffix("/")
            && !name.hasPrefix("bridge/")
            && !name.unicodeScalars.contains { $0 == "+" || $0 == "#" || $0.value < 0x20 || $0.value == 0x7F }
    }
}
