public import Foundation
internal import HearthHomeKitMapping
internal import Synchronization

/// A characteristic reaches a value. Without a value, any change counts that the accessory reports together with the
/// characteristic.
///
/// Events read from a trigger on the hub have the type `HMCharacteristicEvent<any NSCopying>`.
public class HMCharacteristicEvent<TriggerValueType>: HMEvent, @unchecked Sendable {
    fileprivate let watched: Mutex<HMCharacteristic>

    /// Creates an event. A nil value waits for any change.
    public init(characteristic: HMCharacteristic, triggerValue: TriggerValueType?) {
        watched = Mutex(characteristic)
        super.init(EventCore(Self.event(characteristic, triggerValue)))
    }

    init(_ core: EventCore, _ characteristic: HMCharacteristic) {
        watched = Mutex(characteristic)
        super.init(core)
    }

    /// A one-line description, such as `HMCharacteristicEvent(Brightness = 40)`.
    public override var description: String {
        line("\(characteristic.localizedDescription)\(triggerValue.map { " = \($0)" } ?? "")")
    }

    /// The characteristic.
    public internal(set) var characteristic: HMCharacteristic {
        get { watched.withLock { $0 } }
        set {
            let old = triggerValue
            watched.withLock { $0 = newValue }
            core.event = Self.event(newValue, old)
        }
    }

    /// The value that it waits for; nil for any change.
    public internal(set) var triggerValue: TriggerValueType? {
        get {
            guard case .success(.characteristic(_, let value?)) = core.event else { return nil }
            return value.copyable as? TriggerValueType
        }
        set { core.event = Self.event(characteristic, newValue) }
    }

    /// Replaces the value. If the trigger is in a home, call ``HMEventTrigger/updateEvents(_:)`` afterwards.
    public func updateTriggerValue(_ triggerValue: TriggerValueType?) async throws { try replace(triggerValue) }

    /// Replaces the value.
    public func updateTriggerValue(
        _ triggerValue: TriggerValueType?, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        reportAtOnce(completion) { () throws(HMError) in try replace(triggerValue) }
    }

    private func replace(_ triggerValue: TriggerValueType?) throws(HMError) {
        let event = Self.event(characteristic, triggerValue)
        _ = try event.get()
        core.event = event
    }

    private static func event(
        _ characteristic: HMCharacteristic, _ value: TriggerValueType?
    ) -> Result<TriggerEvent, HMError> {
        characteristic.event { reference throws(HMError) in
            guard let value else { return .characteristic(reference, nil) }
            return .characteristic(
                reference, try CharacteristicValue(written: value, to: characteristic.localizedDescription))
        }
    }
}

/// A ``HMCharacteristicEvent`` that can be changed.
public class HMMutableCharacteristicEvent<TriggerValueType>: HMCharacteristicEvent<TriggerValueType>,
    @unchecked Sendable
{
    /// The characteristic.
    public override var characteristic: HMCharacteristic {
        get { super.characteristic }
        set { super.characteristic = newValue }
    }

    /// The value that it waits for; nil for any change.
    public override var triggerValue: TriggerValueType? {
        get { super.triggerValue }
        set { super.triggerValue = newValue }
    }
}

/// The value of a characteristic enters a range.
public class HMCharacteristicThresholdRangeEvent: HMEvent, @unchecked Sendable {
    fileprivate let watched: Mutex<HMCharacteristic>

    /// Creates an event.
    public init(characteristic: HMCharacteristic, thresholdRange: HMNumberRange) {
        watched = Mutex(characteristic)
        super.init(EventCore(Self.event(characteristic, thresholdRange)))
    }

    init(_ core: EventCore, _ characteristic: HMCharacteristic) {
        watched = Mutex(characteristic)
        super.init(core)
    }

    /// A one-line description, such as `HMCharacteristicThresholdRangeEvent(Brightness, from 10.0 to 40.0)`.
    public override var description: String {
        line("\(characteristic.localizedDescription), \(thresholdRange.words)")
    }

    /// The characteristic.
    public internal(set) var characteristic: HMCharacteristic {
        get { watched.withLock { $0 } }
        set {
            let old = thresholdRange
            watched.withLock { $0 = newValue }
            core.event = Self.event(newValue, old)
        }
    }

