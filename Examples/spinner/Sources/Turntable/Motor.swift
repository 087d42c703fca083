import HearthTraitCore
import HearthTraits

/// The turntable's motor. It changes two traits: the speed, and whether it is on.
actor Motor {
    private var spinner: TraitState<Acme.SpinnerTrait>?
    private var power: TraitState<Matter.OnOffTrait>?

    func connect(_ state: TraitState<Acme.SpinnerTrait>, turns: UInt32) {
        spinner = state
        state.update { $0.turns = turns }
    }

    func connect(_ state: TraitState<Matter.OnOffTrait>) { power = state }

    var isOn: Bool { power?.onOff == true }

    /// Hardware would get its voltage here.
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
