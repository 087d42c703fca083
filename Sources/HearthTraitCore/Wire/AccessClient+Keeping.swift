internal import HearthRPC

extension Hearth_V1_AccessClient {
    /// Keeps the client key that opened the connection from coming to its end: asks for that now and once a day, until
    /// the task is cancelled. The hub renews it when two thirds of its time are over.
    public func keepCredential(clock: any HomeClock) async {
        while !Task.isCancelled {
            // A hub that has no such key, or is away, is asked again tomorrow.
            _ = try? await renewCredential(Hearth_V1_RenewCredentialRequest())
            let day = OneShot<Void>()
            let alarm = clock.schedule(after: .seconds(86_400)) { day.set(()) }
            _ = await day.wait()
            alarm.cancel()
        }
    }
}
