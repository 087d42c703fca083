import HearthTraitCore
import HearthTraits

struct SpinnerHandler: Acme.SpinnerTraitHandler {
    let motor: Motor

    var initialAttributes: Acme.SpinnerTrait.Attributes {
        var attributes = Acme.SpinnerTrait.Attributes()
        attributes.rpm = 0
        attributes.maxSpeed = 120
        attributes.direction = .clockwise
        attributes.turns = 0
        return attributes
    }

    func started(_ state: TraitState<Acme.SpinnerTrait>, remembered: Acme.SpinnerTrait.Attributes) async {
        await motor.connect(state, turns: remembered.turns ?? 0)
    }

    func spin(
        _ arguments: Acme.SpinnerTrait.Commands.Spin, _ state: TraitState<Acme.SpinnerTrait>
    ) async throws(TraitError) {
        await motor.turn(at: arguments.rpm, because: state.cause)
    }

    func goRound(
        _ arguments: Acme.SpinnerTrait.Commands.GoRound, _ state: TraitState<Acme.SpinnerTrait>
    ) async throws(TraitError) -> Acme.SpinnerTrait.GoRoundResponse {
        guard await !motor.isOn else { throw TraitError(.invalidInState, "it turns already; stop it first") }
        var response = Acme.SpinnerTrait.GoRoundResponse()
        response.turns = await motor.goRound(arguments.times, because: state.cause)
        return response
    }
}

struct PowerHandler: Matter.OnOffTraitHandler {
    let motor: Motor

    var initialAttributes: Matter.OnOffTrait.Attributes {
        var attributes = Matter.OnOffTrait.Attributes()
        attributes.onOff = false
        return attributes
    }

    func started(_ state: TraitState<Matter.OnOffTrait>, remembered: Matter.OnOffTrait.Attributes) async {
        await motor.connect(state)
    }

    func on(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) {
        await motor.turn(at: 33, because: state.cause)
    }

    func off(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) {
        await motor.turn(at: 0, because: state.cause)
    }

    func toggle(_ state: TraitState<Matter.OnOffTrait>) async throws(TraitError) {
        if await motor.isOn { try await off(state) } else { try await on(state) }
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
