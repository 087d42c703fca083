public import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// The caller of a hub's function: its identity, its rights and its timeout.
public struct Caller: Sendable {
    /// Identity and rights.
    public var principal: Principal
    /// A name that the caller chose for itself. Changes it makes carry it in their cause.
    public var clientID: String
    /// The call's timeout; nil for none. Timed commands need one.
    public var timeLimit: Duration?
    /// The request with an idempotency key that is carried out; nil for one without.
    var once: Once?

    /// Creates a caller.
    public init(_ principal: Principal, clientID: String = "", timeLimit: Duration? = nil) {
        self.principal = principal
        self.clientID = clientID
        self.timeLimit = timeLimit
    }

    init(_ context: ServerContext, _ options: Hearth_V1_CallOptions? = nil) {
        self.init(
            context.principal, clientID: options?.clientID ?? "",
            timeLimit: context.isDeadlineOfCaller ? context.deadline.map { $0 - ContinuousClock.now } : nil)
    }

    static let maxClientIDBytes = 255

    /// A client's name for itself is kept with each change it makes, and sent to all who watch.
    ///
    /// - Throws: ``HubError`` `.invalidArgument`.
    static func check(clientID: String) throws(HubError) {
        let count = clientID.utf8.count
        guard count <= maxClientIDBytes else {
            throw HubError(
                .invalidArgument, "the client id has \(count) bytes; at most \(maxClientIDBytes) are allowed")
        }
        guard !clientID.controlsText else {
            throw HubError(
                .invalidArgument, "the client id holds a control character (\(quoted(clientID))); leave it out")
        }
    }

    var cause: ChangeCause { .client(clientID) }

    /// - Throws: ``HubError`` `.permissionDenied`.
    func require(_ right: Rights, to action: String) throws(HubError) {
        guard !principal.rights.isSuperset(of: right) else { return }
        throw HubError(.permissionDenied, "\(principal.id) may not \(action); ask for the right to \(right.homeName)")
    }
}

extension Rights {
    /// What people call a right of a home.
    var homeName: String {
        switch self {
        case .public: "use the hub"
        case .view: "view"
        case .operate: "operate"
        case .manage: "manage"
        case .administer: "administer"
        case .provide: "provide"
        default: "do so"
        }
    }
}
