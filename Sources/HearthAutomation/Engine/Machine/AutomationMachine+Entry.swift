extension AutomationMachine {
    /// An automation, and the engine's memory of it.
    struct Entry: Sendable {
        var automation: Automation
        /// Whether its check found no errors.
        var isValid: Bool
        var index: GraphIndex
        var memory = AutomationMemory()
        /// The recent starts that no person caused, on the monotonic clock.
        private var starts: [Duration] = []
        /// The number of consecutive pauses.
        private var pauses = 0
        /// By starter: whether its `becomes` was not true at the last evaluation, so that it can become true.
        var canBecome: [UInt32: Bool] = [:]
        /// Its runs that have not ended, oldest first.
        var lives: [UInt64] = []
        /// Its ended and stored runs that are kept, oldest first.
        var past: [UInt64] = []
        /// The number of failed runs since the last one that succeeded, or since the hub's start.
        var failures: UInt64 = 0

        init(automation: Automation, isValid: Bool, index: GraphIndex) {
            self.automation = automation
            self.isValid = isValid
            self.index = index
        }

        /// Deactivates an automation that has reached its maximum number of runs.
        mutating func keepToMaximum() {
            if let most = automation.maxExecutions, memory.executions >= most { automation.isActive = false }
        }

        // MARK: Starters

        /// The values that its starters see.
        ///
        /// - Parameter home: the home as its author may read it.
        func scope(_ home: some AutomationHome, at moment: AutomationMoment) -> RunScope {
            RunScope(graph: index, home: home, moment: moment, heldSince: memory.heldSince)
        }

        /// Whether a `becomes` expression is true and could become true when it was last evaluated.
        mutating func hasBecome(_ becomes: AutomationExpression, at nodeID: UInt32, _ scope: RunScope) -> Bool {
            let result = scope.result(of: becomes)
            let couldBecome = canBecome.updateValue(result.canBecomeTrue, forKey: nodeID)
            return result.truth == true && couldBecome == true
        }

        /// An expression that is true already can't become true.
        mutating func lookAtStarters(_ step: Step<some AutomationHome>) {
            let scope = scope(step.home.seen(by: automation.savedBy), at: step.moment)
            canBecome = [:]
            for listener in index.listeners {
                guard let becomes = listener.starter.becomes else { continue }
                canBecome[listener.nodeID] = scope.result(of: becomes).canBecomeTrue
            }
        }

        /// Records since when the operands of ``Operator/heldFor`` are true.
        ///
        /// - Returns: whether the record has changed.
        mutating func lookAtHeld(_ step: Step<some AutomationHome>) -> Bool {
            guard !index.held.isEmpty else { return false }
            let scope = RunScope(graph: index, home: step.home.seen(by: automation.savedBy), moment: step.moment)
            let before = memory.heldSince
            for (place, expression) in index.held.enumerated() {
                let isTrue = scope.result(of: expression).truth == true
                memory.heldSince[place] = isTrue ? before[place] ?? step.moment.sinceEpoch : nil
            }
            return memory.heldSince != before
        }

        // MARK: Pauses

        /// Whether it is paused because it started too often.
        func isPaused(at moment: AutomationMoment, _ limits: Limits) -> Bool {
            guard let until = memory.pausedUntil, until > moment.sinceEpoch else { return false }
            // A longer pause than the longest possible one was set by a wrong clock.
            return until <= moment.sinceEpoch + limits.longestPause
        }

        /// Counts a start that no person caused.
        ///
        /// - Returns: whether there were too many, so that it is now paused.
        mutating func countStart(at moment: AutomationMoment, _ limits: Limits) -> Bool {
            starts.removeAll { $0 <= moment.now - limits.rateSpan }
            starts.append(moment.now)
            guard starts.count > limits.starts, let last = limits.pauses.last else { return false }
            // After the longest pause without another one, the next is the shortest again.
            if let until = memory.pausedUntil, until + limits.longestPause < moment.sinceEpoch { pauses = 0 }
            let pause = limits.pauses.indices.contains(pauses) ? limits.pauses[pauses] : last
            pauses = min(pauses + 1, limits.pauses.count)
            starts = []
            memory.pausedUntil = moment.sinceEpoch + pause.bounded
            return true
        }
    }
}

extension AutomationMachine.Limits {
    fileprivate var longestPause: Duration { (pauses.max() ?? .zero).bounded }
}
