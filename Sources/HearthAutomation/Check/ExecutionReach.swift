/// Which automations run which others, directly or through others.
struct ExecutionReach {
    /// Automations that do not run ``target``, neither directly nor through others.
    private var elsewhere: Set<String> = []
    private let target: String

    init(to target: String) { self.target = target }

    /// Whether an automation runs ``target``. Each automation of the home is visited once for all calls.
    mutating func includes(_ automation: CheckedAutomation, in home: any CheckedHome) -> Bool {
        var pending = Array(automation.executedIDs.subtracting(elsewhere))
        var seen = elsewhere.union(pending)
        while let next = pending.popLast() {
            if next == target { return true }
            let further = (home.automation(next)?.executedIDs ?? []).subtracting(seen)
            pending += further
            seen.formUnion(further)
        }
        elsewhere = seen
        return false
    }
}
