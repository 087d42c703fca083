public import Foundation
internal import HearthHomeKitMapping
internal import Synchronization

/// An action of a scene. The only kind is ``HMCharacteristicWriteAction``.
///
/// Unchecked, because Swift allows no Sendable class with subclasses; all mutable state is in `core`.
public class HMAction: NSObject, @unchecked Sendable {
    let core: ActionCore

    init(_ core: ActionCore) { self.core = core }

    /// Identifies the action; it is the same in all programs once it is in a scene.
    public var uniqueIdentifier: UUID { core.uniqueIdentifier }

    /// A one-line description, such as `HMCharacteristicWriteAction(Brightness = 40)`.
    public override var description: String {
        "HMCharacteristicWriteAction(\(core.characteristic.localizedDescription) = \(core.object ?? "nil"))"
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? HMAction)?.core === core }
    public override var hash: Int { ObjectIdentifier(core).hashValue }
}

/// Writes a value to a characteristic.
///
/// Actions read from a scene on the hub have the type `HMCharacteristicWriteAction<any NSCopying>`.
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
    /// The value to write.
    public var targetValue: TargetValueType { core.object as? TargetValueType ?? given }

    /// Replaces the value to write.
    ///
    /// - Throws: ``HMError``: `nilParameter`, `invalidValueType`, `valueLowerThanMinimum`, `valueHigherThanMaximum` or
    ///   `stringLongerThanMaximum` for an invalid value; `readOnlyCharacteristic` for a read-only characteristic;
    ///   `insufficientPrivileges` for guests.
    public nonisolated(nonsending) func updateTargetValue(_ targetValue: TargetValueType) async throws {
        let value = Result<CharacteristicValue, HMError>(written: targetValue, to: characteristic)
        try await core.update(value)
    }

    /// Replaces the value to write.
    public func updateTargetValue(
        _ targetValue: TargetValueType, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        let value = Result<CharacteristicValue, HMError>(written: targetValue, to: characteristic)
        core.update(value, completion)
    }
}

/// The state of an action, shared by its objects.
final class ActionCore: Sendable {
    private struct State: Sendable {
        var value: Result<CharacteristicValue, HMError>
        weak var scene: HMActionSet?
        /// The scene that this program is adding it to.
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

    /// Marks the action as about to be added to a scene, so that calls to it wait for that.
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

    /// Replaces the value: at the call for an action that is in no scene, nor being added to one.
    func update(_ value: Result<CharacteristicValue, HMError>, _ completion: @escaping ((any Error)?) -> Void) {
        guard destination == nil else { return complete(completion) { try await self.update(value) } }
        reportAtOnce(completion) { () throws(HMError) in
            _ = try value.get()
            state.withLock { $0.value = value }
        }
    }

    /// Creates the object of an action that is in a scene already.
    func loaded() -> HMAction {
        HMCharacteristicWriteAction<any NSCopying>(self, given: (try? value.get())?.copyable ?? NSNull())
    }
}

extension Result where Success == CharacteristicValue, Failure == HMError {
    /// The value that an app has passed, or the reason why it is invalid.
    init(written value: Any?, to characteristic: HMCharacteristic) {
        do throws(HMError) {
            self = .success(try CharacteristicValue(written: value, to: characteristic.localizedDescription))
        } catch {
            self = .failure(error)
        }
    }
}

extension CharacteristicValue {
    /// The value as a Foundation object, as actions and events store it.
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
