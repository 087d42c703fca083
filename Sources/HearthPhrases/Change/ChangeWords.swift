/// The words of one language for changes in a home.
///
/// In the templates, `{who}` is a person or an automation, `{what}` the thing, and `{value}` its new state in words.
public struct ChangeWords: Sendable {
    /// The three forms of a sentence. A thing that can't be set, such as a sensor, has only the last.
    public struct Forms: Sendable {
        /// With a person: "{who} unlocked {what}".
        public var byPerson: String?
        /// With an automation: "{what} was unlocked by {who}".
        public var byAutomation: String?
        /// Without an author: "{what} was unlocked".
        public var alone: String

        /// Creates the forms of a sentence.
        public init(_ byPerson: String?, _ byAutomation: String?, _ alone: String) {
            self.byPerson = byPerson
            self.byAutomation = byAutomation
            self.alone = alone
        }
    }

    /// The name of a fact and its value; nil for all values without their own form.
    public struct Key: Hashable, Sendable {
        let fact: String
        let value: StateFact.Value?

        /// Creates a key.
        public init(_ fact: String, _ value: StateFact.Value? = nil) {
            self.fact = fact
            self.value = value
        }
    }

    /// The sentence of each fact.
    public var forms: [Key: Forms]
    /// The sentence of facts without their own form.
    public var otherwise: Forms
    /// The article before a thing that is described by common words: "the ".
    public var article: String
    /// Common words in lower case that describe things. A name of only such words is not a proper name: "the front
    /// door".
    public var common: Set<String>

    /// Creates the words of a language.
    public init(forms: [Key: Forms], otherwise: Forms, article: String, common: Set<String>) {
        self.forms = forms
        self.otherwise = otherwise
        self.article = article
        self.common = common
    }
}

extension ChangeWords {
    /// English.
    public static let english = ChangeWords(
        forms: [
            Key("on", .bool(true)): set("switched on"), Key("on", .bool(false)): set("switched off"),
            Key("muted", .bool(true)): set("muted"), Key("muted", .bool(false)): set("unmuted"),
            Key("brightness"): setTo, Key("level"): setTo, Key("volume"): setTo, Key("color"): setTo,
            Key("colorTemperature"): setTo, Key("tilt"): setTo, Key("mode"): setTo, Key("fan"): setTo,
            Key("fanMode"): setTo, Key("fanMode", .word("off")): set("switched off"),
            Key("heatingTo"): setTo, Key("targetTemperature"): setTo,
            Key("coolingTo"): Forms(
                "{who} set {what} to cool to {value}", "{what} was set to cool to {value} by {who}",
                "{what} cools to {value}"),
            Key("playback", .word("playing")): Forms(
                "{who} started {what}", "{what} was started by {who}", "{what} plays"),
            Key("playback", .word("paused")): set("paused"), Key("playback", .word("stopped")): set("stopped"),
            Key("open"): setTo, Key("open", .number(100)): set("opened"), Key("open", .number(0)): set("closed"),
            Key("motion", .word("opening")): Forms(
                "{who} is opening {what}", "{what} is being opened by {who}", "{what} is opening"),
            Key("motion", .word("closing")): Forms(
                "{who} is closing {what}", "{what} is being closed by {who}", "{what} is closing"),
            Key("valve", .word("open")): set("opened"), Key("valve", .word("closed")): set("closed"),
            Key("lock", .word("locked")): set("locked"), Key("lock", .word("unlocked")): set("unlocked"),
            Key("lock", .word("not fully locked")): alone("{what} is not fully locked"),
            Key("door"): alone("the door of {what} is {value}"),
            Key("door", .word("closed")): alone("the door of {what} was closed"),
            Key("door", .word("forced open")): alone("the door of {what} was forced open"),
            Key("contact", .word("open")): alone("{what} was opened"),
            Key("contact", .word("closed")): alone("{what} was closed"),
            Key("occupied", .bool(true)): alone("{what} sees somebody"),
            Key("occupied", .bool(false)): alone("{what} sees nobody any more"),
            Key("leak", .bool(true)): alone("{what} has found water"),
            Key("leak", .bool(false)): alone("{what} is dry"),
            Key("freezing", .bool(true)): alone("{what} warns of frost"),
            Key("freezing", .bool(false)): alone("{what} has no frost"),
            Key("rain", .bool(true)): alone("it began to rain at {what}"),
            Key("rain", .bool(false)): alone("it stopped raining at {what}"),
            Key("detected", .bool(true)): alone("{what} has noticed something"),
            Key("detected", .bool(false)): alone("{what} is clear"),
            Key("temperature"): measured, Key("humidity"): measured, Key("illuminance"): measured,
            Key("pressure"): measured, Key("airQuality"): alone("{what}: {value}"),
            Key("alarm"): alone("{what}: {value}"), Key("flag"): alone("{what}: {value}"),
            Key("reading"): alone("{what}: {value}"), Key("setting"): setTo, Key("choice"): setTo, Key("moment"): setTo,
            Key("power"): alone("{what} draws {value}"), Key("voltage"): measured,
            Key("shown"): alone("{what}: {value}"),
            Key("position"): alone("{what} was turned to {value}"),
            Key("position", .number(1)): alone("{what}: {value}"),
            Key("activity", .word("running")): Forms(
                "{who} started {what}", "{what} was started by {who}", "{what} is running"),
            Key("activity", .word("paused")): set("paused"), Key("activity", .word("stopped")): set("stopped"),
        ],
        otherwise: Forms("{who} set {what}: {value}", "{what} was set by {who}: {value}", "{what}: {value}"),
        article: "the ", common: commonEnglish)

    private static let setTo = set("set", " to {value}")
    private static let measured = alone("it is {value} at {what}")

    private static func alone(_ sentence: String) -> Forms { Forms(nil, nil, sentence) }

    /// A verb whose past tense and participle are the same.
    private static func set(_ verb: String, _ rest: String = "") -> Forms {
        Forms("{who} \(verb) {what}\(rest)", "{what} was \(verb)\(rest) by {who}", "{what} was \(verb)\(rest)")
    }

    private static let commonEnglish = Set(
        """
        air alarm attic awning back balcony basement bath bathroom bay bed bedroom bedside bell big blind blinds blower bottom \
        button camera car carport ceiling cellar chandelier charger child children childrens chime circuit climate clock closet \
        coffee cooker cooling corner corridor counter curtain curtains desk detector dining dinner dish dishwasher display door \
        doorbell downstairs driveway dryer east entrance entry exit fan fence fireplace floor fountain freezer fridge front garage \
        garden gate glow green guest hall hallway heater heating hood hot house humidifier humidity indoor inside irrigation \
        island kettle kid kids kitchen lamp large laundry lawn leak left level library light lights little living lock loft lounge \
        machine main maker mirror monitor motion mower night north nursery office outdoor outlet outside oven pantry parking patio \
        pendant plant plug pond pool porch power printer projector pump purifier radiator radio rain reading rear refrigerator \
        right robot roller roof room sauna screen sensor shade shed shelf shop shower shutter shutters side sink siren sitting \
        skylight small smoke socket south spare speaker spot spots stairs stairway stand strip studio study switch table \
        television temperature terrace thermostat toilet top towel tree under upstairs utility vacuum vent wall wardrobe washer \
        washing water west white window windows work workshop worktop yard
        """.split(separator: " ").map(String.init))
}
