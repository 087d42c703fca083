internal import Foundation
internal import HearthAutomation
internal import HearthTraitCore
internal import HearthTraits
internal import HearthWire
internal import Expectations
internal import Testing
@testable internal import Hearth

/// The engine's expressions for typed ones, and their form when read back.
struct ExpressionTests {
    private static let place = AutomationEntity(
        .part(TraitTarget(deviceID: "x", endpoint: 1)), object: nil, deviceType: nil, deviceTypeID: nil)

    private static func read<T: HearthTraitCore.Trait>(_ trait: T.Type) -> TypedReference<T, StateReader> {
        TypedReference(StateReader(place, trait, traitNumber: trait.descriptor.id))
    }

    private let lamp = read(Matter.OnOffTrait.self)
    private let level = read(Matter.LevelControlTrait.self)
    private let presence = read(Matter.OccupancySensingTrait.self)
    private let thermometer = read(Matter.TemperatureMeasurementTrait.self)
    private let time = read(Google.TimeTrait.self)

    /// The engine's form of an expression.
    private func value<V>(_ expression: TypedExpression<V>) -> AutomationExpression {
        var writer = ProgramWriter()
        return AutomationExpression(writer.expression(expression))
    }

    @Test func comparisonsHaveOneNodeAndOneConstant() {
        let field = AutomationExpression.field(FieldReference(1, 0))
        expect(value(lamp.onOff.equals(true)), equals: .operation(.equals, [field, .constant(.bool(true))]))
        expect(
            value(level.currentLevel.notEquals(3)), equals: .operation(.notEquals, [field, .constant(.unsigned(3))]))
        expect(
            value(thermometer.measuredValue.lessThan(-5)),
            equals: .operation(.lessThan, [field, .constant(.signed(-5))]))
        expect(
            value(level.currentLevel.lessThanOrEquals(3)),
            equals: .operation(.lessThanOrEquals, [field, .constant(.unsigned(3))]))
        expect(
            value(level.currentLevel.greaterThan(3)),
            equals: .operation(.greaterThan, [field, .constant(.unsigned(3))]))
        expect(
            value(level.currentLevel.greaterThanOrEquals(3)),
            equals: .operation(.greaterThanOrEquals, [field, .constant(.unsigned(3))]))
        expect(
            value(level.currentLevel.between(3, 9)),
            equals: .operation(.between, [field, .constant(.unsigned(3)), .constant(.unsigned(9))]))
        expect(
            value(presence.occupancy.equals(.occupied)), equals: .operation(.equals, [field, .constant(.unsigned(1))]))
        expect(
            value(presence.occupancy.contains(.occupied)),
            equals: .operation(.hasBits, [field, .constant(.unsigned(1))]))
        expect(value(lamp.startUpOnOff.equals(.toggle)).references, equals: [FieldReference(1, 0x4003)])
        expect(value(lamp.isOnline), equals: .operation(.isOnline, [.field(FieldReference(1, 0xFFFD))]))
    }

    @Test func twoAttributesAreCompared() {
        let both = level.currentLevel.lessThan(level.maxLevel)
        expect(
            value(both), equals: .operation(.lessThan, [.field(FieldReference(1, 0)), .field(FieldReference(1, 3))]))
    }

    @Test func andOrAndNotAreTrees() {
        let isOn = AutomationExpression.operation(
            .equals, [.field(FieldReference(1, 0)), .constant(.bool(true))])
        expect(
            value(lamp.onOff.equals(true).and(lamp.onOff.equals(true)).or(false).not()),
            equals: .operation(
                .not, [.operation(.or, [.operation(.and, [isOn, isOn]), .constant(.bool(false))])]))
    }

    @Test func numbersAreCalculatedWith() {
        let sum = thermometer.measuredValue.plus(5).minus(1).times(2).dividedBy(3).remainder(4).negated()
        var operators: [HearthAutomation.Operator] = []
        var rest = value(sum)
        while case .operation(let kind, let operands) = rest {
            operators.append(kind)
            rest = operands[0]
        }
        expect(operators, equals: [.negated, .remainder, .dividedBy, .times, .minus, .plus])
    }

