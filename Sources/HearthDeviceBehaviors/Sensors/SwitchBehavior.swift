public import HearthCommonTraits
internal import HearthTraitCatalog
internal import HearthTraitCore

/// Switch (Matter cluster 0x003B): a latching switch, or a button with short, long and multiple presses.
///
/// Holding the first press of a sequence for 0.6 s makes it a long press. A sequence ends 0.4 s after the last release.
/// Sequences longer than MultiPressMax end with a count of 0.
public struct SwitchBehavior: TraitBehavior {
    public typealias HandledTrait = Matter.SwitchTrait

    static let longPressTime = Duration.milliseconds(600)
    static let multiPressTime = Duration.milliseconds(400)

    public var attributes = T.Attributes()
    private var presses = 0
    private var isLong = false
    private var longPressDue: Duration?
    private var rowEnd: Duration?

    /// Creates a switch in position 0, or a button that is released.
    ///
    /// - Parameters:
    ///   - features: latching or momentary, and the presses that it tells apart.
    ///   - positions: at least 2; the positions of a button are released and pressed.
    ///   - multiPressMax: the most presses that it counts, at least 2.
    public init(_ features: T.Feature, positions: UInt8 = 2, multiPressMax: UInt8 = 3) {
        attributes.featureMap = features
        attributes.numberOfPositions = max(2, positions)
        attributes.currentPosition = 0
        if features.contains(.momentarySwitchMultiPress) { attributes.multiPressMax = max(2, multiPressMax) }
    }

    /// The position of a latching switch.
    public static let storedAttributes: Set<UInt32> = [0x1]

    public var deadline: Duration? { [longPressDue, rowEnd].compactMap { $0 }.min() }

    private var features: T.Feature { attributes.featureMap ?? [] }
    private var countsPresses: Bool { features.contains(.momentarySwitchMultiPress) }
    private var isAction: Bool { features.contains(.actionSwitch) }
    private var maximum: Int { Int(attributes.multiPressMax ?? 2) }

    public mutating func start(restored: Bool, _ context: inout EndpointContext) {
        if features.contains(.momentarySwitch) { attributes.currentPosition = 0 }
    }

    public mutating func sense(_ input: PhysicalInput, _ context: inout EndpointContext) {
        guard case .switchPosition(let wanted) = input, let old = attributes.currentPosition else { return }
        let position = min(wanted, max(attributes.numberOfPositions ?? 2, 1) - 1)
        guard position != old else { return }
        attributes.currentPosition = position
        if features.contains(.latchingSwitch) {
            var payload = T.SwitchLatchedEvent.Payload()
            payload.newPosition = position
            context.emit(T.SwitchLatchedEvent.self, payload)
        } else if position != 0 {
            press(position, &context)
        } else {
            release(old, &context)
        }
    }

    private mutating func press(_ position: UInt8, _ context: inout EndpointContext) {
        rowEnd = nil
        presses += 1
        var payload = T.InitialPressEvent.Payload()
        payload.newPosition = position
        if presses == 1 || !isAction { context.emit(T.InitialPressEvent.self, payload) }
        if presses == 1, features.contains(.momentarySwitchLongPress) {
            longPressDue = context.now + Self.longPressTime
        }
        guard presses > 1, countsPresses, !isAction, presses <= maximum else { return }
        var ongoing = T.MultiPressOngoingEvent.Payload()
        ongoing.newPosition = position
        ongoing.currentNumberOfPressesCounted = UInt8(clamping: presses)
        context.emit(T.MultiPressOngoingEvent.self, ongoing)
    }

    private mutating func release(_ position: UInt8, _ context: inout EndpointContext) {
        longPressDue = nil
        if isLong {
            isLong = false
            presses = 0
            var payload = T.LongReleaseEvent.Payload()
            payload.previousPosition = position
            return context.emit(T.LongReleaseEvent.self, payload)
        }
        if features.contains(.momentarySwitchRelease), !isAction {
            var payload = T.ShortReleaseEvent.Payload()
            payload.previousPosition = position
            context.emit(T.ShortReleaseEvent.self, payload)
        }
        if countsPresses {
            rowEnd = context.now + Self.multiPressTime
        } else {
            presses = 0
        }
    }

    public mutating func timePassed(_ context: inout EndpointContext) {
        if let due = longPressDue, due <= context.now {
            longPressDue = nil
            isLong = true
            var payload = T.LongPressEvent.Payload()
            payload.newPosition = attributes.currentPosition ?? 1
            context.emit(T.LongPressEvent.self, payload)
        }
        if let end = rowEnd, end <= context.now {
            rowEnd = nil
            var payload = T.MultiPressCompleteEvent.Payload()
            payload.previousPosition = 1
            payload.totalNumberOfPressesCounted = presses > maximum ? 0 : UInt8(clamping: presses)
            presses = 0
            context.emit(T.MultiPressCompleteEvent.self, payload)
        }
    }
}
