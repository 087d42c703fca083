public import Foundation
internal import HearthAccessories
internal import Synchronization

/// Something that a scene does (HK-45). The only kind is ``HMCharacteristicWriteAction``.
///
/// Swift has no Sendable classes that others inherit from; this one is, as all that changes is in `core`.
public class HMAction: NSObject, @unchecked Sendable {
    let core: ActionCore

    init(_ core: ActionCore) { self.core = core }

    /// Identifies the action: the same for all programs once it is in a scene.
    public var uniqueIdentifier: UUID { core.uniqueIdentifier }

    /// In a line: `HMCharacteristicWriteAction(Brightness = 40)`.
    public override var description: String {
        "HMCharacteristicWriteAction(\(core.characteristic.localizedDescription) = \(core.object ?? "nil"))"
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? HMAction)?.core === core }
    public override var hash: Int { ObjectIdentifier(core).hashValue }
}

/// Writes a value to a characteristic.
///
/// Actions that a scene had before are of the type `HMCharacteristicWriteAction<any NSCopying>`.
public class HMCharacteristicWriteAction<TargetValueType>: HMAction, @unchecked Sendable {
    private let given: TargetValueType

    /// Creates an action, to be added to a scene.
    public init(characteristic: HMCharacteristic, targetValue: TargetValueType) {
        given = targetValue
        super.init(ActionCore(characteristic, Result(written: targetValue, to: characteristic)))
    }

    fileprivate init(_ core: ActionCore, given: TargetValueType) {
        self.given = given
        super.init(core)
    }

    /// The characteristic.
    public var characteristic: HMCharacteristic { core.characteristic }
    /// The value that it gets.
    public var targetValue: TargetValueType { core.object as? TargetValueType ?? given }

    /// Has it write another value.
    ///
    /// - Throws: ``HMError``: 20 and 43 to 46 for values that the characteristic can't have, 5 if it can't be written, 17
    ///   for guests.
    public nonisolated(nonsending) func updateTargetValue(_ targetValue: TargetValueType) async throws {
        let value = Result<CharacteristicValue, HMError>(written: targetValue, to: characteristic)
        try await core.update(value)
    }

    /// Has it write another value.
    public func updateTargetValue(
        _ targetValue: TargetValueType, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        let value = Result<CharacteristicValue, HMError>(written: targetValue, to: characteristic)
        let core = core
        core.complete(completion) { try await core.update(value) }
    }
}

/// What an action is, wherever its objects are.
final class ActionCore: Sendable {
    private struct State: Sendable {
        var value: Result<CharacteristicValue, HMError>
        weak var scene: HMActionSet?
        /// Where this program is adding it.
        weak var destination: HMActionSet?
    }

    let characteristic: HMCharacteristic
    private let state: Mutex<State>
    private let ownID = UUID()

    init(
        _ characteristic: HMCharacteristic, _ value: Result<CharacteristicValue, HMError>, of scene: HMActionSet? = nil
    ) {
        self.characteristic = characteristic
        state = Mutex(State(value: value, scene: scene))
    }

    /// The scene that it is in.
    var scene: HMActionSet? {
        get { state.withLock { $0.scene } }
        set { state.withLock { $0.scene = newValue } }
    }

    /// The scene that it is in, or that this program is adding it to.
    var destination: HMActionSet? { state.withLock { $0.scene ?? $0.destination } }

    /// The action is about to be added to a scene: calls to it wait until that was done.
    func expect(_ scene: HMActionSet) { state.withLock { $0.destination = scene } }

    var value: Result<CharacteristicValue, HMError> { state.withLock { $0.value } }

    var object: Any? { (try? value.get())?.copyable }

    var reference: CharacteristicReference? { characteristic.reference }

    var uniqueIdentifier: UUID {
        guard let scene else { return ownID }
        return UUID(
            hubID: "\(scene.uniqueIdentifier.uuidString)/\(characteristic.uniqueIdentifier.uuidString)", kind: "action")
    }

    func set(_ value: CharacteristicValue) { state.withLock { $0.value = .success(value) } }

    func update(_ value: Result<CharacteristicValue, HMError>) async throws {
        try await inOrder {
            let new = try value.get()
            guard let scene else {
                state.withLock { $0.value = value }
                return
            }
            try await scene.update(self, to: new)
        }
    }

    /// The object of an action that is in a scene already.
    func loaded() -> HMAction {
        HMCharacteristicWriteAction<any NSCopying>(self, given: (try? value.get())?.copyable ?? NSNull())
    }
}

extension Result where Success == CharacteristicValue, Failure == HMError {
    /// A value that an app gives, or why it is none.
    init(written value: Any?, to characteristic: HMCharacteristic) {
        do throws(HMError) {
            self = .success(try CharacteristicValue(written: value, to: characteristic.localizedDescription))
        } catch {
            self = .failure(error)
        }
    }
}

extension CharacteristicValue {
    /// The value as an object of Foundation, as actions and events have it.
    var copyable: any NSCopying {
        switch self {
        case .bool(let value): NSNumber(value: value)
        case .int(let value): NSNumber(value: value)
        case .uint(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .string(let value): NSString(string: value)
        case .data(let bytes), .tlv8(let bytes): NSData(data: Data(bytes))
        }
    }
}
