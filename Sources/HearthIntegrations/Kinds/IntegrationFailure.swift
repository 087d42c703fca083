/// A step of adding an integration, in the order in which they follow.
package enum AddingStep: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Finding the address.
    case searching
    /// Connecting, with key or password.
    case connecting
    /// Waiting until a person presses a button of the other end.
    case waitingForButton
    /// Asking for the devices.
    case asking
    /// Adding the devices to the home.
    case describing

    package static func < (one: AddingStep, other: AddingStep) -> Bool { one.rawValue < other.rawValue }
}

/// Why an integration could not be added, or a test failed.
package struct IntegrationFailure: Error, Sendable {
    /// The kinds of failures.
    package enum Reason: Hashable, Sendable {
        /// No answer from the address.
        case unreachable
        /// The other end refused the key, password or code, or asks for one.
        case secretRefused
        /// The other end speaks another protocol or version.
        case notSupported
        /// It was added before.
        case addedAlready
        /// The step took too long.
        case timedOut
        /// The hub could not store it or add its devices.
        case refusedByHub
        /// The other end failed in another way.
        case failed
    }

    package var reason: Reason
    /// The step that failed; nil until the addition that it belongs to knows it.
    package var step: AddingStep?
    /// What failed, for people.
    package var message: String
    /// What a person can do about it.
    package var wayOut: String
    /// The fields to give or to correct.
    package var fields: [String]
    /// For ``Reason/addedAlready``, the ID of the other integration.
    package var integrationID: String
    /// The underlying error; never sent to clients.
    package let cause: (any Error)?

    package init(
        _ reason: Reason, _ message: String, wayOut: String, fields: [String] = [], integrationID: String = "",
        step: AddingStep? = nil, cause: (any Error)? = nil
    ) {
        self.reason = reason
        self.step = step
        self.message = message
        self.wayOut = wayOut
        self.fields = fields
        self.integrationID = integrationID
        self.cause = cause
    }
}

extension IntegrationFailure: Equatable {
    /// Whether two failures say the same; their causes may differ.
    package static func == (one: IntegrationFailure, other: IntegrationFailure) -> Bool {
        one.reason == other.reason && one.step == other.step && one.message == other.message
            && one.wayOut == other.wayOut && one.fields == other.fields && one.integrationID == other.integrationID
    }
}
