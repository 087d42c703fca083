internal import Hearth
internal import HearthTraitCore

/// A change that this program makes: sent to the hub, and done when the objects have it.
struct Operation: Sendable {
    private let model: HomeKitModel?

    init(_ model: HomeKitModel?) { self.model = model }

    /// The model, while the manager is there.
    func present() throws(HMError) -> HomeKitModel {
        guard let model else {
            throw HMError(.operationCancelled, "the home manager of this object was released; keep it while it is used")
        }
        return model
    }

    /// Makes a call, and returns when the objects have what came of it.
    ///
    /// - Parameter settle: what the answer says of an object. It is needed only where the hub can't tell it any more
    ///   because the connection was lost: what this program did is not told to it later either (HK-80).
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

    /// Makes a change of an automation that carries the revision it was made on. If another program was faster, the
    /// change is made again on what that one has made.
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

    /// Each try that fails is a change of another program that was made.
    private static let mostTries = 32
}

extension HomeKitModel {
    /// Whether an object is not there yet, or as it was before, or there still.
    func lacks(_ record: HomeReport.ObjectRecord) -> Bool {
        switch record {
        case .structure(let record): home(record.id) == nil
        case .room(let record): room(record.id) == nil
        case .zone(let record): zone(record.id) == nil
        case .serviceGroup(let record): group(record.id) == nil
        case .person(let record): user(record.id) == nil
        case .device(let record): accessory(record.id) == nil
        case .automation(let record): (automation(record.id)?.revision ?? 0) < record.revision
        case .structureRemoved(let id): home(id) != nil
        case .roomRemoved(let id): room(id) != nil
        case .zoneRemoved(let id): zone(id) != nil
        case .serviceGroupRemoved(let id): group(id) != nil
        case .personRemoved(let id): user(id) != nil
        case .deviceRemoved(let id): accessory(id) != nil
        case .automationRemoved(let id): actionSet(id) != nil || trigger(id) != nil
        case .appData: false
        }
    }
}