    /// The range; its ends are included.
    public internal(set) var thresholdRange: HMNumberRange {
        get {
            guard case .success(.threshold(_, let range)) = core.event else {
                return HMNumberRange(NumberRange(min: nil, max: nil))
            }
            return HMNumberRange(range)
        }
        set { core.event = Self.event(characteristic, newValue) }
    }

    /// Replaces the range. If the trigger is in a home, call ``HMEventTrigger/updateEvents(_:)`` afterwards.
    public func updateThresholdRange(_ thresholdRange: HMNumberRange) async throws { try replace(thresholdRange) }

    /// Replaces the range.
    public func updateThresholdRange(
        _ thresholdRange: HMNumberRange, completionHandler completion: @escaping ((any Error)?) -> Void
    ) {
        reportAtOnce(completion) { () throws(HMError) in try replace(thresholdRange) }
    }

    private func replace(_ thresholdRange: HMNumberRange) throws(HMError) {
        let event = Self.event(characteristic, thresholdRange)
        _ = try event.get()
        core.event = event
    }

    private static func event(
        _ characteristic: HMCharacteristic, _ range: HMNumberRange
    ) -> Result<TriggerEvent, HMError> {
        characteristic.event { reference throws(HMError) in
            if let low = range.range.min, let high = range.range.max, low > high {
                throw HMError(.invalidParameter, "the range ends at \(high), before \(low); give the lower end first")
            }
            return .threshold(reference, range.range)
        }
    }
}

/// A ``HMCharacteristicThresholdRangeEvent`` that can be changed.
public class HMMutableCharacteristicThresholdRangeEvent: HMCharacteristicThresholdRangeEvent, @unchecked Sendable {
    /// The characteristic.
    public override var characteristic: HMCharacteristic {
        get { super.characteristic }
        set { super.characteristic = newValue }
    }

    /// The range; its ends are included.
    public override var thresholdRange: HMNumberRange {
        get { super.thresholdRange }
        set { super.thresholdRange = newValue }
    }
}

/// A range of numbers with both ends included; one end may be missing.
public final class HMNumberRange: NSObject, Sendable {
    let range: NumberRange

    init(_ range: NumberRange) { self.range = range }

    /// Creates a range between two numbers.
    public convenience init(minValue: NSNumber, maxValue: NSNumber) {
        self.init(NumberRange(min: minValue.doubleValue, max: maxValue.doubleValue))
    }

    /// Creates a range without an upper end.
    public convenience init(minValue: NSNumber) { self.init(NumberRange(min: minValue.doubleValue, max: nil)) }

    /// Creates a range without a lower end.
    public convenience init(maxValue: NSNumber) { self.init(NumberRange(min: nil, max: maxValue.doubleValue)) }

    /// The lower end; nil for none.
    public var minValue: NSNumber? { range.min.map { NSNumber(value: $0) } }
    /// The upper end; nil for none.
    public var maxValue: NSNumber? { range.max.map { NSNumber(value: $0) } }

    /// A one-line description, such as `HMNumberRange(from 10.0 to 40.0)`.
    public override var description: String { "HMNumberRange(\(words))" }

    fileprivate var words: String {
        [minValue.map { "from \($0)" }, maxValue.map { "to \($0)" }].compactMap { $0 }.joined(separator: " ")
    }

    public override func isEqual(_ object: Any?) -> Bool { (object as? HMNumberRange)?.range == range }
    public override var hash: Int { range.hashValue }
}

extension HMCharacteristic {
    /// The hub's reference to the characteristic; nil after its accessory was removed.
    var reference: CharacteristicReference? {
        guard let service, let accessory = service.accessory, accessory.home != nil else { return nil }
        return CharacteristicReference(accessory.id, CharacteristicKey(service.key, type))
    }

    /// An event of the characteristic, or the reason why there can't be one.
    fileprivate func event(
        _ make: (CharacteristicReference) throws(HMError) -> TriggerEvent
    ) -> Result<TriggerEvent, HMError> {
        guard let reference else {
            return .failure(
                HMError(.objectNotAssociatedToAnyHome, "the accessory of \(localizedDescription) was removed"))
        }
        do throws(HMError) {
            return .success(try make(reference))
        } catch {
            return .failure(error)
        }
    }
}
