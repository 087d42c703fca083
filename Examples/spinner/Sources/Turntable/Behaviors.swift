import HearthDeviceBehaviors
import HearthMessage
import HearthTraitCore
import HearthTraits

/// The turntable's motor.
struct Motor: Sendable {
    func turn(at rpm: UInt16) async {
        // Hardware would get its voltage here.
    }
}

/// The speed of the plate. The endpoint's OnOff switches with it, and switches it.
struct SpinnerBehavior: TraitBehavior {
    typealias HandledTrait = Acme.SpinnerTrait

    var attributes = HandledTrait.Attributes()
    private let motor: Motor
    /// The speed that the motor got last.
    private var applied: UInt16?

    init(motor: Motor) {
        self.motor = motor
        attributes.rpm = 0
        attributes.maxSpeed = 120
        attributes.direction = .clockwise
        attributes.turns = 0
    }

    /// direction and turns.
    static let storedAttributes: Set<UInt32> = [2, 3]

    mutating func start(restored: Bool, _ context: inout EndpointContext) {
        attributes.rpm = context.isOn == true ? 33 : 0
    }

    mutating func perform(
        _ command: HandledTrait.Command, _ context: inout EndpointContext
    ) throws(TraitError) -> (any Message)? {
        switch command {
        case .spin(let command):
            attributes.rpm = command.rpm
            context.send(.turn(on: command.rpm > 0))
            return nil
        case .goRound(let command):
            guard attributes.rpm == 0 else { throw TraitError(.invalidInState, "it turns already; stop it first") }
            let turns = (attributes.turns ?? 0) &+ UInt32(command.times)
            attributes.turns = turns
            context.emit(HandledTrait.FinishedEvent.self) { $0.turns = turns }
            return HandledTrait.GoRoundResponse(turns: turns)
        }
    }

    mutating func receive(_ signal: EndpointSignal, _ context: inout EndpointContext) {
        if case .switched(let isOn, byTrait: false) = signal { attributes.rpm = isOn ? 33 : 0 }
    }

    mutating func settle(_ context: inout EndpointContext) {
        guard let rpm = attributes.rpm, rpm != applied else { return }
        applied = rpm
        context.operate(HandledTrait.self) { [motor] in await motor.turn(at: rpm) }
    }
}

/// Acme's addition to OnOff: a value that people set and that is only stored.
struct PowerExtensionHandler: Acme.OnOffExtensionTraitHandler {
    var initialAttributes: Acme.OnOffExtensionTrait.Attributes {
        var attributes = Acme.OnOffExtensionTrait.Attributes()
        attributes.spinUpTime = 10
        return attributes
    }
}
