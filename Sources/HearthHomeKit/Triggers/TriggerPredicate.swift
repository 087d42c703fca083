public import Foundation
internal import HearthHomeKitMapping

extension HMEventTrigger {
    #if canImport(Darwin)
        /// The operator of a comparison. Triggers support the first six.
        public typealias ComparisonOperator = NSComparisonPredicate.Operator
    #else
        /// The operator of a comparison, like `NSComparisonPredicate.Operator`, which Foundation deprecates on Linux.
        /// Triggers support the first six.
        public enum ComparisonOperator: UInt, Hashable, Sendable {
            /// `<`.
            case lessThan = 0
            /// `<=`.
            case lessThanOrEqualTo
            /// `>`.
            case greaterThan
            /// `>=`.
            case greaterThanOrEqualTo
            /// `=`.
            case equalTo
            /// `!=`.
            case notEqualTo
            /// Only in Foundation; triggers refuse it.
            case matches
            /// Only in Foundation; triggers refuse it.
            case like
            /// Only in Foundation; triggers refuse it.
            case beginsWith
            /// Only in Foundation; triggers refuse it.
            case endsWith
            /// Only in Foundation; triggers refuse it.
            case `in`
            /// Only in Foundation; triggers refuse it.
            case customSelector
            /// Only in Foundation; triggers refuse it.
            case contains = 99
            /// Only in Foundation; triggers refuse it.
            case between
        }
    #endif
}

/// A condition that ``HMEventTrigger`` has made. It holds the condition itself, as Foundation's predicates can't be
/// inspected on Linux. Several are joined by an `NSCompoundPredicate`.
final class TriggerPredicate: NSPredicate {
    let condition: TriggerCondition

    init(_ condition: TriggerCondition) {
        self.condition = condition
        super.init(value: false)
    }

    /// Not supported: these predicates are never archived.
    required init?(coder: NSCoder) { nil }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    /// All conditions as one predicate; nil for none.
    static func joined(_ conditions: [TriggerCondition]) -> NSPredicate? {
        let predicates = conditions.map { TriggerPredicate($0) }
        return predicates.count > 1 ? NSCompoundPredicate(andPredicateWithSubpredicates: predicates) : predicates.first
    }

    /// The conditions of an app's predicate, which are joined by AND.
    static func conditions(of predicate: NSPredicate?) -> Result<[TriggerCondition], HMError> {
        switch predicate {
        case nil: return .success([])
        case let predicate as TriggerPredicate: return .success([predicate.condition])
        case let predicate as NSCompoundPredicate where predicate.compoundPredicateType == .and:
            var conditions: [TriggerCondition] = []
            for part in predicate.subpredicates {
                switch self.conditions(of: part) {
                case .success(let more): conditions += more
                case .failure(let error): return .failure(error)
                }
            }
            return .success(conditions)
        default:
            return .failure(
                HMError(
                    .invalidParameter,
                    "unsupported predicate; use predicates made by HMEventTrigger, joined by AND"))
        }
    }
}

// The predicates that apps can make.
extension HMEventTrigger {
    /// Creates a predicate: the time of day is before this one. Only hour and minute are used.
    public class func predicateForEvaluatingTrigger(occurringBefore dateComponents: DateComponents) -> NSPredicate {
        TriggerPredicate(.time(.before, MinuteOfDay(dateComponents)))
    }

    /// Creates a predicate: the time of day is this one. Only hour and minute are used.
    public class func predicateForEvaluatingTrigger(occurringOn dateComponents: DateComponents) -> NSPredicate {
        TriggerPredicate(.time(.on, MinuteOfDay(dateComponents)))
    }

    /// Creates a predicate: the time of day is this one or later. Only hour and minute are used.
    public class func predicateForEvaluatingTrigger(occurringAfter dateComponents: DateComponents) -> NSPredicate {
        TriggerPredicate(.time(.after, MinuteOfDay(dateComponents)))
    }

    /// Creates a predicate: the time of day is between two, both included. It spans midnight if the first is later.
    public class func predicateForEvaluatingTriggerOccurringBetweenDate(
        with firstDateComponents: DateComponents, secondDateWith secondDateComponents: DateComponents
    ) -> NSPredicate {
        TriggerPredicate(.betweenTimes(MinuteOfDay(firstDateComponents), MinuteOfDay(secondDateComponents)))
    }

    /// Creates a predicate: the time is before today's sunrise or sunset with its offset.
    public class func predicateForEvaluatingTriggerOccurring(
        beforeSignificantEvent significantEvent: HMSignificantTimeEvent
    ) -> NSPredicate {
        predicate(.before, significantEvent)
    }

    /// Creates a predicate: the time is today's sunrise or sunset with its offset, or later.
    public class func predicateForEvaluatingTriggerOccurring(
        afterSignificantEvent significantEvent: HMSignificantTimeEvent
    ) -> NSPredicate {
        predicate(.after, significantEvent)
    }

