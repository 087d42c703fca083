package import HearthEntities
internal import HearthTemplates

/// An announced entity, with the ways between its topics and its properties.
package struct EntityMap: Hashable, Sendable {
    /// A topic that is read, and what it means.
    struct Source: Hashable, Sendable {
        var filter: String
        var template: Template?
        var meaning: Meaning
    }

    /// What the text of a topic, after its template, means.
    enum Meaning: Hashable, Sendable {
        case property(EntityProperty, Conversion)
        /// A point in time, which becomes a local time of the home.
        case instant
        /// Three parts of a colour with commas between, from 0 to 255.
        case rgb(hasOwnBrightness: Bool)
        case hueSaturation, xy
        /// Which colour of a light is the present one.
        case colorMode
        case jsonLight(JSONLight)
        // Rare and large, so that others stay small.
        indirect case templateLight(TemplateLight)
        indirect case cover(CoverWords, hasPosition: Bool)
        indirect case valve(CoverWords, Conversion?)
        case siren(on: String, off: String)
        case vacuum
        case update
        /// An object with the type of an event.
        case event(types: [String])
        /// A word of zigbee2mqtt's property `action`.
        case action(types: [String])
        /// An event, if the text is this payload; any text without one.
        case trigger(type: String, payload: String?)
        /// The id of a tag that was read.
        case tag
    }

    /// A topic that is published to.
    struct Target: Hashable, Sendable {
        var topic: String
        var template: Template?
        var quality: UInt8
        var isRetained: Bool
    }

    /// A text that is published.
    struct Fixed: Hashable, Sendable {
        var target: Target
        var payload: String
    }

    /// A property that a command sets.
    struct Write: Hashable, Sendable {
        /// Nil if only ends can be set.
        var target: Target?
        var conversion: Conversion
        /// The variable of the target's template beside `value`.
        var variable: String?
        /// What is published for 1 and for 0 of a position instead.
        var one: Fixed?
        var zero: Fixed?
    }

    /// What turns a climate on and off.
    struct Power: Hashable, Sendable {
        var on: Fixed
        var off: Fixed
    }

    /// How the parts of a command become messages together.
    enum Composer: Hashable, Sendable {
        case basicLight(BasicLight)
        case jsonLight(JSONLight, Target)
        case templateLight(TemplateLight, Target)
        case siren(SirenCommands)
    }

    package var entity: Entity
    var sources: [Source] = []
    var writes: [EntityProperty: Write] = [:]
    var actions: [EntityCommand.Action: Fixed] = [:]
    var composer: Composer?
    /// What turns a climate on and off that has no mode `off`.
    var power: Power?
    /// The code that commands have which need one, where the announcement says it, so that the hub has to compare.
    var code: String?
    var availability: Availability?
    /// The time after which a value without a new message is unknown.
    var expiry: Duration?
    /// The time after which a flag is off again.
    var offDelay: Duration?

    init(_ entity: Entity) { self.entity = entity }

    /// The filters of its topics, each once.
    package var filters: Set<String> {
        Set(sources.map(\.filter)).union(availability?.topics.map(\.filter) ?? [])
    }
}

/// What a message says of an entity.
package struct Reading: Hashable, Sendable {
    package var values: [EntityProperty: EntityValue] = [:]
    /// The types of events.
    package var events: [String] = []
    /// The properties of a light that do not count until it says otherwise.
    package var hidden: Set<EntityProperty>?

    package init(
        values: [EntityProperty: EntityValue] = [:], events: [String] = [], hidden: Set<EntityProperty>? = nil
    ) {
        self.values = values
        self.events = events
        self.hidden = hidden
    }
}
