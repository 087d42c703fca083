internal import HearthBase
internal import HearthHomeState
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// The kind of thing that a request changes.
enum Effect {
    /// The store, in one transaction with the answer.
    case edit
    /// Devices, or the store in several transactions. The start of the request is stored beforehand.
    case device
}

extension HomeEditor {
    /// Carries out a request once for each idempotency key. Every request that changes something comes through here.
    ///
    /// A request with a key continues when its call is cancelled, and a retry gets its answer.
    ///
    /// - Parameters:
    ///   - concerned: what the request concerns; its answer counts in the households of that.
    ///   - perform: carries out the request as a caller.
    ///   - response: makes the answer of the result.
    func once<Made: Sendable, Response: RPCMessage>(
        _ request: some RPCMessage, about concerned: @autoclosure () -> Concerned, _ options: Hearth_V1_CallOptions?,
        _ context: ServerContext, _ effect: Effect,
        _ perform: @escaping @Sendable (Caller) async throws -> Made,
        response: @escaping @Sendable (Made) -> Response
    ) async throws -> Response {
        try Caller.check(options)
        let caller = Caller(context, options)
        guard let call = try KeyedCall(request, options, context) else { return response(try await perform(caller)) }
        let households = directory.households(of: concerned(), for: context.principal)
        switch try answers.begin(call, of: context.principal.poolHolder, in: households, now: clock.now) {
        case .known(.kept(let outcome)): return try Response(frame: try outcome.frame())
        case .known(.awaited(let answer)):
            guard let answer = await answer.wait() else { throw CancellationError() }
            return try Response(frame: try answer.get())
        case .new(let number, let answer):
            let once = IdempotentRequest(
                call, number: number, in: households, answers: answers, clock: clock
            ) { made in
                (made as? Made).map { response($0).frame }
            }
            Task {
                answer.set(
                    await carryOut(once, effect) {
                        var caller = caller
                        caller.once = once
                        return response(try await perform(caller)).frame
                    })
            }
            guard let result = await answer.wait() else {
                // The server sees no refusal after it gave the call up, so the refusal is logged here.
                Task { if case .failure(let error)? = await answer.wait() { journal.logRefusal(error, of: caller) } }
                throw CancellationError()
            }
            return try Response(frame: try result.get())
        }
    }

    private func carryOut(
        _ once: IdempotentRequest, _ effect: Effect, _ perform: () async throws -> RPCFrame
    ) async -> Result<RPCFrame, RPCError> {
        if effect == .device {
            // Written without waiting for the disk, so that the device does not wait for it either.
            do throws(StoreError) {
                try await store.note([.putAnswer(once.row(nil))])
            } catch {
                answers.forget(once.call, once.number)
                return .failure(HubError(error, "the idempotency key can't be stored, so nothing was done").rpcError)
            }
        }
        do {
            let frame = try await perform()
            let outcome = answers.outcome(of: frame, for: once.call)
            await store(outcome, of: once, effect)
            answers.answer(once.call, once.number, outcome)
            return .success(frame)
        } catch {
            let error = RPCError(error)
            let isRefused = error.code == .unavailable || error.code == .resourceExhausted
            // Nothing took effect, so a retry with the same key may succeed.
            if isRefused, !(error.cause is OutcomeUnknown), once.stored == nil {
                answers.forget(once.call, once.number)
                if effect == .device { try? await store.note([.removeAnswer(number: once.number)]) }
            } else {
                let outcome = StoredAnswer.Outcome(error)
                await store(outcome, of: once, .edit)
                answers.answer(once.call, once.number, outcome)
            }
            return .failure(error)
        }
    }

    /// Stores an answer that was not stored with its change, or that differs from the stored one. A failure is retried;
    /// until then the store has an older position, or only the start of the request.
    private func store(_ outcome: StoredAnswer.Outcome, of once: IdempotentRequest, _ effect: Effect) async {
        guard once.stored != outcome else { return }
        let row = once.row(outcome)
        do {
            if once.stored == nil, effect == .edit {
                // The request changed nothing that must be durable.
                try await store.note([.putAnswer(row)])
            } else {
                answers.save(row)
                try await saver.save()
            }
        } catch {
            answers.save(row)
            saver.saveSoon()
        }
    }
}
