/// A rule that classifies a change between two schemas as compatible or breaking, and says why.
///
/// A change is compatible if a client of one schema can do everything with a device of the other that peers of the same
/// schema can do, or can detect in advance from the device's lists of attributes, commands and features that it can't.
/// Field numbers on the wire are derived from IDs, and readers skip unknown numbers. Names appear in service paths,
/// type URLs, JSON and generated code. "Read" values are sent by a device (attributes, responses, events); "written"
/// values are sent to it (arguments, writable attributes). A struct counts as read, written or both, according to the
/// elements that contain it.
///
/// | compatible | breaking |
/// | --- | --- |
/// | item added; mandatory field added that null, an empty list or a default stands in for | item removed |
/// | | mandatory argument or mandatory field added, without such a stand-in |
/// | named type added, removed or renamed (its members are compared where it is used) | item renumbered or renamed |
/// | revision raised | revision lowered; namespace changed |
/// | other type with the same encoding, every value fits | other encoding; other meaning; width; list or not |
/// | integer written only: widened | integer written: narrowed |
/// | written only: became nullable | read: nullability changed; written only: null no longer accepted |
/// | attribute, command, event: became optional or mandatory | read field: presence changed; argument: now mandatory |
/// | argument became optional | presence of a list changed, and so its message form |
/// | limits widened, or changed on a value that is only read | limits of a written value narrowed |
/// | default of an attribute; default of a field added | default of a written field changed or removed |
/// | unit added or removed | unit changed |
/// | access eased | access tightened, timed interaction or fabric required; changes no longer reported |
/// | | response added or removed |
/// | condition over features, priority, maturity changed | mandatory argument lost its condition |
/// | command became repeatable, or no longer is | |
///
/// Adding a mandatory attribute, command or event is compatible: generated properties are optional, and every device
/// lists what it implements, so a client of the new schema sees that an old device lacks it.
///
/// Whether a command is repeatable is a property that a maker may have to correct. So a hub uses the newest revision's
/// value for devices of all revisions, in either direction. A correction needs a new revision number.
public enum EvolutionRule: String, Hashable, Sendable, CaseIterable {
    // Compatible.
    /// An item, an optional field or an enum or bitmap constant was added.
    case added
    /// A mandatory field was added, but peers that omit it are read as null, as an empty list, or (arguments and other
    /// written fields) as its default.
    case addedWithStandIn = "added-with-stand-in"
    /// A named enum, bitmap, struct or response was added, removed or renamed. Names of types are not sent.
    case typeName = "type-name"
    /// The cluster revision (Matter's `ClusterRevision`) increased.
    case revisionRaised = "revision-raised"
    /// The type changed, but the encoding is the same and each side can hold all values of the other.
    case sameEncoding = "same-encoding"
    /// An integer that is only written (an argument, say) accepts a wider range.
    case widened
    /// A value that is only written became nullable.
    case nullAllowed = "null-allowed"
    /// An attribute, a command or an event became optional or mandatory.
    case itemPresence = "item-presence"
    /// An argument, or another field that is only written, became optional.
    case argumentOptional = "argument-optional"
    /// Limits were widened, or changed on a value that is only read. Readers do not check limits.
    case limits
    /// The default of an attribute changed; or the default of another field was added, or changed where the field is
    /// only read.
    case startValue = "start-value"
    /// A unit was added or removed.
    case unitStated = "unit-stated"
    /// Access needs less than before: a lower privilege, no timed interaction, no fabric restriction; or an attribute
    /// became readable, writable or reported.
    case accessEased = "access-eased"
    /// The condition over the device's features changed. An argument that loses its condition and is then always
    /// mandatory is ``argumentMandatory`` instead.
    case condition
    /// A command became repeatable or is no longer repeatable. See ``CommandDescriptor/isRepeatable``.
    case repeatability
    /// The priority of an event changed (Matter: DEBUG, INFO or CRITICAL).
    case priority
    /// The maturity of an item changed, from "provisional" to "stable" for example.
    case maturity

