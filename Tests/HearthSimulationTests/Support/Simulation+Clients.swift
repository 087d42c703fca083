@testable internal import HearthHomeState
@testable internal import HearthHub
internal import HearthMessage
internal import HearthRPC
@testable internal import HearthStore
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import HubTestSupport
internal import ProcessTestSupport

// Clients that watch.
extension Simulation {
    func addClient() {
        guard !home.isEmpty else { return }
        let filter: Hearth_V1_WatchFilter
        var seesEvents = true
        switch dice.below(12) {
        case 0: filter = .init(deviceIDs: ["lock", Maker.lock])
        case 1: (filter, seesEvents) = (.init(traitIDs: [TestProvider.onOff.id]), false)
        case 2: (filter, seesEvents) = (.init(objectsOnly: true), false)
        case 3:
            let rooms = ledger.present("room")
            let some = (0..<2).compactMap { _ in rooms.randomElement(using: &dice) }
            (filter, seesEvents) = (.init(roomIDs: some), some.isEmpty)
        case 4: (filter, seesEvents) = (.init(deviceTypeIDs: [0x100]), false)
        case 5: filter = .init(attributes: [.init(traitID: TestProvider.onOff.id, attributeIDs: [0x4001])])
        case 6:
            let events = Hearth_V1_EventFilter(traitID: TestProvider.doorLock.id, eventIDs: [2])
            (filter, seesEvents) = (.init(events: [events]), false)
        case 7: filter = .init(structureIDs: [home])
        default: filter = .init()
        }
        clients.append(
            SimulatedClient(
                filter: filter, of: home, seesEvents: seesEvents,
                leastInterval: chance(1, in: 3) ? .milliseconds(1 + dice.below(1_500)) : nil,
                mostInterval: chance(1, in: 3) ? .seconds(1 + dice.below(15)) : nil))
        connect(clients.count - 1)
    }

    /// Whether a client at this position must receive everything after it: it is stored, or of this run.
    private func isExact(_ position: StructurePosition, in run: Run) -> Bool {
        guard let cell = run.hub.directory.cells.first(where: { $0.id == position.structureID }) else { return false }
        let present = cell.read { $0.position }
        if position.epoch == present.epoch { return position.sequence <= present.sequence }
        return run.formerEpochs.contains {
            $0.structureID == position.structureID && $0.epoch == position.epoch && $0.last >= position.sequence
        }
    }

    func connect(_ index: Int) {
        guard phase == .up, let run, !clients[index].isConnected else { return }
        if chance(1, in: 12) { clients[index].forget() }
        clients[index].connection += 1
        clients[index].isConnected = true
        clients[index].credits = chance(1, in: 3) ? dice.below(6) : nil
        let connection = clients[index].connection
        let request = clients[index].resume { isExact($0, in: run) }
        counts.exactResumes += clients[index].exact.count
        if isStrict { counts.checkedResumes += clients[index].exact.count }
        let positions = request.resumeFrom.map { "\($0.structureID) \($0.epoch):\($0.sequence)" }.sorted()
        note("client \(index) watches from \(positions), exact: \(clients[index].exact.sorted())")
        clients[index].task = Task {
            do {
                let reader = try await run.client.watch(request)
                while await mayRead(index, connection), let message = try await reader.next(),
                    clients[index].connection == connection
                {
                    try take(message, index)
                }
            } catch {
                note("client \(index): \(error)")
            }
            if clients[index].connection == connection { clients[index].isConnected = false }
        }
    }

    /// Waits until a slow client reads again.
    private func mayRead(_ index: Int, _ connection: Int) async -> Bool {
        while clients[index].connection == connection, let credits = clients[index].credits {
            if credits > 0 {
                clients[index].credits = credits - 1
                break
            }
            await withCheckedContinuation { clients[index].waiting = $0 }
        }
        return clients[index].connection == connection
    }

    func letRead(_ index: Int, _ count: Int?) {
        clients[index].credits = count
        clients[index].waiting.take()?.resume()
    }

    /// Changes the filter of a client's watch.
    func widen(_ index: Int) {
        guard let run, clients[index].isComplete, !clients[index].view.watchID.isEmpty else { return }
        let (connection, id) = (clients[index].connection, clients[index].view.watchID)
        note("client \(index) wants to see everything")
        clients[index].widen()
        Task {
            do {
                let update = try await run.client.updateWatch(.init(watchID: id)).update
                if clients[index].connection == connection { clients[index].widened(update) }
            } catch {
                note("client \(index) can't: \(error)")
                if clients[index].connection == connection { cut(index) }
            }
        }
    }

    /// Breaks the network between a client and the hub.
    func cut(_ index: Int) {
        guard clients[index].isConnected else { return }
        counts.cuts += 1
        clients[index].connection += 1
        clients[index].isConnected = false
        clients[index].task.take()?.cancel()
        clients[index].waiting.take()?.resume()
    }

    private static func text(of message: Hearth_V1_WatchResponse) -> String {
        switch message.content {
        case .caller: "who it is"
        case .started: "its start"
        case .snapshot(let part): "a snapshot of \(part.devices.count) devices and \(part.states.count) traits"
        case .snapshotComplete(let marker): "the end of the snapshot at \(marker.positions.map(\.sequence))"
        case .report(let report):
            "a report of \(report.position?.sequence ?? 0), events \(report.events.map(\.number)), "
                + "\(report.objects.count) objects and \(report.states.count) traits"
        case .resync(let resync): "a resync of \(resync.structureID): \(resync.reason)"
        case .heartbeat(let beat): "a heartbeat at \(beat.positions.map(\.sequence))"
        case nil: "nothing"
        }
    }

    private func take(_ message: Hearth_V1_WatchResponse, _ index: Int) throws {
        counts.messages += 1
        scheduler.note(message.serialized())
        if isTold { print("\(scheduler.jobs): client \(index) reads \(Self.text(of: message))") }
        // It was removed since the client asked.
        if case .resync(let resync) = message.content,
            run?.hub.directory.cells.contains(where: { $0.id == resync.structureID }) == false
        {
            clients[index].expectsNothing(of: resync.structureID)
        }
        // A log that can't be read, or was too long to keep while it could not be written, allows no resume.
        for text in try clients[index].take(message, mayMiss: !isStrict) {
            fail("client \(index): \(text)")
        }
        guard case .report(let report) = message.content else { return }
        for event in report.events {
            counts.events += 1
            let payload = event.payload?.value ?? []
            let known = payloads.updateValue(Array(payload), forKey: event.number)
            if let known, known != Array(payload) { fail("client \(index): event \(event.number) was another before") }
        }
    }
}
