internal import HearthBase
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

extension Hub {
    /// Carries out a request once for each idempotency key. Every request that changes something comes through here.
    ///
    /// A request with a key continues when its call is cancelled, and a retry gets its answer.
    ///
    /// - Parameters:
    ///   - perform: carries out the request as a caller.
    ///   - response: makes the answer of the result.
    func once<Made: Sendable, Response: RPCMessage>(
        _ request: some RPCMessage, _ options: Hearth_V1_CallOptions?, _ context: ServerContext, _ effect: Effect,
        _ perform: @escaping @Sendable (Caller) async throws -> Made,
        response: @escaping @Sendable (Made) -> Response
    ) async throws -> Response {
        try Caller.check(options)
        let caller = Caller(context, options)
        guard let call = try KeyedCall(request, options, context) else { return response(try await perform(caller)) }
        switch try answers.begin(call, of: poolHolder(of: context.principal), now: clock.now) {
        case .known(.kept(let outcome)): return try Response(frame: try outcome.frame())
        case .known(.awaited(let answer)):
            guard let answer = await answer.wait() else { throw CancellationError() }
            return try Response(frame: try answer.get())
        case .new(let number, let answer):
            let once = Once(call, number: number, answers: answers, clock: clock) { made in
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
                Task { if case .failure(let error)? = await answer.wait() { auditRefusal(error, of: caller) } }
                throw CancellationError()
            }
            return try Response(frame: try result.get())
        }
    }

    private func carryOut(
        _ once: Once, _ effect: Effect, _ perform: () async throws -> RPCFrame
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
    private func store(_ outcome: StoredAnswer.Outcome, of once: Once, _ effect: Effect) async {
        guard once.stored != outcome else { return }
        let row = once.row(outcome)
        do {
            if once.stored == nil, effect == .edit {
                // The request changed nothing that must be durable.
                try await store.note([.putAnswer(row)])
            } else {
                answers.save(row)
                try await save()
            }
        } catch {
            answers.save(row)
            saveSoon()
        }
    }

    /// Stores changes together with the answer to the request that makes them.
    ///
    /// - Parameters:
    ///   - result: the result of the caller's request.
    ///   - make: applies the changes, before anything else is stored.
    /// - Throws: ``HubError``; then nothing is stored, and nothing was done.
    func commit(
        _ changes: [StoreChange], as caller: Caller, answering result: some Sendable,
        then make: @escaping @Sendable () -> Void = {}
    ) async throws(HubError) {
        guard let once = caller.once, let row = once.row(answering: result) else {
            return try await commit(changes, then: make)
        }
        try await commit(changes + [.putAnswer(row)]) {
            make()
            once.isStored(row)
        }
    }

    /// Stores an edit of a structure together with its answer, then applies it. Its report is sent once the edit is
    /// stored.
    ///
    /// - Parameters:
    ///   - beside: further steps before the report.
    ///   - body: applies the edit and returns its report.
    ///   - result: makes the answer of the state afterwards.
    func edit<Made: Sendable>(
        _ cell: StructureCell, storing changes: [StoreChange], as caller: Caller,
        beside: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (inout StructureState, Duration) -> ReportRecord?,
        result: @escaping @Sendable (StructureState) -> Made
    ) async throws(HubError) -> Made {
        let made = OneShot<Made>()
        let once = caller.once
        let edit = StoreEdit(structureID: cell.id) { [clock] before in
            guard let once else { return changes }
            let expected = cell.read { state in
                Self.expected(state, after: before, at: clock.sinceEpoch, body, result: result)
            }
            guard let row = once.row(answering: expected) else { return changes }
            once.isStored(row)
            return changes + [.putAnswer(row)]
        } make: { [self] in
            beside()
            let time = clock.sinceEpoch
            change(cell, savedFirst: true) { state in
                let record = body(&state, time)
                made.set(result(state))
                return record
            }
        }
        do throws(HubError) {
            try await commit(edit)
        } catch {
            once?.isNotStored()
            throw error
        }
        return made.value ?? cell.read { result($0) }
    }

    /// The expected answer of an edit, made on a copy. If devices report before the edit is applied, the expected
    /// position is older than the real one, which is stored before the caller gets it. A crash in between leaves the
    /// older position, which is harmless because a new epoch begins.
    private static func expected<Made>(
        _ state: StructureState, after edits: Int, at time: Duration,
        _ body: (inout StructureState, Duration) -> ReportRecord?, result: (StructureState) -> Made
    ) -> Made {
        var state = state
        state.skip(edits)
        _ = body(&state, time)
        return result(state)
    }
}
