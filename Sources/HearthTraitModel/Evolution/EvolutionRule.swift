/// The rules by which a change between two schemas is judged: each case is one rule, with its class and its reason.
///
/// A change is compatible when whatever a client and a device of one schema can do with each other, a client of
/// either schema can do with a device of the other, or finds out beforehand from what the device lists (attributes,
/// commands, features). Numbers on the wire come from ids and a reader skips numbers it does not know; names are in
/// service paths, type URLs, JSON and generated code. "Read" is what a device sends (attributes, responses, events),
/// "written" what it is sent (arguments, writable attributes); a struct is what those are that hold it.
///
/// | compatible | breaking |
/// | --- | --- |
/// | item added; mandatory field added that null, an empty list or a default stands in for | item removed |
/// | | mandatory argument or mandatory field added, without such a stand-in |
/// | named type added, removed or renamed (its members are compared where it is used) | item renumbered or renamed |
/// | revision raised | revision lowered; namespace changed |
/// | other type with the same encoding, every value fits | other encoding; other meaning; width; list or not |
/// | integer written only: widened | integer written: narrowed |
/// | written only: became nullable | read: null came or went; written: null refused |
/// | attribute, command, event: became optional or mandatory | read field: presence changed; argument: now mandatory |
/// | argument became optional | list changed its presence, so its message form |
/// | limits widened, or of a value that is only read | limits of a written value narrowed |
/// | default of an attribute; default of a field came | default of a field changed or went |
/// | unit stated or left out | unit changed |
/// | access eased | access tightened, timed exchange needed, fabric-bound, changes not reported any more |
/// | | response came or went |
/// | condition over features, priority, maturity changed | argument is needed without its condition |
///
/// A mandatory attribute, command or event may be added: generated properties are optional and every device lists what
/// it has, so a client of the new schema sees that an old device lacks it.
public enum EvolutionRule: String, Hashable, Sendable, CaseIterable {
    // Compatible.
    case added
    case addedWithStandIn = "added-with-stand-in"
    case typeName = "type-name"
    case revisionRaised = "revision-raised"
    case sameEncoding = "same-encoding"
    case widened
    case nullAllowed = "null-allowed"
    case itemPresence = "item-presence"
    case argumentOptional = "argument-optional"
    case limits
    case startValue = "start-value"
    case unitStated = "unit-stated"
    case accessEased = "access-eased"
    case condition
    case priority
    case maturity

    // Breaking.
    case removed
    case addedMandatoryArgument = "added-mandatory-argument"
    case addedMandatoryField = "added-mandatory-field"
    case renumbered
    case renamed
    case revisionLowered = "revision-lowered"
    case namespace
    case encoding
    case meaning
    case width
    case narrowed
    case listness
    case listForm = "list-form"
    case nullability
    case nullRefused = "null-refused"
    case fieldPresence = "field-presence"
    case argumentMandatory = "argument-mandatory"
    case limitsNarrowed = "limits-narrowed"
    case defaultChanged = "default-changed"
    case unitChanged = "unit-changed"
    case accessTightened = "access-tightened"
    case unreported
    case response

    /// Whether peers of the two schemas still understand each other.
    public var impact: SchemaChange.Impact {
        switch self {
        case .added, .addedWithStandIn, .typeName, .revisionRaised, .sameEncoding, .widened, .nullAllowed,
            .itemPresence, .argumentOptional, .limits, .startValue, .unitStated, .accessEased, .condition, .priority,
            .maturity:
            .compatible
        case .removed, .addedMandatoryArgument, .addedMandatoryField, .renumbered, .renamed, .revisionLowered,
            .namespace, .encoding, .meaning, .width, .narrowed, .listness, .listForm, .nullability, .nullRefused,
            .fieldPresence, .argumentMandatory, .limitsNarrowed, .defaultChanged, .unitChanged, .accessTightened,
            .unreported, .response:
            .breaking
        }
    }

