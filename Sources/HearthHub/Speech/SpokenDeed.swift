internal import HearthPhrases
internal import HearthRPC
internal import HearthSpeech
internal import HearthTraitCore

/// Sends commands of a speaker to parts of devices, with the speaker's rights.
struct SpokenDeed: Sendable {
    /// A command that a device accepted.
    struct Sent: Sendable {
        let target: SpokenTarget
        let goal: ActionGoal
    }

    /// A command that was not carried out.
    struct Failure: Error {
        /// For the speaker.
        let sentence: String
    }

    let calls: TraitCalls
    let caller: Caller
    let language: Language

    func perform(
        _ command: SpokenCommand, on target: SpokenTarget, _ part: SpokenParts.Part?
    ) async -> Result<Sent, Failure> {
        guard let part, let action = command.action(on: part.part) else {
            return .failure(Failure(sentence: language.answer("cannot", ["name": target.name])))
        }
        guard !part.isOffline else {
            return .failure(Failure(sentence: language.answer("offline", ["name": target.name])))
        }
        let path = TraitPath(TraitTarget(deviceID: target.id, endpoint: action.endpoint), action.trait.id)
        do throws(RPCError) {
            switch action.content {
            case .command(let descriptor, let arguments):
                _ = try await calls.invoke(path, command: descriptor.id, payload: .values(arguments), as: caller)
            case .update(let values): _ = try await calls.update(path, payload: .values(values), as: caller)
            }
        } catch {
            let isOffline = error.code == .unavailable
            return .failure(
                Failure(
                    sentence: isOffline
                        ? language.answer("offline", ["name": target.name])
                        : language.answer("failed", ["name": target.name, "reason": error.message])))
        }
        return .success(Sent(target: target, goal: ActionGoal(action, before: DeviceReading([part.part]))))
    }
}
