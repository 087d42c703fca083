internal import HearthWire

/// A step of adding an integration, in the order in which they follow.
public enum AddingStep: Hashable, Sendable, CaseIterable {
    /// The hub looks for the address.
    case searching
    /// The hub connects, with key or password.
    case connecting
    /// The hub waits until a person presses a button of the device.
    case waitingForButton
    /// The hub asks for the devices.
    case asking
    /// The hub adds the devices to the home.
    case describing
}

/// The state of adding an integration.
public enum AddingState: Hashable, Sendable {
    /// A step has begun.
    case step(AddingStep)
    /// The integration was added, and has brought devices with these IDs so far. The last state.
    case done(Integration, deviceIDs: [String])
    /// The integration was not added, and nothing of it is left. The last state.
    case failed(IntegrationFailure)

    /// Whether no other state follows.
    public var isLast: Bool {
        switch self {
        case .step: false
        case .done, .failed: true
        }
    }
}

/// Why an integration could not be added, or a test failed.
public struct IntegrationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failures.
    public enum Reason: Hashable, Sendable {
        /// No answer from the address.
        case unreachable
        /// The other end refused the key, password or code, or asks for one: see ``IntegrationFailure/fields``.
        case secretRefused
        /// The other end speaks another protocol or version.
        case notSupported
        /// It was added before, as the integration with this ID.
        case addedAlready(integrationID: String)
        /// The step took too long.
        case timedOut
        /// The hub could not store it or add its devices.
        case refusedByHub
        /// The other end failed in another way.
        case failed
    }

    /// The kind of failure.
    public let reason: Reason
    /// The step that failed; nil if not known.
    public let step: AddingStep?
    /// What failed, for people.
    public let message: String
    /// What a person can do about it.
    public let wayOut: String
    /// The fields to give or to correct; may be empty.
    public let fields: [String]

    public var description: String { wayOut.isEmpty ? message : "\(message); \(wayOut)" }
}

/// What a test of an integration found.
public struct IntegrationTest: Hashable, Sendable {
    /// The name that the other end announces; may be empty.
    public let name: String
    /// The names of its devices, at most 100.
    public let deviceNames: [String]
    /// The number of its devices.
    public let deviceCount: Int
}

extension AddingStep {
    /// nil for a step that this version doesn't know.
    init?(_ step: Hearth_V1_AddingStep) {
        switch step {
        case .searching: self = .searching
        case .connecting: self = .connecting
        case .waitingForButton: self = .waitingForButton
        case .asking: self = .asking
        case .describing: self = .describing
        case .unspecified, .unrecognized: return nil
        }
    }
}

extension AddingState {
    /// nil for a message that this version doesn't know.
    init?(_ message: Hearth_V1_AddIntegrationResponse) {
        switch message.progress {
        case .step(let step):
            guard let step = AddingStep(step) else { return nil }
            self = .step(step)
        case .done(let added):
            self = .done(
                Integration(added.integration ?? Hearth_V1_Integration()), deviceIDs: added.deviceIDs)
        case .failed(let failure): self = .failed(IntegrationFailure(failure))
        case nil: return nil
        }
    }
}

extension IntegrationFailure {
    init(_ message: Hearth_V1_IntegrationFailure) {
        let reason: Reason =
            switch message.reason {
            case .unreachable: .unreachable
            case .secretRefused: .secretRefused
            case .notSupported: .notSupported
            case .addedAlready: .addedAlready(integrationID: message.integrationID)
            case .timedOut: .timedOut
            case .refusedByHub: .refusedByHub
            case .failed, .unspecified, .unrecognized: .failed
            }
        self.init(
            reason: reason, step: AddingStep(message.step), message: message.message, wayOut: message.wayOut,
            fields: message.fields)
    }
}
