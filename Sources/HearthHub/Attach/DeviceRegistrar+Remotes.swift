internal import HearthAccessControl
internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

// Providers of other processes.
extension DeviceRegistrar {
    /// Checks that a caller may use a provider id. An id belongs to the client that used it first, so that no other can
    /// take its devices; the owner may use any.
    ///
    /// The cameras' program may also take an id without a client whose devices are all cameras: it attached as the owner
    /// before it had a user of its own.
    ///
    /// - Throws: ``HubError`` `.permissionDenied` for another client's id, `.resourceExhausted` for too many ids; an
    ///   error if the binding can't be stored.
    func admit(provider id: String, of principal: Principal) async throws {
        guard !principal.isHubOwner else { return }
        try await editor.edits.run {
            let owners = providers.owners
            let (owner, count) = (owners[id], owners.count { $0.value == principal.id })
            guard owner != principal.id else { return }
            let devices =
                directory.former.devices(ofProvider: id)
                + directory.cells.flatMap { $0.read { $0.devices.filter { $0.providerID == id } } }
            let isFree = devices.isEmpty || principal == .camerasProgram && devices.allSatisfy { $0.isCamera }
            guard owner == nil, isFree, !traits.hasTraits(ofProvider: id) else {
                throw HubError(
                    .permissionDenied,
                    "the provider id \(quoted(id)) does not belong to \(quoted(principal.id)); use an id of your own")
            }
            guard count < limits.idsPerProvider else {
                throw HubError(
                    .resourceExhausted,
                    "\(quoted(principal.id)) has used \(count) provider ids, the most that it may; keep to one")
            }
            try await saver.commit([.putProvider(id: id, principal: principal.id)])
            providers.own(id, by: principal.id)
        }
    }

    /// Forgets a provider whose call has ended.
    func forget(_ provider: any ProviderConnection, id: String) {
        // A trait without a use is never reported as one of a provider that is still attaching.
        traits.endUse(by: provider)
        providers.forget(provider, id: id)
    }

    /// Says, in the audit log and as a notice, that a process gets the passwords of the hub's own cameras.
    func logCameraOpener(_ id: String, of principal: Principal) async {
        await editor.audit.cameraOpener(id, by: directory.actor(Caller(principal), in: nil))
        notice("\(quoted(id)) opens the streams of the hub's cameras, and gets their passwords for that")
    }

    /// Notes that a provider's numbered report was taken. It is confirmed once it is saved.
    func took(_ number: UInt64, of hello: Hearth_V1_AttachHello) {
        providers.took(number, of: hello.providerID, run: hello.runID)
        saver.saveSoon()
    }

    /// The progress of a provider's run in earlier calls.
    func progress(of hello: Hearth_V1_AttachHello) -> ProviderRuns.Progress {
        providers.progress(of: hello.providerID, run: hello.runID)
    }

    /// Returns after a time, or when the task is cancelled.
    func pause(_ time: Duration) async {
        let over = Latch()
        let waiting = clock.schedule(after: time) { over.open() }
        _ = await over.wait()
        waiting.cancel()
    }
}

extension DeviceRecord {
    /// Whether it is a camera and nothing else (Matter Device Library 1.5, "Camera").
    fileprivate var isCamera: Bool {
        let parts = endpoints.dropFirst()
        return !parts.isEmpty && parts.allSatisfy { $0.deviceTypes.map(\.id) == [0x0142] }
    }
}
