internal import HearthAutomation
internal import HearthHomeState
package import HearthMetrics
internal import HearthTraitCore

extension Hub {
    /// The home's metrics: devices, watches, providers, automations and saving. Labels have a few fixed values; there
    /// are no names and no IDs.
    package func metrics() -> [MetricFamily] {
        var devices = MetricFamily(.gauge, "hearth_devices", "Devices of all homes, by connectivity.")
        var automations = MetricFamily(.gauge, "hearth_automations", "Automations of all homes, by state.")
        var living = 0
        var ended: [RunOutcome: UInt64] = [:]
        var counts: [ConnectivityState: Int] = [:]
        var (active, inactive) = (0, 0)
        for cell in directory.cells {
            let found = cell.read { state in
                state.devices.filter { $0.id != state.id }.map(\.connectivity.connectivityState)
            }
            for state in found { counts[state, default: 0] += 1 }
            let automated = cell.automations { automations, _ in
                (
                    automations.records.all.map { automations.isActive($0.automation.id) }, automations.openRuns,
                    automations.endedRuns
                )
            }
            guard let automated else { continue }
            active += automated.0.count { $0 }
            inactive += automated.0.count { !$0 }
            living += automated.1
            ended.merge(automated.2, uniquingKeysWith: &+)
        }
        let states: [(ConnectivityState, String)] = [
            (.online, "online"), (.partiallyOnline, "partially_online"), (.offline, "offline"), (.unknown, "unknown"),
        ]
        for (state, word) in states { devices.add(counts[state] ?? 0, ["connectivity": word]) }
        automations.add(active, ["state": "active"])
        automations.add(inactive, ["state": "inactive"])
        var runs = MetricFamily(.counter, "hearth_automation_runs", "Ended runs of automations, by outcome.")
        for outcome in RunOutcome.allCases { runs.add(ended[outcome] ?? 0, ["outcome": outcome.rawValue]) }
        return [
            MetricFamily(.gauge, "hearth_structures", "Homes on the hub.", directory.cells.count), devices,
            MetricFamily(.gauge, "hearth_watches", "Open watches.", watches.count),
            MetricFamily(
                .gauge, "hearth_watches_lagging", "Watches that wait for a catch-up report.", watches.lagging),
            MetricFamily(
                .gauge, "hearth_providers", "Attached providers of other processes.", providers.remotes.count),
            automations, MetricFamily(.gauge, "hearth_automation_runs_open", "Runs that have not ended.", living), runs,
        ] + saver.metrics
    }

    /// Whether any home has a device.
    package var hasDevices: Bool {
        directory.cells.contains { cell in cell.read { state in state.devices.contains { $0.id != state.id } } }
    }

    /// Sets the closure that is called with each piece of automations' work that has ended. It must return at once.
    package func onAutomationWork(_ body: @escaping @Sendable (AutomationWork) -> Void) { automations.observe(body) }

    /// Why changes can't be stored at present; nil while they can.
    package var savingFailure: String? { saver.failure }

    /// How long an automation's wake-up is overdue; zero if none is.
    package var automationDelay: Duration { automations.delay }
}
