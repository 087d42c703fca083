@testable internal import HearthHub
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire
internal import HomeStateTestSupport
internal import ProcessTestSupport

// Callers that edit the home, and retry until they have an answer.
extension Simulation {
    func edit(_ index: Int) {
        guard !home.isEmpty, !editors[index].isUnderWay else { return }
        if editors[index].edit == nil {
            guard let edit = draw(index) else { return }
            names += 1
            editors[index].edit = edit
            editors[index].key = "key-\(names)"
            ledger.attempt(edit)
        }
        ask(index)
    }

    /// A caller gives up a call, and retries it later. A write without a key is not retried.
    func giveUp(_ index: Int) {
        guard editors[index].isUnderWay else { return }
        if case .write = editors[index].edit { return }
        note("editor \(index) gives up")
        editors[index].attempt += 1
        editors[index].isUnderWay = false
        editors[index].task.take()?.cancel()
    }

    /// Editors share no objects: each has rooms that it made, and devices of its own.
    private func draw(_ index: Int) -> Edit? {
        names += 1
        let own = ledger.present("room", named: " of \(index)")
        switch dice.below(14) {
        case 0, 1: return .createRoom(name: "Room \(names) of \(index)")
        case 2: return own.randomElement(using: &dice).map { .renameRoom(id: $0, name: "Room \(names) of \(index)") }
        case 3: return own.randomElement(using: &dice).map { .deleteRoom(id: $0) }
        case 4, 5:
            return editors[index].devices.randomElement(using: &dice).map { .nameDevice(id: $0, name: "Lamp \(names)") }
        case 6, 7:
            let room = chance(1, in: 4) ? "" : own.randomElement(using: &dice) ?? ""
            return editors[index].devices.randomElement(using: &dice).map { .moveDevice(id: $0, room: room) }
        case 8 where index == 0: return .createStructure(name: "House \(names)")
        case 9 where index == 0:
            let others = ledger.present("structure").filter { $0 != home }
            return others.randomElement(using: &dice).map { .deleteStructure(id: $0) }
        case 11: return .remove(device: "extra-\(index)")
        case 12, 13:
            return editors[index].devices.randomElement(using: &dice).map { .order(device: $0, number: UInt64(names)) }
        case 10 where index == 0: return .renameStructure(id: home, name: "Home \(names)")
        default:
            return editors[index].devices.randomElement(using: &dice).map { .write(device: $0, value: UInt64(names)) }
        }
    }

    private func ask(_ index: Int) {
        guard phase == .up || phase == .ending, let run, let edit = editors[index].edit else { return }
        editors[index].attempt += 1
        editors[index].isUnderWay = true
        let (attempt, key) = (editors[index].attempt, editors[index].key)
        note("editor \(index) asks for \(edit) (\(key))")
        editors[index].task = Task {
            do {
                let id = try await perform(edit, .init(idempotencyKey: key, clientID: "editor-\(index)"), run)
                guard editors[index].attempt == attempt else { return }
                editors[index].isUnderWay = false
                note("editor \(index) is answered: \(id)")
                counts.acknowledged += 1
                ledger.done(edit, id: id)
                if case .order(_, let number) = edit, id.isEmpty { answeredOrders.insert(number) }
                editors[index].edit = nil
            } catch {
                guard editors[index].attempt == attempt else { return }
                editors[index].isUnderWay = false
                note("editor \(index) is refused: \(error)")
                take(error as? RPCError ?? RPCError(.unknown, "\(error)"), of: edit, by: index)
            }
        }
    }

    private func take(_ error: RPCError, of edit: Edit, by index: Int) {
        switch error.code {
        case .unavailable, .resourceExhausted, .cancelled:
            // The value may have reached the lamp; the next write uses another one.
            if case .write = edit { editors[index].edit = nil }
        case .internal where hasEverFailed:
            // The hub treats it as failed; remains of it on disk may come back with a start.
            editors[index].edit = nil
        default:
            editors[index].edit = nil
            switch (edit, error.code) {
            // The lamp is away, or between two providers.
            case (.write, _), (.remove, .notFound): break
            // The hub was killed while the command was in flight.
            case (.order, .aborted): break
            default: fail("editor \(index): \(error) for \(edit)")
            }
        }
    }

    private func perform(_ edit: Edit, _ options: Hearth_V1_CallOptions, _ run: Run) async throws -> String {
        switch edit {
        case .createRoom(let name):
            return try await run.client.createRoom(.init(structureID: home, name: name, options: options)).room?.id
                ?? ""
        case .renameRoom(let id, let name):
            _ = try await run.client.updateRoom(.init(roomID: id, name: name, options: options))
        case .deleteRoom(let id):
            _ = try await run.client.deleteRoom(.init(roomID: id, options: options))
        case .nameDevice(let id, let name):
            _ = try await run.client.updateDevice(.init(deviceID: id, name: name, options: options))
        case .moveDevice(let id, let room):
            _ = try await run.client.updateDevice(.init(deviceID: id, roomID: room, options: options))
        case .createStructure(let name):
            return try await run.client.createStructure(.init(name: name, options: options)).structure?.id ?? ""
        case .renameStructure(let id, let name):
            _ = try await run.client.updateStructure(.init(structureID: id, name: name, options: options))
        case .deleteStructure(let id):
            _ = try await run.client.deleteStructure(.init(structureID: id, options: options))
        case .remove(let device):
            _ = try await run.client.removeDevice(.init(deviceID: device, options: options))
        case .order(let device, let number):
            guard let command = TestProvider.onOff.command(0x42) else { return "no command" }
            let arguments = TestProvider.onOff.encodeArguments(
                of: command, [0: .unsigned(0), 1: .unsigned(number), 2: .unsigned(0)])
            let item = Hearth_V1_BatchItem(
                target: .init(deviceID: device, endpoint: 1), traitID: TestProvider.onOff.id,
                action: .command(.init(commandID: command.id, arguments: arguments)))
            let results = try await run.client.sendBatch(.init(items: [item], options: options)).results
            return results.first.map { $0.code == 0 ? "" : "\($0.code)" } ?? "no result"
        case .write(let device, let value):
            _ = try await run.hub.update(
                TestProvider.onOff(of: device), [0x4002: .unsigned(value)], as: Caller(.owner, clientID: "writer"))
        }
        return ""
    }
}
