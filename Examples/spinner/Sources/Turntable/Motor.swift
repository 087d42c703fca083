import HearthTraitCore
import HearthTraits

/// The turntable's motor. What it does shows in two traits: how fast it turns, and that it is on.
actor Motor {
    private var spinner: TraitState<Acme.SpinnerTrait>?
    private var power: TraitState<Matter.OnOffTrait>?

    func connect(_ state: TraitState<Acme.SpinnerTrait>, turns: UInt32) {
        spinner = state
        state.update { $0.turns = turns }
    }

    func connect(_ state: TraitState<Matter.OnOffTrait>) { power = state }

    var isOn: Bool { power?.onOff == true }

    /// Here the hardware would get its voltage.
    func turn(at rpm: UInt16, because cause: ChangeCause) {
        spinner?.with(cause: cause).update { $0.rpm = rpm }
        power?.with(cause: cause).update { $0.onOff = rpm > 0 }
    }

    func goRound(_ times: UInt16, because cause: ChangeCause) -> UInt32 {
        turn(at: 33, because: cause)
        let turns = (spinner?.turns ?? 0) &+ UInt32(times)
        spinner?.with(cause: cause).update {
            $0.turns = turns
            $0.emit(Acme.SpinnerTrait.FinishedEvent.self) { $0.turns = turns }
        }
        turn(at: 0, because: cause)
        return turns
    }
}
