@testable internal import HearthHub
internal import HearthTraitCore
internal import HearthWire
internal import HubTestSupport

// The end of a simulation: everything settles and is checked.
extension Simulation {
    /// Ends all faults.
    func heal() {
        note("all is well")
        disk.heal()
        hasFailed = true
    }

    /// The conditions still missing for a settled state; empty when settled.
    func wanted(providing: Bool = true) -> [String] {
        guard phase == .up, let run else { return ["the hub"] }
        var wanted: [String] = []
        if providing {
            for (index, provider) in run.providers.enumerated() {
                if case .there = provider { continue }
                wanted.append("provider \(index)")
            }
        }
        wanted += editors.indices.filter { editors[$0].edit != nil }.map { "editor \($0)" }
        if !missingMakerEvents.isEmpty { wanted.append("the maker's events \(missingMakerEvents)") }
        for (index, client) in clients.enumerated() {
            let positions = run.hub.truth(client.filter).positions
            // A client that does not read may still have unread events.
            let reads = client.isConnected && client.credits == nil
            if !reads || !client.isComplete || client.view.positions != positions {
                wanted.append("client \(index)")
            }
        }
        return wanted
    }

    private var missingMakerEvents: [UInt64] {
        let known = Set(happened(at: Maker.lock))
        return makerOccurrences.filter { !known.contains($0) }
    }

    /// Brings every part to it.
    func help(providing: Bool = true) {
        if phase == .down { start(providing: providing) }
        for index in editors.indices where editors[index].edit != nil { edit(index) }
        for index in clients.indices {
            connect(index)
            letRead(index, nil)
        }
        if providing {
            for index in providers.indices { Task { await attach(index) } }
        }
        pass(.seconds(4))
    }

    /// Checks the settled state.
    func checkRest(_ moment: String) {
        guard let run else { return }
        check(moment)
        for (index, client) in clients.enumerated() {
            let differences = client.differences(from: run.hub.truth(client.filter))
            if !differences.isEmpty { fail("\(moment): client \(index) differs in \(differences)") }
        }
        checkEvents()
    }

    /// The home as the store must have it.
    func remembered() -> ClientView? {
        guard let truth = run?.hub.truth() else { return nil }
        var kept = ClientView()
        kept.structures = truth.structures
        kept.rooms = truth.rooms
        kept.states = truth.states
        kept.devices = truth.devices.mapValues { device in
            var device = device
            device.connectivity = nil
            return device
        }
        return kept
    }

    func compare(_ before: ClientView?, _ moment: String) {
        guard let before, let after = remembered() else { return fail("\(moment): there is no hub") }
        if before.structures != after.structures { fail("\(moment): other structures are stored") }
        if before.rooms != after.rooms { fail("\(moment): other rooms are stored") }
        if before.devices != after.devices { fail("\(moment): other devices are stored") }
        if before.states != after.states { fail("\(moment): other values are stored") }
    }

    func finish() async {
        number += 1
        maker?.end()
        maker?.reach(nil)
        for index in clients.indices { cut(index) }
        await closeStores()
        run = nil
        counts.strictSeeds = isStrict ? 1 : 0
    }
}
