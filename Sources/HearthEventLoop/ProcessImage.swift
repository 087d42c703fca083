#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The program that this process runs.
public enum ProcessImage {
    /// Starts this process's program again in the same process, which keeps its ID and its environment: for a service
    /// manager it has not ended. All threads end and all files but the standard streams are closed, so what must be kept
    /// has to be stored before.
    ///
    /// - Parameter arguments: the words after the program's name.
    /// - Returns: why the program could not be started; nothing else has changed then.
    public static func restart(arguments: [String]) -> LoopError {
        let name = CommandLine.arguments.first ?? "hearth"
        var words = ([name] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        closeAtStart()
        // A thread that Dispatch made blocks signals, and the new program would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        // The file's own name first, by which the system lists the process. An upgrade may have replaced the file.
        for path in [ownFile(), "/proc/self/exe", name].compactMap(\.self) { execv(path, &words) }
        return LoopError(-errno, "\(name) can't be started again")
    }

    private static func ownFile() -> String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Marks all files but the standard streams to be closed when another program starts.
    private static func closeAtStart() {
        guard let folder = opendir("/proc/self/fd") else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            guard let descriptor = Int32(name), descriptor > 2 else { continue }
            let flags = fcntl(descriptor, F_GETFD)
            if flags >= 0 { _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC) }
        }
    }
}
