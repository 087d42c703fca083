internal import HearthWire

/// The cause of a change or an event.
public enum StarterCause: Hashable, Sendable, CaseIterable {
    /// The device itself, such as a switch on the wall.
    case device
    /// A person or a program, with an app.
    case client
    /// An automation.
    case automation
    /// The hub.
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

    /// The causes; nil if one is from a newer version.
    static func causes(_ messages: [Hearth_V1_Cause.Kind]) -> Set<StarterCause>? {
        let causes = messages.compactMap { message in allCases.first { $0.message == message } }
        return causes.count == messages.count ? Set(causes) : nil
    }
}

extension TypedReference where N == AttributeStarter {
    /// The starter, limited to changes with these causes: `starter(…).caused(by: .device)`.
    public func caused(by causes: StarterCause...) -> Self { TypedReference(node.caused(by: Set(causes))) }
}

extension TypedReference where N == EventStarter {
    /// The starter, limited to events with these causes.
    public func caused(by causes: StarterCause...) -> Self { TypedReference(node.caused(by: Set(causes))) }
}
