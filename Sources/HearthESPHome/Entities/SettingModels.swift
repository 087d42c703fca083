internal import HearthBase
internal import HearthEntities

struct NumberModel: ReportingModel {
    typealias State = NumberStateResponse
    static let word = "number"
    static let settable: Set<EntityProperty> = [.value]

    let listing: ListEntitiesNumberResponse
    private let range: ClosedRange<Double>

    init(_ listing: ListEntitiesNumberResponse, _ session: EntityContext) {
        self.listing = listing
        range = Self.range(listing.minimum, listing.maximum) ?? 0...100
    }

    /// The range between two numbers of a device; nil if one of them is not a number.
    static func range(_ minimum: Float, _ maximum: Float) -> ClosedRange<Double>? {
        guard case .number(let minimum) = EntityValue.number(of: minimum),
            case .number(let maximum) = EntityValue.number(of: maximum), minimum <= maximum
        else { return nil }
        return minimum...maximum
    }

    /// A step of a device; a default if it is not a positive number.
    static func step(_ step: Float, default fallback: Double) -> Double {
        guard case .number(let step) = EntityValue.number(of: step), step > 0 else { return fallback }
        return step
    }

    var kind: EntityKind {
        .number(
            minimum: range.lowerBound, maximum: range.upperBound, step: Self.step(listing.step, default: 0.01),
            unit: listing.unit, deviceClass: listing.deviceClass,
            mode: UInt8(exactly: listing.mode).flatMap { EntityKind.NumberMode(rawValue: $0) } ?? .auto)
    }

    func values(of state: NumberStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        [.value: state.isMissing ? .unknown : .number(of: state.value)]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        guard let value = try command.number(.value) else { throw .unsupported("the number", "needs a value") }
        guard range.contains(value) else {
            throw .unsupported("the number", "is from \(range.lowerBound) to \(range.upperBound), and not \(value)")
        }
        return NumberCommandRequest(address: listing.head.address, value: Float(value))
    }
}

struct SelectModel: ReportingModel {
    typealias State = SelectStateResponse
    static let word = "select"
    static let settable: Set<EntityProperty> = [.value]

    let listing: ListEntitiesSelectResponse
    private let options: [String]

    init(_ listing: ListEntitiesSelectResponse, _ session: EntityContext) {
        self.listing = listing
        options = unique(listing.options)
    }

    var kind: EntityKind { .choice(options: options, isSettable: true) }

    func values(of state: SelectStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        [.value: state.isMissing ? .unknown : .word(state.value)]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        guard let value = try command.word(.value, of: options) else {
            throw .unsupported("the choice", "needs a value")
        }
        return SelectCommandRequest(address: listing.head.address, value: value)
    }
}

struct TextModel: ReportingModel {
    typealias State = TextStateResponse
    static let word = "text"
    static let settable: Set<EntityProperty> = [.value]

    let listing: ListEntitiesTextResponse
    private let lengths: ClosedRange<Int>

    init(_ listing: ListEntitiesTextResponse, _ session: EntityContext) {
        self.listing = listing
        let longest = min(Int(listing.maximumLength), 4_096)
        lengths = min(Int(listing.minimumLength), longest)...longest
    }

    var kind: EntityKind {
        .text(
            minimumLength: lengths.lowerBound, maximumLength: lengths.upperBound, isSecret: listing.mode == 1,
            isSettable: true)
    }

    func values(of state: TextStateResponse, _ session: EntityContext) -> [EntityProperty: EntityValue] {
        [.value: state.isMissing ? .unknown : .limitedText(state.value)]
    }

    func request(for command: EntityCommand, _ session: EntityContext) throws(ESPHomeError) -> any WireMessage {
        guard let text = try command.text(.value) else { throw .unsupported("the text", "needs a value") }
        guard lengths.contains(text.utf8.count) else {
            throw .unsupported(
                "the text", "has \(lengths.lowerBound) to \(lengths.upperBound) bytes, and not \(text.utf8.count)")
        }
        return TextCommandRequest(address: listing.head.address, value: text)
    }
}
