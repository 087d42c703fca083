/// What apps take from OSLog, which systems other than Apple's lack.
struct Logger: Sendable {
    func info(_ message: String) {}
    func error(_ message: String) {}
}
