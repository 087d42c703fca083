internal import HearthBase
internal import HearthJSON
internal import HearthTraitCatalog
internal import HearthTraitCore

/// The actions that a firmware names itself, as one endpoint.
struct ActionsConverter: EntityConverter {
    private typealias T = StandardTraits

    /// As many as the trait's list has room for.
    static let mostActions = 64
    /// The most bytes of a call's arguments.
    private static let mostBytes = 4096

    private let key: String
    private let actions: [String: DeviceAction]
    let parts: [EntityPart]

    init(_ entity: Entity, actions: [DeviceAction]) {
        key = entity.key
        let listed = actions.prefix(Self.mostActions)
        self.actions = Dictionary(listed.map { ($0.name, $0) }) { first, _ in first }
        parts = [
            EntityPart(
                key: key, name: entity.name, types: [T.hearthDeviceActionsDeviceType],
                traits: [
                    TraitDraft(
                        T.hearthProjectDeviceActions,
                        [
                            "actionList": .list(
                                listed.map { action in
                                    .structure([
                                        "name": .text(action.name.prefix(bytes: 64)),
                                        "arguments": .text(action.signature.prefix(bytes: 1024)),
                                        "answers": .bool(action.answers),
                                    ])
                                })
                        ])
                ])
        ]
    }

    var entities: [String] { [key] }

    func values(_ states: EntityStates) -> PartValues { [:] }

    func commands(_ call: TraitCall, _ states: EntityStates) throws(TraitError) -> [EntityCommand] {
        let name = call.text("name") ?? ""
        guard let action = actions[name] else {
            let known = actions.keys.sorted().prefix(20).map(quoted).joined(separator: ", ")
            throw call.refusal("name", "the device has no action \(quotedBeginning(name)); it has \(known)")
        }
        return [
            EntityCommand(entity: key, call: ActionCall(name: name, values: try values(of: action, call)))
        ]
    }

    /// The arguments of a call, which are a JSON object.
    private func values(of action: DeviceAction, _ call: TraitCall) throws(TraitError) -> [ActionValue] {
        let text = call.text("arguments") ?? ""
        var members: [String: JSONValue] = [:]
        if !text.isEmpty {
            let value: JSONValue
            do throws(JSONError) {
                value = try JSONValue(Array(text.utf8), bytes: Self.mostBytes, depth: 4)
            } catch {
                throw call.refusal("arguments", "the arguments are not JSON: \(error.message)")
            }
            guard case .object(let object) = value else {
                throw call.refusal("arguments", "the arguments are not a JSON object, such as {\"level\": 5}")
            }
            members = object
        }
        let takes = action.arguments.isEmpty ? "no arguments" : action.signature
        var values: [ActionValue] = []
        for argument in action.arguments {
            switch members.removeValue(forKey: argument.name) {
            case .some(let member):
                guard let value = ActionValue(member, as: argument.type) else {
                    throw call.refusal(
                        "arguments",
                        "\(quoted(argument.name)) is not \(argument.type.article); \(action.name) takes \(takes)")
                }
                values.append(value)
            case nil:
                guard let missing = argument.missing else {
                    throw call.refusal(
                        "arguments", "\(quoted(argument.name)) is missing; \(action.name) takes \(takes)")
                }
                values.append(missing)
            }
        }
        if let unknown = members.keys.min() {
            throw call.refusal(
                "arguments", "\(action.name) has no argument \(quotedBeginning(unknown)); it takes \(takes)")
        }
        return values
    }
}

extension DeviceAction {
    /// The arguments as people read them, such as `song: text, volumes: integers`.
    var signature: String {
        arguments.map { "\($0.name): \($0.type.rawValue)\($0.missing == nil ? "" : "?")" }.joined(separator: ", ")
    }
}

extension DeviceAction.ArgumentType {
    /// The type in a sentence.
    var article: String {
        switch self {
        case .boolean: "true or false"
        case .integer: "an integer of 32 bits"
        case .number: "a number of 32 bits"
        case .text: "a text"
        case .booleans: "a list of true and false"
        case .integers: "a list of integers of 32 bits"
        case .numbers: "a list of numbers of 32 bits"
        case .texts: "a list of texts"
        }
    }
}

extension ActionValue {
    /// Reads a JSON value; nil if it is not of the type.
    init?(_ value: JSONValue, as type: DeviceAction.ArgumentType) {
        func list<Item>(_ read: (JSONValue) -> Item?) -> [Item]? {
            guard case .array(let items) = value else { return nil }
            let read = items.compactMap(read)
            return read.count == items.count ? read : nil
        }
        func integer(_ value: JSONValue) -> Int32? { value.integer.flatMap { Int32(exactly: $0) } }
        // Firmware has numbers of 32 bits, in which greater ones are infinite.
        func number(_ value: JSONValue) -> Double? { value.number.flatMap { Float($0).isFinite ? $0 : nil } }
        let read: ActionValue? =
            switch type {
            case .boolean: value.bool.map { .boolean($0) }
            case .integer: integer(value).map { .integer($0) }
            case .number: number(value).map { .number($0) }
            case .text: value.string.map { .text($0) }
            case .booleans: list(\.bool).map { .booleans($0) }
            case .integers: list(integer).map { .integers($0) }
            case .numbers: list(number).map { .numbers($0) }
            case .texts: list(\.string).map { .texts($0) }
            }
        guard let read else { return nil }
        self = read
    }
}
