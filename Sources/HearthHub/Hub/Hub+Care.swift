internal import HearthHomeState

// Notices about the hub itself, which the program raises and removes.
extension Hub {
    /// Notes how the last daily backup ended.
    ///
    /// - Parameter failure: why there is no backup, as a clause; nil if one was made.
    package func noteBackup(failure: String?) {
        raise(
            failure.map {
                Notice(title: "Backup failed", text: $0, urgency: Notice.warning, kind: .backupFailed)
            }, of: .backupFailed)
    }

    /// Notes whether a certificate of the hub expires soon.
    ///
    /// - Parameter warning: which certificate expires when, and what to do; nil if none does.
    package func noteCertificate(warning: String?) {
        raise(
            warning.map {
                Notice(title: "Certificate expires", text: $0, urgency: Notice.warning, kind: .certificateExpires)
            }, of: .certificateExpires)
    }
}
