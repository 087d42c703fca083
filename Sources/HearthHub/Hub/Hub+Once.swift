internal import HearthBase
internal import HearthRPC
internal import HearthStore
internal import HearthTraitCore
internal import HearthWire

/// What a request changes.
enum Effect {
    /// The store, in one transaction with the answer.
    case edit
    /// Devices, or the store in several transactions. That it begins is noted before.
    case device
}

extension Hub {
    /// Carries out a request once for each idempotency key; without a key, at once. Every request that changes something
    /// comes through here.
    ///
    /// It goes on when the call is given up: whoever asks again gets its answer.
    ///
    /// - Parameters:
    ///   - perform: carries it out as a caller.
    ///   - response: the answer to what came of that.
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
                // The server that has given it up does not hear of a refusal.
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
            // Written, and not waited for until it is on the disk: a device does not wait for that.
            do throws(StoreError) {
                try await store.note([.putAnswer(once.row(nil))])
            } catch {
                answers.forget(once.call, once.number)
                return .failure(HubError(error, "the idempotency key can't be stored, and nothing was done").rpcError)
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
            // Where nothing took effect, asking again may help.
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

    /// Stores an answer that did not go with the change, or has become another one since. If that fails it is tried
    /// again; until then the store has what was kept before: another position, or that the request was begun.
    private func store(_ outcome: StoredAnswer.Outcome, of once: Once, _ effect: Effect) async {
        guard once.stored != outcome else { return }
        let row = once.row(outcome)
        do {
            if once.stored == nil, effect == .edit {
                // Nothing was changed that would have to be on the disk.
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
    ///   - result: what the caller's request will return.
    ///   - make: does what the changes are about, before anything else is stored.
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

    /// Stores an edit of a structure together with its answer, then makes it. Its report is told when that is stored, too.
    ///
    /// - Parameters:
    ///   - beside: what else to do, before the report.
    ///   - body: makes it, and gives its report.
    ///   - result: what it comes to.
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

    /// What an edit will answer: it is made on a copy. If devices report something until it is made, its position is older
    /// than the caller's, and `once` stores that one before it answers. Who is killed in between leaves the older one,
    /// which does no harm: another epoch begins.
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
