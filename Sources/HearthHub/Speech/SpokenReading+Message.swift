internal import HearthSpeech
internal import HearthWire

extension Hearth_V1_SpokenCommand {
    /// - Parameter summary: what it does, in the language.
    init(_ command: SpokenCommand, _ summary: String, in language: Language) {
        self.init(
            verb: command.verb.rawValue, value: command.value.map(language.text) ?? "",
            state: command.state?.rawValue ?? "",
            targets: command.targets.map { target in
                Hearth_V1_SpokenTarget(
                    id: target.id, endpoint: UInt32(target.endpoint ?? 0), name: target.name,
                    reason: target.reason.name)
            }, needsYes: command.needsYes, summary: summary)
    }
}

extension SpokenTarget.Reason {
    fileprivate var name: String {
        switch self {
        case .name: "name"
        case .similarName: "similar-name"
        case .kind: "kind"
        case .place: "place"
        }
    }
}
