internal import HearthBase
internal import HearthTraitCatalog
internal import HearthTraitCore

/// The announcement of a device by MQTT discovery, as Home Assistant 2024.12 and later read it: one message with all
/// components (Home Assistant documentation, MQTT, "Device discovery payload").
struct DeviceAnnouncement {
    private typealias T = StandardTraits

    let device: PublishedDevice
    let plan: DevicePlan
    let slug: String
    let topics: Topics
    /// The hub's version.
    let version: String
    /// The device at Home Assistant through which this one is reached.
    let via: String
    /// The platforms of components that were announced before and are not there any more, by key.
    let gone: [String: String]

    /// The message's content.
    var payload: JSON {
        .object([
            ("device", deviceInformation), ("origin", Self.origin(version)),
            ("availability", Self.availability([topics.status, topics.availability(slug)])),
            ("availability_mode", .string("all")),
            ("components", .object(components)),
        ])
    }

    static func origin(_ version: String) -> JSON {
        .object([("name", .string("hearth")), ("sw_version", .string(version))])
    }

    static func availability(_ topics: [String]) -> JSON { .array(topics.map { .object([("topic", .string($0))]) }) }

    // MARK: Device

    private static let basic = BasicInformation(T.matterBasicInformation)
    private static let bridged = BasicInformation(T.matterBridgedDeviceBasicInformation)

    private struct BasicInformation: Sendable {
        let trait: TraitDescriptor
        /// Attributes with their options.
        let rows: [(attribute: AttributeID, option: String)]

        init(_ trait: TraitDescriptor) {
            self.trait = trait
            rows = [
                (AttributeID(trait, "vendorName"), "manufacturer"), (AttributeID(trait, "productName"), "model"),
                (AttributeID(trait, "softwareVersionString"), "sw_version"),
                (AttributeID(trait, "hardwareVersionString"), "hw_version"),
                (AttributeID(trait, "serialNumber"), "serial_number"),
            ]
        }
    }

    /// Whether attributes of a trait are part of the announcement.
    static func describes(_ trait: UInt32) -> Bool {
        [basic.trait.id, bridged.trait.id, interfaces.trait].contains(trait)
    }

    private var deviceInformation: JSON {
        var members: [(String, JSON)] = [
            ("identifiers", .words(topics.identifier(slug))), ("name", .string(device.name)),
        ]
        let root = device.endpoints.first.map { Part(device: device, endpoint: $0) }
        for basic in [Self.bridged, Self.basic] {
            guard let root, root.has(basic.trait) else { continue }
            for row in basic.rows {
                guard let text = root.text(row.attribute), !text.isEmpty, text != "-" else { continue }
                members.append((row.option, .string(text)))
            }
            break
        }
        if let address = hardwareAddress {
            members.append(("connections", .array([.words("mac", address)])))
        }
        if let room = device.room { members.append(("suggested_area", .string(room))) }
        members.append(("via_device", .string(via)))
        return .object(members)
    }

    private static let interfaces = AttributeID(T.matterGeneralDiagnostics, "networkInterfaces")

    /// The MAC address of the device's first network interface, by which Home Assistant joins it with devices of other
    /// integrations. Field 4 of an interface is its address; Thread's has eight bytes and is not a MAC address.
    private var hardwareAddress: String? {
        guard let root = device.endpoints.first, root.number == 0 else { return nil }
        for item in Part(device: device, endpoint: root).value(Self.interfaces)?.list ?? [] {
            guard case .octets(let bytes)? = item.structure?[4], bytes.count == 6, bytes.contains(where: { $0 != 0 })
            else { continue }
            return bytes.map { hex($0, digits: 2) }.joined(separator: ":")
        }
        return nil
    }

    // MARK: Components

    private var components: [(String, JSON)] {
        let names = ComponentNames(plan, device)
        let present = plan.entries.enumerated().map { index, entry in
            (entry.key, component(entry, names.names[index]))
        }
        return present
            + gone.sorted { $0.key < $1.key }.map { ($0.key, .object([("platform", .string($0.value))])) }
    }

    private func component(_ entry: DevicePlan.Entry, _ name: ComponentNames.Name) -> JSON {
        let component = entry.component
        var members: [(String, JSON)] = [("platform", .string(component.platform))]
        if let trigger = component.triggeredBy {
            members += [
                ("topic", .string(topics.event(slug, "e\(entry.endpoint)_\(trigger)"))),
                ("value_template", .string("{{ value_json.event_type }}")),
            ]
            return .object(members + component.options)
        }
        members.append(("unique_id", .string("\(topics.identifier(slug))_\(entry.key)")))
        switch name {
        case .ofDevice: members.append(("name", .null))
        case .ofClass: break
        case .own(let text): members.append(("name", .string(text)))
        }
        members += component.options
        if component.ownState != nil { members.append(("state_topic", .string(topics.state(slug, entry.key)))) }
        if !component.events.isEmpty { members.append(("state_topic", .string(topics.event(slug, entry.key)))) }
        for property in component.properties {
            if let state = property.state {
                members += [
                    (state.topic, .string(topics.state(slug))),
                    (
                        state.template,
                        .string("{{ value_json.\(entry.member(property)) }}")
                    ),
                ]
            }
            if let command = property.command {
                members.append((command, .string(topics.set(slug, entry.endpoint, component.name(of: property)))))
            }
        }
        return .object(members)
    }
}

/// The announcement of the hub itself, with whether it is connected.
struct HubAnnouncement {
    let topics: Topics
    let name: String
    let version: String

    var payload: JSON {
        let status: [(String, JSON)] = [
            ("platform", .string("binary_sensor")), ("unique_id", .string(topics.hubIdentifier + "_status")),
            ("name", .string("Connection")), ("device_class", .string("connectivity")),
            ("entity_category", .string("diagnostic")), ("state_topic", .string(topics.status)),
            ("payload_on", .string("online")), ("payload_off", .string("offline")),
        ]
        return .object([
            (
                "device",
                .object([
                    ("identifiers", .words(topics.hubIdentifier)), ("name", .string(name)),
                    ("manufacturer", .string("Hearth")), ("model", .string("Hub")), ("sw_version", .string(version)),
                ])
            ),
            ("origin", DeviceAnnouncement.origin(version)),
            ("components", .object([("status", .object(status))])),
        ])
    }
}