    /// Creates a predicate: the time is before today's sunrise or sunset, or before an offset from it.
    public class func predicateForEvaluatingTrigger(
        occurringBefore significantEvent: String, applyingOffset offset: DateComponents?
    ) -> NSPredicate {
        predicate(.before, HMSignificantTimeEvent(significantEvent: .init(rawValue: significantEvent), offset: offset))
    }

    /// Creates a predicate: the time is today's sunrise or sunset or an offset from it, or later.
    public class func predicateForEvaluatingTrigger(
        occurringAfter significantEvent: String, applyingOffset offset: DateComponents?
    ) -> NSPredicate {
        predicate(.after, HMSignificantTimeEvent(significantEvent: .init(rawValue: significantEvent), offset: offset))
    }

    /// Creates a predicate: the time is between two times relative to the sun, both included. From sunset to sunrise it
    /// spans midnight.
    public class func predicate(
        forEvaluatingTriggerOccurringBetweenSignificantEvent firstSignificantEvent: HMSignificantTimeEvent,
        secondSignificantEvent: HMSignificantTimeEvent
    ) -> NSPredicate {
        switch (firstSignificantEvent.core.event, secondSignificantEvent.core.event) {
        case (.success(.significantTime(let first)), .success(.significantTime(let second))):
            TriggerPredicate(.betweenMoments(first, second))
        case (.failure(let error), _), (_, .failure(let error)): TriggerPredicate(.refused(error))
        default: TriggerPredicate(.refused(HMError(.invalidParameter)))
        }
    }

    /// Creates a predicate that compares the value of a characteristic by one of the six supported operators.
    public class func predicateForEvaluatingTrigger(
        _ characteristic: HMCharacteristic, relatedBy operatorType: ComparisonOperator, toValue value: Any
    ) -> NSPredicate {
        TriggerPredicate(condition(characteristic, operatorType, value))
    }

    #if !canImport(Darwin)
        /// Creates a predicate with Foundation's operator type, for apps that name it.
        @available(
            *, deprecated, message: "Foundation deprecates the type on Linux; write the operator without its type"
        )
        @_disfavoredOverload
        public class func predicateForEvaluatingTrigger(
            _ characteristic: HMCharacteristic, relatedBy operatorType: NSComparisonPredicate.Operator,
            toValue value: Any
        ) -> NSPredicate {
            predicateForEvaluatingTrigger(
                characteristic, relatedBy: ComparisonOperator(rawValue: operatorType.rawValue) ?? .customSelector,
                toValue: value)
        }
    #endif

    /// Creates a predicate: someone is at home, or no one is.
    public class func predicateForEvaluatingTrigger(withPresence presenceEvent: HMPresenceEvent) -> NSPredicate {
        guard let presence = presenceEvent.presence, presence.isState else {
            return TriggerPredicate(
                .refused(
                    HMError(
                        .invalidParameter,
                        "a presence predicate needs atHome or notAtHome, of the current user or of all "
                            + "users of the home")))
        }
        return TriggerPredicate(.presence(presence))
    }

    private static func predicate(_ relation: TriggerCondition.Relation, _ event: HMSignificantTimeEvent) -> NSPredicate
    {
        switch event.core.event {
        case .success(.significantTime(let moment)): TriggerPredicate(.sun(relation, moment))
        case .failure(let error): TriggerPredicate(.refused(error))
        default: TriggerPredicate(.refused(HMError(.invalidParameter)))
        }
    }

    private static func condition(
        _ characteristic: HMCharacteristic, _ operatorType: ComparisonOperator, _ value: Any
    ) -> TriggerCondition {
        guard let comparison = CharacteristicTest.Comparison(operatorType) else {
            return .refused(
                HMError(.invalidParameter, "a trigger compares by <, >, ≤, ≥, = and ≠ only; choose one of these"))
        }
        guard let reference = characteristic.reference else {
            return .refused(
                HMError(
                    .objectNotAssociatedToAnyHome,
                    "the accessory of \(characteristic.localizedDescription) was removed"))
        }
        switch Result<CharacteristicValue, HMError>(written: value, to: characteristic) {
        case .success(let value): return .characteristic(reference, comparison, value)
        case .failure(let error): return .refused(error)
        }
    }
}

extension MinuteOfDay {
    /// Missing components are 0, and values out of range are clamped.
    init(_ components: DateComponents) {
        self.init(hour: min(max(components.hour ?? 0, 0), 23), minute: min(max(components.minute ?? 0, 0), 59))
    }
}

extension CharacteristicTest.Comparison {
    fileprivate init?(_ operatorType: HMEventTrigger.ComparisonOperator) {
        switch operatorType {
        case .lessThan: self = .lessThan
        case .lessThanOrEqualTo: self = .lessThanOrEquals
        case .greaterThan: self = .greaterThan
        case .greaterThanOrEqualTo: self = .greaterThanOrEquals
        case .equalTo: self = .equals
        case .notEqualTo: self = .notEquals
        default: return nil
        }
    }
}
