internal import Foundation
internal import HearthVirtualHome
@testable internal import HearthHomeKit
internal import Expectations
internal import Testing

/// Scenes of a real hub, in two programs.
@Suite(.timeLimit(.minutes(5)), .stopsAtEnd)
struct SceneTests {
    private func action(
        _ program: Program, _ accessory: String, _ type: String, _ value: NSNumber
    ) throws -> HMCharacteristicWriteAction<NSNumber> {
        HMCharacteristicWriteAction(
            characteristic: try program.characteristic(accessory, type), targetValue: value)
    }

    @Test func sceneIsCreatedFilledExecutedAndRemoved() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let scene = try await home.addActionSet(withName: "Cosy")
        expect(scene.actionSetType, equals: HMActionSetTypeUserDefined)
        expect(home.actionSets.contains { $0 === scene })
        await other.told.waits(for: "+scene Cosy")

        let action = try action(one, "Floor Lamp", HMCharacteristicTypePowerState, true)
        try await scene.addAction(action)
        expect((scene.actions.contains(action), action.targetValue), are: (true, true))
        await other.told.waits(for: "actions of Cosy")
        let seen = try require(try other.home.actionSets.first { $0.name == "Cosy" })
        let read = try require(seen.actions.first as? HMCharacteristicWriteAction<any NSCopying>)
        expect(read.characteristic === (try other.characteristic("Floor Lamp", HMCharacteristicTypePowerState)))
        expect(read.targetValue as? NSNumber == true)
        expect((read.uniqueIdentifier, seen.uniqueIdentifier), are: (action.uniqueIdentifier, scene.uniqueIdentifier))

        expectNil(scene.lastExecutionDate)
        try await home.executeActionSet(scene)
        try expect(one.characteristic("Floor Lamp", HMCharacteristicTypePowerState).value as? Bool == true, "on")
        expect((scene.isExecuting, scene.lastExecutionDate != nil), are: (false, true))

        try await action.updateTargetValue(false)
        expect((action.targetValue, scene.actions.count), are: (false, 1))
        try await scene.updateName("Dark")
        await other.told.waits(for: "scene is Dark")
        try await home.executeActionSet(scene)
        try expect(one.characteristic("Floor Lamp", HMCharacteristicTypePowerState).value as? Bool == false)

