/// Where an alarm panel goes that only says that it is under way.
extension EntityStates {
    /// Notes the state that a command asks for.
    mutating func noteAlarmTarget(of command: EntityCommand) {
        if let wanted = command.values[.alarmState] { self[command.entity, .alarmTarget] = wanted }
    }

    /// Forgets what a command asked for that failed.
    mutating func forgetAlarmTarget(of failed: [Expectation]) {
        for expectation in failed where expectation.property == .alarmState {
            self[expectation.entity, .alarmTarget] = nil
        }
    }

    /// Forgets what was commanded once the panel has changed to a state in which nothing is under way: later it may go
    /// elsewhere without the hub.
    mutating func settleAlarm(_ changed: EntityState) {
        guard case .text(let word) = changed.values[.alarmState], AlarmMode.all.contains(where: { $0.state == word })
        else { return }
        self[changed.entity, .alarmTarget] = nil
    }
}
