internal import HearthBase
package import HearthDeviceLinks
package import HearthEntities
internal import HearthJSON
internal import HearthTraitCore

extension HueMachine {
    var hasFreeLane: Bool { Self.lanes.contains { jobs[$0] == nil } }

    package mutating func send(
        _ command: EntityCommand, to deviceID: String, number: UInt64, now: Duration
    ) -> [Action] {
        do throws(TraitError) {
            guard isReachable else {
                throw TraitError(.busy, "there is no connection to \(name); try again once it is back")
            }
            try writes.add(try map.call(command, to: deviceID, resources), number: number)
        } catch {
            return [.answer(number, error)]
        }
        return sendWaiting(now)
    }

    /// Sends the changes that may be sent now.
    mutating func sendWaiting(_ now: Duration) -> [Action] {
        guard isReachable else { return [] }
        var actions: [Action] = []
        while let lane = Self.lanes.first(where: { jobs[$0] == nil }), let write = writes.next(now: now) {
            jobs[lane] = (.write(write), now + Self.patience)
            actions.append(.order(.request(lane, write.request)))
        }
        return actions
    }

    mutating func wasWritten(_ write: HueWrites.Write, _ answer: HueAnswer, _ now: Duration) -> [Action] {
        if answer.isBusy {
            guard writes.refused(write, now: now) else { return [] }
            return ended(
                write, TraitError(.busy, "\(name) has too much to do for the command; try again in a minute"))
        }
        writes.answered(write)
        return ended(write, error(of: answer))
    }

    /// Why the bridge did not take a change; nil if it did.
    private func error(of answer: HueAnswer) -> TraitError? {
        let problems = (answer.json?["errors"]?.items ?? []).prefix(8).compactMap { $0["description"]?.string }
        // A change for a light that is off or out of reach is taken with a warning; the state tells what came of it.
        guard !(200...299).contains(answer.status) || problems.contains(where: { !$0.contains("may not have effect") })
        else { return nil }
        let reason = problems.first.map { quotedBeginning($0) } ?? "the status \(answer.status)"
        return TraitError(.failure, "\(name) refused the command: \(reason)")
    }

    func ended(_ write: HueWrites.Write, _ error: TraitError?) -> [Action] {
        write.numbers.map { .answer($0, error) }
    }

    /// Ends all commands, and the requests that carry them out.
    mutating func endCommands(_ reason: String) -> [Action] {
        var numbers = writes.removeAll()
        var actions: [Action] = []
        for (lane, entry) in jobs.sorted(by: { $0.key < $1.key }) {
            guard case .write(let write) = entry.job else { continue }
            numbers += write.numbers
            jobs[lane] = nil
            actions.append(close(lane))
        }
        let error = TraitError(.failure, "\(reason); whether the command was carried out is unknown")
        return actions + numbers.sorted().map { .answer($0, error) }
    }
}
