internal import HearthTraitCore
internal import HearthTraits
internal import Synchronization

/// The received commands, by name.
final class CommandLog: Sendable {
    private let names = Mutex<[String]>([])

    func add(_ name: String = #function) { names.withLock { $0.append(String(name.prefix { $0 != "(" })) } }
    var all: [String] { names.withLock { $0 } }
}

/// The smallest trait: only the attributes that every trait has.
struct GoldenModulation: Matter.PulseWidthModulationTraitHandler {
    var initialAttributes: Matter.PulseWidthModulationTrait.Attributes { .init() }
}

/// The ugliest: a keyword and bare acronyms as attribute names, null lists of structs with null fields in structs in
/// lists, fabric-sensitive fields, and events with all of this.
struct GoldenAccess: Matter.AccessControlTraitHandler {
    typealias Access = Matter.AccessControlTrait

    let initialAttributes: Access.Attributes

    func reviewFabricRestrictions(
        _ arguments: Access.Commands.ReviewFabricRestrictions, _ state: TraitState<Access>
    ) async throws(TraitError) -> Access.ReviewFabricRestrictionsResponse {
        var response = Access.ReviewFabricRestrictionsResponse()
        response.token = UInt64(arguments.arl.count)
        var entry = Access.AccessControlEntryStruct()
        entry.privilege = .manage
        entry.authMode = .group
        entry.subjects = []
        entry.fabricIndex = 1
        state.update {
            $0.acl?.append(entry)
            $0.emit(Access.AccessControlEntryChangedEvent.self) {
                $0.changeType = .added
                $0.latestValue = entry
                $0.fabricIndex = 1
            }
        }
        return response
    }
}

/// The largest: every command, six of them with responses.
struct GoldenLock: Matter.DoorLockTraitHandler {
    typealias Lock = Matter.DoorLockTrait
    typealias State = TraitState<Matter.DoorLockTrait>

    let initialAttributes: Lock.Attributes
    var log = CommandLog()

    var optionalCommands: Set<OptionalCommand<Lock>> { [.unlockWithTimeout] }

    func lockDoor(_ arguments: Lock.Commands.LockDoor, _ state: State) async throws(TraitError) {
        log.add()
        state.update {
            $0.lockState = .locked
            $0.emit(Lock.LockOperationEvent.self) {
                $0.lockOperationType = .lock
                $0.operationSource = .remote
                $0.credentials = .null
            }
        }
    }

    func unlockDoor(_ arguments: Lock.Commands.UnlockDoor, _ state: State) async throws(TraitError) {
        log.add()
        guard arguments.pinCode == [1, 2] else { throw TraitError(.failure, "that is not the PIN") }
        state.update { $0.lockState = .unlocked }
    }

    func unlockWithTimeout(_ arguments: Lock.Commands.UnlockWithTimeout, _ state: State) async { log.add() }
    func setWeekDaySchedule(_ arguments: Lock.Commands.SetWeekDaySchedule, _ state: State) async { log.add() }
    func clearWeekDaySchedule(_ arguments: Lock.Commands.ClearWeekDaySchedule, _ state: State) async { log.add() }
    func setYearDaySchedule(_ arguments: Lock.Commands.SetYearDaySchedule, _ state: State) async { log.add() }
    func clearYearDaySchedule(_ arguments: Lock.Commands.ClearYearDaySchedule, _ state: State) async { log.add() }
    func setHolidaySchedule(_ arguments: Lock.Commands.SetHolidaySchedule, _ state: State) async { log.add() }
    func clearHolidaySchedule(_ arguments: Lock.Commands.ClearHolidaySchedule, _ state: State) async { log.add() }
    func setUser(_ arguments: Lock.Commands.SetUser, _ state: State) async { log.add() }
    func clearUser(_ arguments: Lock.Commands.ClearUser, _ state: State) async { log.add() }
    func clearCredential(_ arguments: Lock.Commands.ClearCredential, _ state: State) async { log.add() }
    func unboltDoor(_ arguments: Lock.Commands.UnboltDoor, _ state: State) async { log.add() }
    func setAliroReaderConfig(_ arguments: Lock.Commands.SetAliroReaderConfig, _ state: State) async { log.add() }
    func clearAliroReaderConfig(_ state: State) async { log.add() }

    func getWeekDaySchedule(
        _ arguments: Lock.Commands.GetWeekDaySchedule, _ state: State
    ) async -> Lock.GetWeekDayScheduleResponse {
        log.add()
        var response = Lock.GetWeekDayScheduleResponse()
        response.weekDayIndex = arguments.weekDayIndex
        response.daysMask = [.friday]
        response.startHour = 7
        return response
    }

    func getYearDaySchedule(
        _ arguments: Lock.Commands.GetYearDaySchedule, _ state: State
    ) async -> Lock.GetYearDayScheduleResponse {
        log.add()
        var response = Lock.GetYearDayScheduleResponse()
        response.userIndex = arguments.userIndex
        response.localEndTime = .max
        return response
    }

    func getHolidaySchedule(
        _ arguments: Lock.Commands.GetHolidaySchedule, _ state: State
    ) async -> Lock.GetHolidayScheduleResponse {
        log.add()
        var response = Lock.GetHolidayScheduleResponse()
        response.operatingMode = .vacation
        return response
    }

    func getUser(_ arguments: Lock.Commands.GetUser, _ state: State) async -> Lock.GetUserResponse {
        log.add()
        var credential = Lock.CredentialStruct()
        credential.credentialType = .fingerprint
        credential.credentialIndex = 9
        var response = Lock.GetUserResponse()
        response.userIndex = arguments.userIndex
        response.userName = "Ada"
        response.credentials = [credential]
        return response
    }

    func setCredential(
        _ arguments: Lock.Commands.SetCredential, _ state: State
    ) async -> Lock.SetCredentialResponse {
        log.add()
        var response = Lock.SetCredentialResponse()
        response.nextCredentialIndex = arguments.credential.credentialIndex + 1
        return response
    }

    func getCredentialStatus(
        _ arguments: Lock.Commands.GetCredentialStatus, _ state: State
    ) async -> Lock.GetCredentialStatusResponse {
        log.add()
        var response = Lock.GetCredentialStatusResponse()
        response.credentialExists = true
        response.credentialData = .null
        return response
    }
}