    /// What happened, in a few words.
    public var title: String {
        switch self {
        case .added: "added"
        case .addedWithStandIn: "mandatory field added"
        case .typeName: "named type added, removed or renamed"
        case .revisionRaised: "revision raised"
        case .sameEncoding: "type changed"
        case .widened: "integer widened"
        case .nullAllowed: "became nullable"
        case .itemPresence: "became optional or mandatory"
        case .argumentOptional: "became optional"
        case .limits: "limits changed"
        case .startValue: "default changed"
        case .unitStated: "unit stated or left out"
        case .accessEased: "access eased"
        case .condition: "condition changed"
        case .priority: "priority changed"
        case .maturity: "maturity changed"
        case .removed: "removed"
        case .addedMandatoryArgument: "mandatory argument added"
        case .addedMandatoryField: "mandatory field added"
        case .renumbered: "number changed"
        case .renamed: "renamed"
        case .revisionLowered: "revision lowered"
        case .namespace: "vendor's namespace changed"
        case .encoding: "encoding changed"
        case .meaning: "meaning changed"
        case .width: "width changed"
        case .narrowed: "integer narrowed"
        case .listness: "became a list or a single value"
        case .listForm: "presence of a list changed"
        case .nullability: "nullability changed"
        case .nullRefused: "no longer nullable"
        case .fieldPresence: "became optional or mandatory"
        case .argumentMandatory: "became mandatory"
        case .limitsNarrowed: "limits narrowed"
        case .defaultChanged: "default changed"
        case .unitChanged: "unit changed"
        case .accessTightened: "access tightened"
        case .unreported: "changes are no longer reported"
        case .response: "response added or removed"
        }
    }

    /// Why it is compatible or breaking.
    public var reason: String {
        switch self {
        case .added: "old readers skip it, and new clients see from the device's lists whether it is there"
        case .addedWithStandIn: "where an old peer leaves it out, its default, null or an empty list stands in"
        case .typeName: "a type's name is not sent; its members are compared wherever it is used"
        case .revisionRaised: "the revision says that the schema is newer"
        case .sameEncoding: "the same bytes, and either side can hold every value of the other"
        case .widened: "every value that old clients send still fits"
        case .nullAllowed: "old clients never send null, and new ones may"
        case .itemPresence: "clients take every attribute, command and event for one that a device may lack"
        case .argumentOptional: "old clients go on sending it"
        case .limits: "no value that old clients send is refused, and readers do not check limits"
        case .startValue: "nobody counts on a value that was never sent"
        case .unitStated: "the raw numbers keep their meaning"
        case .accessEased: "whoever was allowed before still is"
        case .condition: "the device's own lists say what it has"
        case .priority: "it is delivered in the same way"
        case .maturity: "it is only advice to people"
        case .removed: "clients of the old schema still use it, and its number may come to mean something else"
        case .addedMandatoryArgument: "old clients leave it out, and new devices refuse the command"
        case .addedMandatoryField: "old devices leave it out, and new clients read a zero that nobody sent"
        case .renumbered: "numbers on the wire are made of ids: the peers read each other's values in wrong places"
        case .renamed: "another name for a number may be another meaning, and services, JSON and code go by names"
        case .revisionLowered: "a client that asks for the revision takes it for an older device"
        case .namespace: "the services and messages on the wire are named after it"
        case .encoding: "the bytes are encoded in another way, so readers refuse, cut or misread them"
        case .meaning: "the same number stands for something else"
        case .width: "one side sends numbers that the other side's type cannot hold"
        case .narrowed: "old clients send values that new devices cannot hold"
        case .listness: "a list is encoded in another way than a single value"
        case .listForm: "a list that can be absent or null travels in a message of its own, any other does not"
        case .nullability: "one side sends null where the other reads zero, or keeps an outdated value"
        case .nullRefused: "old clients send null, and new devices refuse it"
        case .fieldPresence: "one side leaves out what the other reads as zero"
        case .argumentMandatory: "old clients leave it out, and new devices refuse the command"
        case .limitsNarrowed: "old clients send values that new devices refuse"
        case .defaultChanged: "old clients that leave it out now ask for something else"
        case .unitChanged: "the same number is another quantity"
        case .accessTightened: "what old clients were allowed to do is refused"
        case .unreported: "old clients wait for changes that never arrive"
        case .response: "one side waits for an answer that the other does not send"
        }
    }
}
