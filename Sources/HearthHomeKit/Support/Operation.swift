internal import Hearth
internal import HearthTraitCore

/// A change that this program makes. It is sent to the hub and complete once the objects show it.
struct Operation: Sendable {
    private let model: HomeKitModel?

    init(_ model: HomeKitModel?) { self.model = model }

    /// The model; throws once the manager was released.
    func present() throws(HMError) -> HomeKitModel {
        guard let model else {
            throw HMError(.operationCancelled, "the home manager of this object was released; keep it while it is used")
        }
        return model
    }

    /// Makes a call, and returns when the objects show its result.
    ///
    /// - Parameter settle: the object record in the answer. It is applied only if the connection is lost, since no
    ///   report will bring it then: reports leave out this program's own changes.
    @discardableResult
    func run<Answer: Sendable>(
        _ call: @Sendable (HomeModel) async throws -> Answer,
        settle: @escaping @Sendable (Answer) -> HomeReport.ObjectRecord? = { _ in nil }
    ) async throws -> Answer {
        let model = try present()
        let answer: Answer
        do {
            answer = try await call(model.model)
        } catch {
            throw HMError(any: error)
        }
        await MainQueue.result {
            if let record = settle(answer), !model.isLive || model.lacks(record) { model.apply(record, tells: false) }
        }
        return answer
    }

    /// Makes a change that is based on a revision of an automation. If another program changed it first, the change is
    /// retried on the new revision.
    func untilUndisturbed(in homeID: String, _ change: () async throws -> Void) async throws {
        for _ in 1..<Self.mostTries {
            do {
                return try await change()
            } catch let error as HMError where error.code == .operationInProgress {
                try await run { try await $0.catchUp(homeID) }
            }
        }
        try await change()
    }

    /// The most attempts. Each failed one means that another program's change succeeded.
    private static let mostTries = 32
}

extension HomeKitModel {
    /// Whether the objects do not show a record yet: it is missing, outdated or not yet removed.
    func lacks(_ record: HomeReport.ObjectRecord) -> Bool {
        if case .automation(let record) = record {
            return (automation(record.id)?.revision ?? 0) < record.revision
        }
        let change = HomeReport.ObjectChange(record)
        let isShown =
            switch change.kind {
            case .structure: home(change.id) != nil
            case .room: room(change.id) != nil
            case .zone: zone(change.id) != nil
            case .serviceGroup: group(change.id) != nil
            case .person: user(change.id) != nil
            case .device: accessory(change.id) != nil
            case .automation: actionSet(change.id) != nil || trigger(change.id) != nil
            // HomeKit has no app data, so it lacks none.
            case .appData: true
            }
        return isShown == change.isRemoval
    }
}