    // Breaking.
    /// An item, field or constant was removed.
    case removed
    /// A mandatory argument, or another mandatory field that is only written, was added without a default, null or
    /// empty list to stand in for it.
    case addedMandatoryArgument = "added-mandatory-argument"
    /// A mandatory field that devices send was added without null or an empty list to stand in for it.
    case addedMandatoryField = "added-mandatory-field"
    /// The id of an item, or the value of a constant, changed.
    case renumbered
    /// An item, field or constant has a new name for the same number.
    case renamed
    /// The cluster revision decreased.
    case revisionLowered = "revision-lowered"
    /// The vendor of the cluster changed, and with it the names of its services and messages.
    case namespace
    /// The type changed to one with another wire encoding.
    case encoding
    /// A bitmap became an enum or the reverse; the number has the same encoding.
    case meaning
    /// An integer that devices send has values that the old or the new type cannot hold.
    case width
    /// An integer that is written accepts a narrower range.
    case narrowed
    /// A single value became a list or the reverse.
    case listness
    /// A list became nullable or optional, or no longer is. Such a list is encoded in a wrapper message, a plain one is
    /// not.
    case listForm = "list-form"
    /// A value that devices send became nullable, or no longer is.
    case nullability
    /// A value that is only written is no longer nullable.
    case nullRefused = "null-refused"
    /// A field that devices send became optional or mandatory.
    case fieldPresence = "field-presence"
    /// An argument, or another field that is only written, became mandatory, or a mandatory argument lost its
    /// condition over the device's features.
    case argumentMandatory = "argument-mandatory"
    /// Limits of a written value were narrowed.
    case limitsNarrowed = "limits-narrowed"
    /// The default of a written field, not an attribute, changed or was removed.
    case defaultChanged = "default-changed"
    /// The unit changed to another one.
    case unitChanged = "unit-changed"
    /// Access needs more than before: a higher privilege, a timed interaction or the same fabric; or an attribute is no
    /// longer readable or writable.
    case accessTightened = "access-tightened"
    /// Changes of the attribute are no longer reported to subscribers.
    case unreported
    /// A command got a response struct where it had only a status, or the reverse.
    case response

    /// The class of the change: compatible or breaking.
    public var impact: SchemaChange.Impact {
        switch self {
        case .added, .addedWithStandIn, .typeName, .revisionRaised, .sameEncoding, .widened, .nullAllowed,
            .itemPresence, .argumentOptional, .limits, .startValue, .unitStated, .accessEased, .condition,
            .repeatability, .priority, .maturity:
            .compatible
        case .removed, .addedMandatoryArgument, .addedMandatoryField, .renumbered, .renamed, .revisionLowered,
            .namespace, .encoding, .meaning, .width, .narrowed, .listness, .listForm, .nullability, .nullRefused,
            .fieldPresence, .argumentMandatory, .limitsNarrowed, .defaultChanged, .unitChanged, .accessTightened,
            .unreported, .response:
            .breaking
        }
    }

    /// A short description of the change, such as "revision raised".
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
        case .unitStated: "unit added or removed"
        case .accessEased: "access eased"
        case .condition: "condition changed"
        case .repeatability: "repeatability changed"
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

    /// Why the change is compatible or breaking.
    public var reason: String {
        switch self {
        case .added: "old readers skip it, and new clients see from the device's lists whether it is there"
        case .addedWithStandIn: "if an old peer omits it, it is read as its default, null or an empty list"
        case .typeName: "a type's name is not sent; its members are compared wherever it is used"
        case .revisionRaised: "a higher revision means that the schema is newer"
        case .sameEncoding: "the same bytes, and either side can hold every value of the other"
        case .widened: "every value that old clients send still fits"
        case .nullAllowed: "old clients never send null, and new ones may"
        case .itemPresence: "clients treat every attribute, command and event as optional"
        case .argumentOptional: "old clients still send it"
        case .limits: "no value that old clients send is refused, and readers do not check limits"
        case .startValue: "no client relies on a value that was never sent"
        case .unitStated: "the raw numbers keep their meaning"
        case .accessEased: "callers that were allowed before still are"
        case .condition: "the device lists the items that it has"
        case .repeatability: "one call has the same effect; the newest revision decides whether it can be repeated"
        case .priority: "it is delivered in the same way"
        case .maturity: "it is only advice to people"
        case .removed: "clients of the old schema still use it, and its number may come to mean something else"
        case .addedMandatoryArgument: "old clients leave it out, and new devices refuse the command"
        case .addedMandatoryField: "old devices omit it, and new clients read a zero that was not sent"
        case .renumbered: "numbers on the wire are derived from ids, so peers read each other's values as other items"
        case .renamed: "a new name for a number may be a new meaning, and services, JSON and code use names"
        case .revisionLowered: "a client that checks the revision treats it as an older device"
        case .namespace: "the services and messages on the wire are named after it"
        case .encoding: "the encoding differs, so readers refuse, truncate or misread the value"
        case .meaning: "the same number has another meaning"
        case .width: "one side sends numbers that the other side's type cannot hold"
        case .narrowed: "old clients send values that new devices cannot hold"
        case .listness: "lists and single values are encoded differently"
        case .listForm: "a list that can be absent or null is encoded in a wrapper message, any other is not"
        case .nullability: "one side sends null where the other reads zero, or keeps an outdated value"
        case .nullRefused: "old clients send null, and new devices refuse it"
        case .fieldPresence: "one side omits a value that the other reads as zero"
        case .argumentMandatory: "old clients leave it out, and new devices refuse the command"
        case .limitsNarrowed: "old clients send values that new devices refuse"
        case .defaultChanged: "old clients that omit it now request a different value"
        case .unitChanged: "the same number is another quantity"
        case .accessTightened: "calls that old clients may make are refused"
        case .unreported: "old clients wait for changes that never arrive"
        case .response: "one side waits for an answer that the other does not send"
        }
    }
}
