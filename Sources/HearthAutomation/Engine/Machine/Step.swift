/// One input that the machine handles: the home and the moment at which it happens, and the actions that follow.
struct Step<Home: AutomationHome> {
    let moment: AutomationMoment
    var actions: AutomationMachine.Actions
    // Last, so that the others have the same offset for every type of home.
    let home: Home
}

extension AutomationMachine {
    /// Begins to handle an input.
    mutating func newStep<Home: AutomationHome>(
        home: consuming Home, at moment: AutomationMoment, _ actions: Actions = Actions()
    ) -> Step<Home> {
        var step = Step(moment: moment, actions: actions, home: home)
        noticeClock(&step)
        return step
    }

    /// Ends the handling of an input: parents whose children have ended in it continue.
    mutating func finish(_ step: inout Step<some AutomationHome>) -> Actions {
        continueParents(&step)
        return step.actions
    }
}
