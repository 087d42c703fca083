internal import HearthRPC
internal import HearthTraitCore

/// Why a command ends: one message for people and an exit code, where it can of sysexits.h.
struct CommandError: Error, Equatable {
    enum Code: Int32 {
        /// The words of the command line are wrong.
        case usage = 64
        /// The hub refused, or what was asked for is not there.
        case refused = 1
        /// A file that the command reads can't be read, or has mistakes.
        case badFile = 65
        /// The hub can't be reached.
        case unavailable = 69
        /// The hub can't start: a port, a store.
        case cantStart = 73
        /// What the command says can't be written.
        case output = 74
        /// Nobody reads any more: what a shell shows for a program that SIGPIPE ended.
        case brokenPipe = 141
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// What a call to the hub threw.
    init(_ error: RPCError) {
        self.init(
            isUnreachable: error.code == .unavailable, isLate: error.code == .deadlineExceeded, error.message)
    }

    /// What the SDK threw.
    init(_ error: HomeError) {
        self.init(
            isUnreachable: error.code == .unavailable, isLate: error.code == .deadlineExceeded, error.message)
    }

    /// Uses the book of hubs: its names are words of the command line, what else is wrong with it is a bad file.
    static func ofBook<Value>(
        _ body: () async throws(HomeError) -> Value
    ) async throws(CommandError) -> Value {
        do throws(HomeError) { return try await body() } catch { throw CommandError(ofBook: error) }
    }

    static func ofBook<Value>(_ body: () throws(HomeError) -> Value) throws(CommandError) -> Value {
        do throws(HomeError) { return try body() } catch { throw CommandError(ofBook: error) }
    }

    private init(ofBook error: HomeError) {
        switch error.code {
        case .invalidArgument: self.init(.usage, error.message)
        case .failedPrecondition: self.init(.badFile, error.message)
        default: self.init(error)
        }
    }

    /// What a call threw that was to change a device: says which one, unless the hub did.
    init(_ error: RPCError, changing device: String) {
        let own = CommandError(error)
        if error.code == .deadlineExceeded {
            self.init(own.code, "\(device): no answer in time; it may have happened all the same, hearth show tells")
        } else if own.code == .refused, !own.message.contains(device) {
            self.init(own.code, "\(device): \(own.message)")
        } else {
            self = own
        }
    }

    private init(isUnreachable: Bool, isLate: Bool, _ message: String) {
        code = isUnreachable || isLate ? Code.unavailable : .refused
        if isLate {
            self.message = "the hub did not answer in time; is it a hub that listens there?"
        } else if isUnreachable, message.hasPrefix("Cannot connect") {
            self.message = message + " Is a hub running? hearth serve --demo starts one."
        } else {
            self.message = message
        }
    }
}