        try await scene.removeAction(action)
        expect(scene.actions.isEmpty)
        try await home.removeActionSet(scene)
        await other.told.waits(for: "-scene Dark")
        expect(!home.actionSets.contains { $0 === scene })
        expect(one.told.events, equals: ["status 5", "homes"], "own changes are not notified")
    }

    @Test func eachHomeHasFourEmptyBuiltInScenes() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let types = [
            HMActionSetTypeWakeUp, HMActionSetTypeSleep, HMActionSetTypeHomeArrival, HMActionSetTypeHomeDeparture,
        ]
        expect(home.actionSets.map(\.actionSetType), equals: types)
        let scene = try require(home.builtinActionSet(ofType: HMActionSetTypeSleep))
        expect(scene.actions.isEmpty, "built-in scenes are empty")
        expectNil(home.builtinActionSet(ofType: HMActionSetTypeUserDefined))

        try await scene.addAction(try action(one, "Floor Lamp", HMCharacteristicTypePowerState, false))
        await other.told.waits(for: "actions of Good Night")
        expect((home.builtinActionSet(ofType: HMActionSetTypeSleep) === scene, home.actionSets.count), are: (true, 4))
        let seen = try require(try other.home.builtinActionSet(ofType: HMActionSetTypeSleep))
        expect((seen.actions.count, seen.uniqueIdentifier), are: (1, scene.uniqueIdentifier))
    }

    /// Each call refuses invalid arguments with HomeKit's error codes.
    @Test func eachRuleHasItsErrorCode() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let home = try one.home
        let scene = try await home.addActionSet(withName: "Cosy"),
            second = try await home.addActionSet(withName: "Warm")
        let action = try action(one, "Floor Lamp", HMCharacteristicTypePowerState, true)
        try await scene.addAction(action)
        let wrong = try self.action(one, "Ceiling Light", HMCharacteristicTypeBrightness, 101)
        let again = try self.action(one, "Floor Lamp", HMCharacteristicTypePowerState, false)
        let builtIn = try require(home.builtinActionSet(ofType: HMActionSetTypeWakeUp))
        let elsewhere = try await one.manager.addHome(withName: "Office")
        await other.told.waits(for: "+home Office")
        let rules: [(String, HMError.Code, () async throws -> Void)] = [
            (
                "an empty scene is not executed", .noActionsInActionSet,
                { try await home.executeActionSet(second) }
            ),
            ("nor is an empty built-in one", .noActionsInActionSet, { try await home.executeActionSet(builtIn) }),
            ("an action is in one scene", .actionInAnotherActionSet, { try await second.addAction(action) }),
            ("a characteristic is written once", .alreadyExists, { try await scene.addAction(again) }),
            ("an action that is not there", .notFound, { try await scene.removeAction(again) }),
            ("a value too high", .valueHigherThanMaximum, { try await scene.addAction(wrong) }),
            ("built-in scenes stay", .cannotRemoveBuiltinActionSet, { try await home.removeActionSet(builtIn) }),
            (
                "names are unique in a home", .objectWithSimilarNameExistsInHome,
                { _ = try await home.addActionSet(withName: "c o s y") }
            ),
            (
                "also among rooms", .objectWithSimilarNameExistsInHome,
                { _ = try await home.addActionSet(withName: "Kitchen") }
            ),
            ("also after renaming", .objectWithSimilarNameExistsInHome, { try await second.updateName("COSY") }),
            (
                "names have a form", .nameDoesNotStartWithValidCharacters,
                { _ = try await home.addActionSet(withName: "'s") }
            ),
            (
                "a scene of another home", .objectAssociatedToAnotherHome,
                { try await elsewhere.executeActionSet(scene) }
            ),
            ("and its removal", .objectAssociatedToAnotherHome, { try await elsewhere.removeActionSet(scene) }),
        ]
        for (what, code, call) in rules {
            await #expect("\(what)") { try await call() } throws: { ($0 as? HMError)?.code == code }
        }
        try await home.removeActionSet(second)
        await expect(code { try await home.removeActionSet(second) }, equals: .notFound)
        await expect(code { try await second.updateName("Gone") }, equals: .objectNotAssociatedToAnyHome)
    }

    @Test func partialFailureIsReportedPerAction() async throws {
        let house = try await HomeKitHouse.start()
        let one = try await house.program("one")
        let home = try one.home
        let scene = try await home.addActionSet(withName: "Evening")
        try await scene.addAction(try action(one, "Floor Lamp", HMCharacteristicTypePowerState, true))
        try await scene.addAction(try action(one, "Ceiling Light", HMCharacteristicTypeBrightness, 40))
        try await one.characteristic("Ceiling Light", HMCharacteristicTypeBrightness).enableNotification(true)
        try await house.devices.setOnline(false, deviceID: "living-floor-lamp")
        await one.told.waits(for: "Floor Lamp is away")
        let error = await expect(throws: HMError.self) { try await home.executeActionSet(scene) }
        expect(error?.code, equals: .actionSetExecutionPartialSuccess)
        expect(error?.parts.map(\.code), equals: [.accessoryNotReachable])
        await one.told.waits(for: "Ceiling Light Brightness 40")
    }

    @Test func objectsStayTheSameAndFollowOtherPrograms() async throws {
        let (one, other) = try await HomeKitHouse.twoPrograms()
        let scene = try await one.home.addActionSet(withName: "Cosy")
        let action = try action(one, "Floor Lamp", HMCharacteristicTypePowerState, true)
        try await scene.addAction(action)
        await other.told.waits(for: "actions of Cosy")
        let seen = try require(try other.home.actionSets.first { $0.name == "Cosy" })
        try await seen.addAction(try self.action(other, "Ceiling Light", HMCharacteristicTypeBrightness, 40))
        await one.told.waits(for: "actions of Cosy")
        try expect(one.home.actionSets.contains { $0 === scene })
        expect((scene.actions.count, scene.actions.contains(action)), are: (2, true))
    }
}
