internal import HearthWire

/// Whose doing a change or an event is.
public enum StarterCause: Hashable, Sendable, CaseIterable {
    /// The device's own, such as a switch on the wall.
    case device
    /// A person's or a program's, with an app.
    case client
    /// An automation's.
    case automation
    /// The hub's.
    case hub
}

extension StarterCause {
    private var message: Hearth_V1_Cause.Kind {
        switch self {
        case .device: .device
        case .client: .client
        case .automation: .automation
        case .hub: .hub
        }
    }

    static func messages(_ causes: Set<StarterCause>) -> [Hearth_V1_Cause.Kind] {
        allCases.filter(causes.contains).map(\.message)
    }

    /// nil if one is of a newer version.
    static func causes(_ messages: [Hearth_V1_Cause.Kind]) -> Set<StarterCause>? {
        let causes = messages.compactMap { message in allCases.first { $0.message == message } }
        return causes.count == messages.count ? Set(causes) : nil
    }
}

extension TypedReference where N == AttributeStarter {
    /// The starter for changes of some causes only: `starter(…).caused(by: .device)`.
    public func caused(by causes: StarterCause...) -> Self { TypedReference(node.caused(by: Set(causes))) }
}

extension TypedReference where N == EventStarter {
    /// The starter for events of some causes only.
    public func caused(by causes: StarterCause...) -> Self { TypedReference(node.caused(by: Set(causes))) }
}
