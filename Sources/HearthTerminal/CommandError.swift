internal import Hearth
package import HearthRPC
package import HearthTraitCore
package import HearthPhrases

/// A failed command: a message for people and an exit code, from sysexits.h where one fits.
package struct CommandError: Error, Equatable {
    package enum Code: Int32 {
        /// A part of the request was done; the rest was refused or not reached.
        case inPart = 2
        /// The command line is wrong.
        case usage = 64
        /// The hub refused, or something doesn't exist.
        case refused = 1
        /// A file can't be read or is invalid.
        case badFile = 65
        /// The hub is unreachable.
        case unavailable = 69
        /// The hub can't start, for example because of its store, and could not after another try.
        case cantStart = 73
        /// The output can't be written.
        case output = 74
        /// The hub can't start now: its address or store is in use, its network is not up, or its disk is full.
        case notYet = 75
        /// The reader of the output has closed it. A shell reports this code for a program that SIGPIPE ended.
        case brokenPipe = 141
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Converts an error of a call to the hub.
    package init(_ error: RPCError) {
        self.init(
            isUnreachable: error.code == .unavailable, isLate: error.code == .deadlineExceeded, error.message)
    }

    /// Converts an error of the SDK.
    package init(_ error: HomeError) {
        self.init(
            isUnreachable: error.code == .unavailable, isLate: error.code == .deadlineExceeded, error.message)
    }

    /// Uses the SDK, and converts its errors.
    ///
    /// - Parameters:
    ///   - name: the object that is changed, for errors; nil if nothing is changed.
    ///   - action: the command or write that is sent to a device, so that a limit is shown in the unit that was typed.
    package static func ofHome<Value>(
        changing name: String? = nil, by action: DeviceAction? = nil, _ body: () async throws -> Value
    ) async throws(CommandError) -> Value {
        do {
            return try await body()
        } catch let error as HomeError {
            throw name.map { CommandError(error, changing: $0) } ?? CommandError(error)
        } catch let failure as ActionFailure {
            throw CommandError(failure.error, failure.refusal, changing: name ?? "", by: action)
        } catch {
            throw error as? CommandError ?? CommandError(.refused, "\(error)")
        }
    }

    /// Reads or writes the list of claimed hubs. Invalid names are usage errors; everything else is a bad file.
    package static func ofBook<Value>(
        _ body: () async throws(HomeError) -> Value
    ) async throws(CommandError) -> Value {
        do throws(HomeError) { return try await body() } catch { throw CommandError(ofBook: error) }
    }

    package static func ofBook<Value>(_ body: () throws(HomeError) -> Value) throws(CommandError) -> Value {
        do throws(HomeError) { return try body() } catch { throw CommandError(ofBook: error) }
    }

    private init(ofBook error: HomeError) {
        switch error.code {
        case .invalidArgument: self.init(.usage, error.message)
        case .failedPrecondition: self.init(.badFile, error.message)
        default: self.init(error)
        }
    }

    /// Converts an error of the SDK for a change of a device. Names the device unless the hub's message does.
    ///
    /// - Parameters:
    ///   - refusal: the trait's, if it refused.
    ///   - action: the command or write, so that a limit is shown in the unit that was typed.
    package init(
        _ error: HomeError, _ refusal: TraitError? = nil, changing device: String, by action: DeviceAction? = nil
    ) {
        let own = CommandError(error)
        if let words = refusal.flatMap({ action?.words(of: $0) }) {
            self.init(own.code, "\(device): \(words)")
        } else if error.code == .deadlineExceeded {
            self.init(own.code, "\(device): timed out; it may still have taken effect (check with hearth show)")
        } else if own.code == .refused, !own.message.contains(device) {
            self.init(own.code, "\(device): \(own.message)")
        } else {
            self = own
        }
    }

    private init(isUnreachable: Bool, isLate: Bool, _ message: String) {
        code = isUnreachable || isLate ? Code.unavailable : .refused
        if isLate {
            self.message = "timed out; is the program at that address a hub?"
        } else if isUnreachable, message.hasPrefix("cannot connect"), !message.hasSuffix("is not known") {
            self.message = message + "; is a hub running? hearth serve --demo starts one"
        } else {
            self.message = message
        }
    }
}
