internal import HearthTraitCore

/// A component of Home Assistant's MQTT discovery: an entity that an endpoint becomes, or the trigger of an automation.
/// One value describes all of it: what is announced, how its state is read, and what its commands do.
struct Component: Sendable {
    /// The name within its endpoint: `light`.
    let name: String
    /// Home Assistant's platform: `light`, `binary_sensor`.
    let platform: String
    /// The name for people, used where the device's name or the device class is not enough.
    let title: String
    /// Whether it is what the device is for, so that it may have the device's name.
    var isMain = false
    /// Whether the component is named after its part, because the trait alone (a Reading) does not say what it
    /// measures.
    var isNamedByPart = false
    /// The options that are announced, besides topics and names.
    var options: [(String, JSON)] = []
    /// The values and commands.
    var properties: [Property] = []
    /// The state as a JSON object on a topic of its own, for platforms that read no templates.
    var ownState: (@Sendable (Part) -> JSON)?
    /// What it does with events of its endpoint's traits.
    var events: [EventRow] = []
    /// For the trigger of an automation, the type of the event that fires it.
    var triggeredBy: String?

    var takesCommands: Bool { properties.contains { $0.write != nil } }

    /// Home Assistant's device class; nil for none.
    var deviceClass: String? {
        for case ("device_class", .string(let name)) in options { return name }
        return nil
    }

    /// The key in a device's payload: `e1_light`.
    func key(_ endpoint: UInt16) -> String { "e\(endpoint)_\(name)" }

    /// The name of a property within the endpoint: that of its member in the device's state, and of its commands' topic.
    func name(of property: Property) -> String { property.name.isEmpty ? name : "\(name)_\(property.name)" }
}

/// A value of a component, with the option names of its topics.
struct Property: Sendable {
    typealias Read = @Sendable (Part) -> JSON
    typealias Write = @Sendable (SetPayload, Part) throws(SetRefusal) -> [PublishedRequest]

    /// The name within its component; empty for the value that the component is about.
    let name: String
    /// The options for the topic of the state, and for the template that finds the value in it; nil without a state.
    var state: (topic: String, template: String)?
    /// The option for the topic of commands; nil without commands.
    var command: String?
    var read: Read?
    var write: Write?

    /// The only value of most components.
    static func value(_ read: @escaping Read, write: Write? = nil) -> Property {
        Property(
            name: "", state: ("state_topic", "value_template"), command: write.map { _ in "command_topic" },
            read: read, write: write)
    }

    /// A value with options that begin with its own word: `mode_state_topic`, `mode_command_topic`.
    ///
    /// - Parameter template: the option for the template; nil for `WORD_state_template`.
    static func named(
        _ name: String, _ word: String, template: String? = nil, _ read: @escaping Read, write: Write? = nil
    ) -> Property {
        Property(
            name: name, state: (word + "_state_topic", template ?? word + "_state_template"),
            command: write.map { _ in word + "_command_topic" }, read: read, write: write)
    }

    /// A command without a state.
    static func command(_ write: @escaping Write) -> Property {
        Property(name: "", command: "command_topic", write: write)
    }
}

/// What an event of a trait is at Home Assistant.
struct EventRow: Sendable {
    let trait: UInt32
    let event: UInt32
    /// The type of the event; nil if the message is no event.
    let type: @Sendable (StructureValue) -> String?

    /// - Parameter name: the name in the trait's schema.
    init(_ trait: TraitDescriptor, _ name: String, _ type: @escaping @Sendable (StructureValue) -> String?) {
        self.trait = trait.id
        event = trait.events.first { $0.name == name }?.id ?? .max
        self.type = type
    }
}
