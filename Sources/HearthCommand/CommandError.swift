internal import HearthRPC
internal import HearthTraitCore

/// Why a command ends: one message for people and an exit code of sysexits.h.
struct CommandError: Error {
    enum Code: Int32 {
        /// The words of the command line are wrong.
        case usage = 64
        /// The hub refused, or what was asked for is not there.
        case refused = 1
        /// The hub can't be reached.
        case unavailable = 69
        /// The hub can't start: a port, a store.
        case cantStart = 73
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// What a call to the hub threw.
    init(_ error: RPCError) {
        self.init(isUnavailable: error.code == .unavailable, error.message)
    }

    /// What the SDK threw.
    init(_ error: HomeError) {
        self.init(isUnavailable: error.code == .unavailable, error.message)
    }

    private init(isUnavailable: Bool, _ message: String) {
        let refused = message.hasPrefix("Cannot connect")
        self.init(isUnavailable ? .unavailable : .refused, message + (refused ? " Is a hub running? hearth serve --demo starts one." : ""))
    }
}
