internal import HearthHomeKitMapping
internal import HearthHomeState
public import HearthRPC
internal import HearthStore
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
    /// A name that the caller chose for the request; empty for none. Changes it makes carry it in their cause.
    public var requestID = ""
    /// Where it calls from, for the audit log: an IP address, or this machine.
    var address = StoredAudit.thisMachine
    /// The idempotency record of the request; nil for a request without a key.
    var once: IdempotentRequest?
    /// Called as a command or update progresses; nil if progress was not asked for.
    var progress: (@Sendable (SendProgress) -> Void)?

    /// Creates a caller.
    public init(_ principal: Principal, clientID: String = "", timeLimit: Duration? = nil) {
        self.principal = principal
        self.clientID = clientID
        self.timeLimit = timeLimit
    }

    /// The caller of a call without options.
    package init(_ context: ServerContext) { self.init(context, nil) }

    init(_ context: ServerContext, _ options: Hearth_V1_CallOptions?) {
        self.init(
            context.principal, clientID: options?.clientID ?? "",
            timeLimit: context.isDeadlineOfCaller ? context.deadline.map { $0 - ContinuousClock.now } : nil)
        requestID = options?.requestID ?? ""
        address = StoredAudit.address(of: context.peer)
    }

    static let maxIDBytes = 255

    /// Checks the client id and the request id, which are stored with each change and sent to all watches.
    ///
    /// - Throws: ``HubError`` `.invalidArgument`.
    static func check(_ options: Hearth_V1_CallOptions?) throws(HubError) {
        try check(clientID: options?.clientID ?? "")
        try check(options?.requestID ?? "", "request id")
    }

    static func check(clientID: String) throws(HubError) { try check(clientID, "client id") }

    private static func check(_ id: String, _ name: String) throws(HubError) {
        let count = id.utf8.count
        guard count <= maxIDBytes else {
            throw HubError(.invalidArgument, "the \(name) has \(count) bytes; at most \(maxIDBytes) are allowed")
        }
        guard !id.controlsText else {
            throw HubError(.invalidArgument, "the \(name) holds a control character (\(quoted(id))); leave it out")
        }
    }

    /// The automation whose run makes the call; nil for other callers.
    var automation: (id: String, run: UInt64)?

    var cause: ChangeCause {
        automation.map { .automation($0.id, run: $0.run) } ?? .client(clientID, request: requestID)
    }

    /// The cause with the caller's person or program. Changes by an automation's run name the automation instead.
    var origin: ChangeOrigin { ChangeOrigin(cause, identity: principal.identity, program: principal.program) }

    /// The closure that a remote provider calls once it has sent the request on. A provider of this process has the
    /// request at once, so its progress is reported here.
    func onSent(by provider: any DeviceProvider) -> (@Sendable () -> Void)? {
        guard let progress else { return nil }
        if provider is any ProviderConnection { return { progress(.sent) } }
        progress(.sent)
        return nil
    }

    /// - Throws: ``HubError`` `.permissionDenied`.
    func require(_ right: Rights, to action: String) throws(HubError) {
        guard !principal.rights.isSuperset(of: right) else { return }
        throw HubError(
            homeKit: .insufficientPrivileges,
            "\(principal.subject) may not \(action); ask for the right to \(right.homeName)")
    }
}

extension Principal {
    /// The identity of the caller's person; nil if it has none. A caller with all rights acts for the hub's owner.
    var identity: String? { person ?? (isHubOwner ? Principal.hubOwner : nil) }

    /// The holder of the caller's share in a ``SharedPool``: its person, or else its credential; nil for the hub's owner.
    var poolHolder: String? { isHubOwner ? nil : person ?? credential ?? id }

    /// The caller in messages to it: "you" for a person, who does not know the client's id.
    var subject: String { person == nil ? id : "you" }
}

/// How far a command or update has come before its answer.
enum SendProgress: Sendable {
    /// The request is valid, and the caller may make it.
    case accepted
    /// The request was handed to the device's provider.
    case sent
}

extension Rights {
    /// The right's name in messages.
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