    @Test func timesOfDayAreStructures() throws {
        let isDark = time.currentTime.between(time.sunsetTime, time.sunriseTime)
        expect(isDark.expression is BetweenTimes)
        expect(
            value(isDark),
            equals: .operation(
                .between,
                [.field(FieldReference(1, 0)), .field(FieldReference(1, 2)), .field(FieldReference(1, 1))]))
        expect(
            value(time.currentTime.greaterThan(TimeOfDay(hours: 22, minutes: 30))),
            equals: .operation(
                .greaterThan,
                [.field(FieldReference(1, 0)), .constant(.structure([0: .unsigned(22), 1: .unsigned(30)]))]))
        expect(
            value(time.dayOfWeek.equals(.monday)),
            equals: .operation(.equals, [.field(FieldReference(1, 4)), .constant(.unsigned(2))]))
        expect(
            value(time.currentDate.equals(LocalDate(year: 2026, month: 12, day: 24))),
            equals: .operation(
                .equals,
                [
                    .field(FieldReference(1, 5)),
                    .constant(.structure([0: .signed(2026), 1: .unsigned(12), 2: .unsigned(24)])),
                ]))
    }

    @Test func anExpressionOfFoundationIsAnotherOne() {
        func depth(of expression: any Expression) -> Int {
            switch expression {
            case let pair as any BinaryExpression: max(depth(of: pair.operand1), depth(of: pair.operand2)) + 1
            case let triple as any TernaryExpression: depth(of: triple.operand2) + 1
            case let single as any UnaryExpression: depth(of: single.operand) + 1
            default: 0
            }
        }
        let expression = lamp.onOff.equals(true).and(time.currentTime.between(time.sunriseTime, time.sunsetTime).not())
        expect(depth(of: expression.expression), equals: 3)
        expect(Date(timeIntervalSince1970: 0), isBelow: Date())
    }

    @Test func valuesOfAllTypesAreAsTheWireHasThem() {
        expect(UInt8(3).traitValue, equals: .unsigned(3))
        expect(Int64(-3).traitValue, equals: .signed(-3))
        expect(Float(0.5).traitValue, equals: .float(0.5))
        expect(0.25.traitValue, equals: .double(0.25))
        expect("text".traitValue, equals: .string("text"))
        expect([UInt8]([1, 2]).traitValue, equals: .octets([1, 2]))
        expect([UInt16]([1, 2]).traitValue, equals: .list([.unsigned(1), .unsigned(2)]))
        expect(Matter.OnOffTrait.StartUpOnOffEnum.toggle.traitValue, equals: .unsigned(2))
        expect(Matter.OnOffTrait.Feature([.lighting, .offOnly]).traitValue, equals: .unsigned(5))
        expect(
            SolarTime(type: .sunset, offset: .seconds(-60)).traitValue,
            equals: .structure([0: .unsigned(2), 1: .signed(-60)]))
    }

    /// Structs, with lists and structs in them, have the same values by layout and by descriptor.
    @Test func structsAreTheSameByLayoutAndByDescriptor() throws {
        let trait = Matter.DoorLockTrait.descriptor
        var payload = Matter.DoorLockTrait.LockOperationEvent.Payload(
            lockOperationType: .unlock, operationSource: .remote, userIndex: 7, fabricIndex: nil, sourceNode: nil)
        let credential = Matter.DoorLockTrait.CredentialStruct(credentialType: .pin, credentialIndex: 3)
        payload.credentials = .value([credential])
        let event = try require(Matter.DoorLockTrait.LockOperationEvent.descriptor)
        let values = try trait.fields(of: event, in: payload)
        expect(values[5], equals: .list([credential.traitValue]))
    }
}
