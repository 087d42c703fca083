internal import HearthEventLoop
internal import HearthRPC
internal import HearthStore
internal import HearthTerminal

/// Errors that end the start of a hub. A service manager tries again after those that can pass by themselves.
extension CommandError {
    /// Converts an error of listening. An address can be in use until another process has ended, or be missing until
    /// the network is up.
    init(ofListening error: LoopError) {
        let canPass = ["EADDRINUSE", "EADDRNOTAVAIL"].contains(error.code)
        self.init(canPass ? .notYet : .cantStart, error.message)
    }

    /// Converts an error of listening for calls.
    init(ofListening error: RPCError) {
        if let cause = error.cause as? LoopError, error.code == .unavailable {
            self.init(ofListening: cause)
        } else {
            self.init(error.code == .invalidArgument ? .usage : .cantStart, error.message)
        }
    }

    /// Converts an error of the store. Another process can end, and a full disk can get room.
    init(ofStart error: StoreError) {
        self.init([.inUse, .diskFull].contains(error.code) ? .notYet : .cantStart, error.message)
    }
}
