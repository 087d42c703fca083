internal import CHearthSystem
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Another program that this process has started. It leads a process group of its own, so that its children can be ended
/// with it.
///
/// Until `reap()` has returned, its number can't be another process's, and signals reach it or its group only.
package final class ChildProgram: Sendable {
    /// How a program ended.
    package enum End: Hashable, Sendable {
        case exited(Int32)
        case signalled(Int32)

        /// The exit status, or the number of the signal.
        package var number: Int32 {
            switch self {
            case .exited(let number), .signalled(let number): number
            }
        }
    }

    /// The number of its process, and of its group.
    package let pid: Int32
    /// Nil until it is reaped. Signals are sent under this lock.
    private let end = Mutex<End?>(nil)

    /// Starts a program. It gets the three streams and no other descriptor of this process.
    ///
    /// - Parameters:
    ///   - file: the path of the program's file, and its first word.
    ///   - environment: its variables; nil for those of this process.
    package init(
        _ file: String, _ arguments: [String] = [], environment: [String: String]? = nil,
        input: OpenFile = .standardInput, output: OpenFile = .standardOutput, errors: OpenFile = .standardError
    ) throws(SystemError) {
        var words = ([file] + arguments).map { strdup($0) } + [nil]
        var variables = (environment ?? [:]).map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var process: pid_t = 0
        let code = withExtendedLifetime((input, output, errors)) {
            variables.withUnsafeMutableBufferPointer { variables in
                hearth_system_spawn(
                    &process, file, &words, environment == nil ? nil : variables.baseAddress, input.descriptor,
                    output.descriptor, errors.descriptor)
            }
        }
        guard code == 0 else { throw SystemError(code) }
        pid = process
    }

    /// Whether the system can confine a program: Linux on x86-64 and ARM64.
    package static var canConfine: Bool { hearth_system_can_confine() == 1 }

    /// Starts a program that can only compute, as ``ConfinedProgram`` says. It ends with the thread that starts it.
    init(
        confined file: String, _ arguments: [String], memory: Int, seconds: Int, input: OpenFile, output: OpenFile,
        errors: OpenFile
    ) throws(SystemError) {
        var words = ([file] + arguments).map { strdup($0) } + [nil]
        defer { for text in words { free(text) } }
        var limits = hearth_system_confinement(memory: max(0, memory), seconds: UInt32(clamping: seconds))
        var process: pid_t = 0
        let code = withExtendedLifetime((input, output, errors)) {
            hearth_system_spawn_confined(
                &process, file, &words, input.descriptor, output.descriptor, errors.descriptor, &limits)
        }
        guard code == 0 else { throw SystemError(code) }
        pid = process
    }

    /// Waits until it has ended. Blocks the thread.
    @discardableResult
    package func waitUntilEnd() -> End {
        if let end = end.withLock(\.self) { return end }
        var status: Int32 = 0
        guard hearth_system_wait(pid, &status) == 0 else {
            // Another thread has reaped it meanwhile, or the system reaps all children, as this process was started with
            // SIGCHLD ignored.
            return end.withLock(\.self) ?? .exited(255)
        }
        return status < 0 ? .signalled(-status) : .exited(status)
    }

    /// Waits until it has ended, and takes it out of the system's table of processes. Blocks the thread.
    @discardableResult
    package func reap() -> End {
        // The lock is not held meanwhile, so that signals can be sent.
        let new = waitUntilEnd()
        return end.withLock { end in
            if let end { return end }
            while waitpid(pid, nil, 0) == -1, errno == EINTR {}
            end = new
            return new
        }
    }

    /// Sends a signal to it, unless it was reaped.
    package func send(_ signal: Int32) {
        end.withLock { if $0 == nil { kill(pid, signal) } }
    }

    /// Ends it and all processes of its group, unless it was reaped.
    package func killGroup() {
        end.withLock { end in
            guard end == nil else { return }
            kill(-pid, SIGKILL)
            // It may have joined another group.
            kill(pid, SIGKILL)
        }
    }
}
