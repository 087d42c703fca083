internal import HearthPhrases
internal import HearthTraitCore

// Requests to traits that this program shows in the form of others.
extension HomeConnection {
    /// The view behind a trait; nil if the device shows the trait itself, and for other traits.
    func view(
        of trait: TraitDescriptor, at target: TraitTarget
    ) -> (view: TraitView, source: TraitViewSource)? {
        guard let view = TraitView.ofCameras.first(where: { $0.descriptor.id == trait.id }) else { return nil }
        return withCache { cache in
            guard view.completesOwn || cache.records(of: target)[trait.id] == nil,
                let source = cache.viewSource(of: target), source.has(view.source)
            else { return nil }
            return (view, source)
        }
    }

    /// Sends what a command of a view stands for, and returns its encoded response.
    func invoke(
        _ command: CommandDescriptor, of view: TraitView, on source: TraitViewSource, at target: TraitTarget,
        arguments: [UInt8]
    ) async throws(HomeError) -> [UInt8] {
        guard let values = try? view.descriptor.decodeArguments(of: command, arguments.span.bytes) else {
            throw HomeError(.invalidArgument, "the arguments of \(command.methodName) can't be read")
        }
        switch try view.effect(of: command, values, on: source) {
        case .response(let fields): return view.descriptor.encodeResponse(of: command, fields)
        case .call(let call):
            let fields = try await call(self, target.deviceID)
            return command.response == nil ? [] : view.descriptor.encodeResponse(of: command, fields)
        case .actions(let actions):
            for action in actions { try await send(viewed: action, to: target.deviceID) }
            return []
        }
    }

    /// Writes what attributes of a view stand for, and returns its attributes afterwards.
    func update(
        _ view: TraitView, on source: TraitViewSource, at target: TraitTarget, attributes: [UInt8]
    ) async throws(HomeError) -> [UInt8] {
        guard let values = try? view.descriptor.decodeAttributes(attributes.span.bytes) else {
            throw HomeError(.invalidArgument, "the attributes of \(view.descriptor.name) can't be read")
        }
        for action in try view.actions(writing: values, to: source) {
            try await send(viewed: action, to: target.deviceID)
        }
        return withCache { $0.shownRecords(of: target)[view.descriptor.id]?.attributes ?? [] }
    }

    private func send(viewed action: DeviceAction, to deviceID: String) async throws(HomeError) {
        do throws(ActionFailure) {
            _ = try await send(action, to: deviceID, timeout: nil)
        } catch {
            throw error.error
        }
    }
}
