internal import HearthAccessories
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
    /// The request with an idempotency key that is carried out; nil for one without.
    var once: Once?
    /// Told how far a command or update has come; nil where nobody asks.
    var progress: (@Sendable (SendProgress) -> Void)?

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
        requestID = options?.requestID ?? ""
        address = StoredAudit.address(of: context.peer)
    }

    static let maxIDBytes = 255

    /// A client's names for itself and for its request are kept with each change it makes, and sent to all who watch.
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

    /// The automation whose run asks; nil for everybody else.
    var automation: (id: String, run: UInt64)?

    var cause: ChangeCause {
        automation.map { .automation($0.id, run: $0.run) } ?? .client(clientID, request: requestID)
    }

    /// The cause with the person behind it. Of an automation's run nobody but the automation is.
    var origin: ChangeOrigin { ChangeOrigin(cause, identity: principal.identity) }

    /// What a provider that sends on what it is asked calls when it has; any other has it as soon as it is asked.
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
    /// The identity of the person who calls; nil for a caller that belongs to none. Who has all rights acts for the hub's
    /// owner.
    var identity: String? { person ?? (isHubOwner ? StoredPerson.hubOwner : nil) }

    /// Whether the caller has all rights, in every structure.
    var isHubOwner: Bool { rights.isSuperset(of: .administer) }

    /// As sentences to it have it. The name of a person's client says nothing to the person.
    var subject: String { person == nil ? id : "you" }
}

/// How far a command or update has come before its answer.
enum SendProgress: Sendable {
    /// It is checked, and the caller may make it.
    case accepted
    /// The device's provider has it.
    case sent
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
