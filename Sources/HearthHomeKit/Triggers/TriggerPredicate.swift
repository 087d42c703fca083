public import Foundation
internal import HearthAccessories

extension HMEventTrigger {
    #if canImport(Darwin)
        /// How a value is compared. Triggers know the first six.
        public typealias ComparisonOperator = NSComparisonPredicate.Operator
    #else
        /// How a value is compared: `NSComparisonPredicate.Operator`, which Foundation deprecates on Linux. Triggers know the
        /// first six.
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
            /// Foundation's; refused, as HomeKit knows six.
            case matches
            /// Foundation's; refused, as HomeKit knows six.
            case like
            /// Foundation's; refused, as HomeKit knows six.
            case beginsWith
            /// Foundation's; refused, as HomeKit knows six.
            case endsWith
            /// Foundation's; refused, as HomeKit knows six.
            case `in`
            /// Foundation's; refused, as HomeKit knows six.
            case customSelector
            /// Foundation's; refused, as HomeKit knows six.
            case contains = 99
            /// Foundation's; refused, as HomeKit knows six.
            case between
        }
    #endif
}

/// A condition of triggers, as ``HMEventTrigger`` makes them. Foundation's predicates have no way on Linux to say what they
/// ask, so this one keeps it; joined by an `NSCompoundPredicate` they are the predicate of a trigger.
final class TriggerPredicate: NSPredicate {
    let condition: TriggerCondition

    init(_ condition: TriggerCondition) {
        self.condition = condition
        super.init(value: false)
    }

    /// None is ever stored in an archive.
    required init?(coder: NSCoder) { nil }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    /// All conditions as one predicate; nil for none.
    static func joined(_ conditions: [TriggerCondition]) -> NSPredicate? {
        let predicates = conditions.map { TriggerPredicate($0) }
        return predicates.count > 1 ? NSCompoundPredicate(andPredicateWithSubpredicates: predicates) : predicates.first
    }

    /// The conditions of a predicate that an app gives, all of which have to hold.
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
                    "a trigger knows the predicates that HMEventTrigger makes, joined by AND; make it of those"))
        }
    }
}

// The conditions that apps make (HK-65, HK-66).
extension HMEventTrigger {
    /// The time of day is before another. Only hour and minute count.
    public class func predicateForEvaluatingTrigger(occurringBefore dateComponents: DateComponents) -> NSPredicate {
        TriggerPredicate(.time(.before, MinuteOfDay(dateComponents)))
    }

    /// It is this time of day. Only hour and minute count.
    public class func predicateForEvaluatingTrigger(occurringOn dateComponents: DateComponents) -> NSPredicate {
        TriggerPredicate(.time(.on, MinuteOfDay(dateComponents)))
    }

    /// It is this time of day or later. Only hour and minute count.
    public class func predicateForEvaluatingTrigger(occurringAfter dateComponents: DateComponents) -> NSPredicate {
        TriggerPredicate(.time(.after, MinuteOfDay(dateComponents)))
    }

    /// The time of day is between two, both included; it passes midnight if the first is the later one.
    public class func predicateForEvaluatingTriggerOccurringBetweenDate(
        with firstDateComponents: DateComponents, secondDateWith secondDateComponents: DateComponents
    ) -> NSPredicate {
        TriggerPredicate(.betweenTimes(MinuteOfDay(firstDateComponents), MinuteOfDay(secondDateComponents)))
    }

    /// It is before a moment of the sun on this day.
    public class func predicateForEvaluatingTriggerOccurring(
        beforeSignificantEvent significantEvent: HMSignificantTimeEvent
    ) -> NSPredicate {
        predicate(.before, significantEvent)
    }

    /// It is a moment of the sun on this day, or later.
    public class func predicateForEvaluatingTriggerOccurring(
        afterSignificantEvent significantEvent: HMSignificantTimeEvent
    ) -> NSPredicate {
        predicate(.after, significantEvent)
    }

    /// It is before sunrise or sunset of this day, or a time from it.
    public class func predicateForEvaluatingTrigger(
        occurringBefore significantEvent: String, applyingOffset offset: DateComponents?
    ) -> NSPredicate {
        predicate(.before, HMSignificantTimeEvent(significantEvent: .init(rawValue: significantEvent), offset: offset))
    }

    /// It is sunrise or sunset of this day, or a time from it, or later.
    public class func predicateForEvaluatingTrigger(
        occurringAfter significantEvent: String, applyingOffset offset: DateComponents?
    ) -> NSPredicate {
        predicate(.after, HMSignificantTimeEvent(significantEvent: .init(rawValue: significantEvent), offset: offset))
    }

    /// It is between two moments of the sun, both included: from one of sunset to one of sunrise over midnight.
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

    /// The value of a characteristic is less than another, equal to it, or one of the other four comparisons.
    public class func predicateForEvaluatingTrigger(
        _ characteristic: HMCharacteristic, relatedBy operatorType: ComparisonOperator, toValue value: Any
    ) -> NSPredicate {
        TriggerPredicate(condition(characteristic, operatorType, value))
    }

    #if !canImport(Darwin)
        /// The same with Foundation's type, for apps that name it.
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

    /// Somebody is at home, or nobody is.
    public class func predicateForEvaluatingTrigger(withPresence presenceEvent: HMPresenceEvent) -> NSPredicate {
        guard let presence = presenceEvent.presence, presence.isState else {
            return TriggerPredicate(
                .refused(
                    HMError(
                        .invalidParameter,
                        "a predicate asks whether somebody is at home: atHome or notAtHome, of the current user or of all "
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
    /// What is missing is 0, and what no clock shows the nearest that one does.
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
