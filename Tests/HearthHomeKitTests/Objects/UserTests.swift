@testable internal import HearthHomeKit
internal import Hearth
internal import HearthAccessControl
internal import HearthBase
internal import HearthWire
internal import Expectations
internal import Testing

@Suite(.timeLimit(.minutes(5)), .stopsAtEnd, .serialized)
struct UserTests {
    @Test func usersHaveNamesAndTheCurrentOneIsSeparate() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let guest = try await house.join("Grace", in: owner.home).program("guest")
        await owner.told.waits(for: "+user Grace")
        try expect((owner.home.users.map(\.name), owner.home.currentUser.name), are: (["Grace"], "Owner"))
        try expect(owner.home.currentUser === owner.home.currentUser)
        try expect((guest.home.users.map(\.name), guest.home.currentUser.name), are: (["Owner"], "Grace"))
        try expect(guest.home.currentUser.uniqueIdentifier, equals: owner.home.users.first?.uniqueIdentifier)
    }

    @Test func accessControlSaysWhetherAUserIsAdministrator() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let guest = try await house.join("Grace", in: owner.home).program("guest")
        _ = try await house.join("Ada", as: .administrator, in: owner.home)
        await owner.told.waits(for: "+user Ada")
        await guest.told.waits(for: "+user Ada")
        for program in [owner, guest] {
            let home = try program.home
            let administrators = (home.users + [home.currentUser])
                .filter { home.homeAccessControl(for: $0).isAdministrator }
            expect(Set(administrators.map(\.name)), equals: ["Owner", "Ada"])
        }
    }

    /// The hub may be newer than the app and have other roles.
    @Test func onlyOwnersAndAdministratorsAdministrate() async throws {
        let house = try await PeopleHouse.start()
        let home = try await house.program("owner").home
        let roles: [StructureRole] = [.owner, .administrator, .guest, .unknown]
        let administrate = roles.map { role in
            let user = HMUser(StructureMember(id: "ada", structureID: home.id, name: "Ada", role: role))
            return home.homeAccessControl(for: user).isAdministrator
        }
        expect(administrate, equals: [true, true, false, false])
    }

    @Test func usersAddedOrRemovedByOthersAreNotified() async throws {
        let (house, owner) = try await PeopleHouse.open(), other = try await house.program("other")
        let guest = try await house.join("Grace", in: owner.home).program("guest")
        _ = try await house.join("Linus", in: owner.home)
        for program in [owner, other, guest] { await program.told.waits(for: "+user Linus") }
        let linus = try require(try other.home.users.first { $0.name == "Linus" })
        try await other.home.removeUser(linus)
        for program in [owner, guest] { await program.told.waits(for: "-user Linus") }
        try expect(owner.home.users.map(\.name), equals: ["Grace"])
        expect(guest.told.events.dropFirst(2), equals: ["+user Linus", "-user Linus"])
    }

    @Test func ownRemovalOfAUserIsNotNotified() async throws {
        let house = try await PeopleHouse.start()
        let setup = try await house.program("setup")
        let grace = try await house.join("Grace", in: setup.home)
        let one = try await house.program("one"), other = try await house.program("other")
        let guest = try await grace.program("guest")
        try await one.home.removeUser(require(try one.home.users.first))
        try expect(one.home.users.isEmpty)
        await other.told.waits(for: "-user Grace")
        expect(one.told.events, equals: ["status 5", "homes"], "own changes are not notified")

        // The user's own program has no homes any more, and the key is refused.
        await guest.told.waits(for: "status 3")
        expect((guest.told.events.contains("-home Home"), guest.manager.homes.isEmpty), are: (true, true))
        expectNil(guest.manager.primaryHome)
        await expect(throws: HomeError.self) { try await grace.connect("again") }
    }

    @Test func changedRightsOfTheCurrentUserAreNotified() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let program = try await house.join("Grace", in: owner.home).program("app")
        await owner.told.waits(for: "+user Grace")
        let grace = try require(try owner.home.users.first)
        expect(!(try program.home.accessories.map(\.name).contains("Front Door")))
        try await house.change(grace, to: .administrator)
        await program.told.waits(for: "access true")
        await program.told.waits(for: "+accessory Front Door")
        // An edit that the hub allows only now.
        _ = try await program.home.addRoom(withName: "Attic")
        try await house.change(grace, to: .guest, .init(everything: true))
        await program.told.waits(for: "access false")
        await program.told.waits(for: "-accessory Front Door")
        expect(program.told.events.filter { $0.hasPrefix("access") }, equals: ["access true", "access false"])
    }

    @Test func aGuestsProgramSeesOnlyWhatIsGranted() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let kitchen = try require(try owner.home.rooms.first { $0.name == "Kitchen" })
        let door = try owner.accessory("Front Door")
        let grace = try await house.join(
            "Grace", .init(roomIDs: [kitchen.id], deviceIDs: [door.id]), in: owner.home)
        let program = try await grace.program("guest")
        let home = try program.home
        expect(home.rooms.map(\.name), equals: ["Kitchen"])
        // Alarms are granted by name only.
        let granted = Set(kitchen.accessories.map(\.name)).subtracting(["Smoke Alarm"]).union(["Front Door"])
        expect(Set(home.accessories.map(\.name)), equals: granted)
        expect(home.accessories.first { $0.name == "Front Door" }?.room === home.roomForEntireHome())
    }

    @Test func changedRightsRemoveHiddenAndAddVisibleObjects() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let rooms = try owner.home.rooms
        let kitchen = try require(rooms.first { $0.name == "Kitchen" })
        let hall = try require(rooms.first { $0.name == "Hallway" })
        let grace = try await house.join("Grace", .init(roomIDs: [kitchen.id]), in: owner.home)
        let program = try await grace.program("guest")
        let gone = Set(try program.home.accessories.map { "-accessory \($0.name)" })
        // The lock and the camera are granted by name only.
        let new = Set(hall.accessories.map { "+accessory \($0.name)" })
            .subtracting(["+accessory Front Door", "+accessory Video Doorbell"])
        try require(!gone.isEmpty && !new.isEmpty)
        await owner.told.waits(for: "+user Grace")
        try await house.change(require(try owner.home.users.first), to: .guest, .init(roomIDs: [hall.id]))
        for event in new { await program.told.waits(for: event) }
        var told = Array(program.told.events.dropFirst(2))
        expect(Set(told.prefix(gone.count)), equals: gone)
        told.removeFirst(gone.count)
        expect(told.prefix(2), equals: ["-room Kitchen", "+room Hallway"])
        expect(Set(told.dropFirst(2)), equals: new)
        expect(told.count, equals: new.count + 2)
        try expect(program.home.accessories.count, equals: new.count)
    }

    @Test func presentedInvitationReturnsTheNewUser() async throws {
        let house = try await PeopleHouse.start()
        let program = try await house.program("app")
        let presented = OneShot<HubLink>()
        HMHomeManager.invitationPresenter = { _, link in presented.set(link) }
        defer { HMHomeManager.invitationPresenter = nil }
        async let coming = try program.home.addUser()
        let link = try require(await presented.wait())
        let barbara = try Member("Barbara", house)
        try await barbara.accept(link)
        let user = try await coming
        expect(user.name, equals: "Barbara")
        try expect(program.home.users.contains { $0 === user })
        expect(!(try program.home.homeAccessControl(for: user).isAdministrator))
        let own = try await barbara.program("hers")
        try expect(own.home.currentUser.uniqueIdentifier, equals: user.uniqueIdentifier)
    }

    /// `addUser` waits for so long.
    @Test func anInvitationLastsWhateverTheHubsDefaultIs() async throws {
        var limits = AccessLimits()
        limits.invitationLife = 60
        let house = try await PeopleHouse.start(access: limits)
        let program = try await house.program("app")
        HMHomeManager.invitationPresenter = { _, _ in }
        defer { HMHomeManager.invitationPresenter = nil }
        try await program.home.manageUsers()
        expect(house.invitationLives, equals: [15 * 60])
    }

    @Test func managingUsersWithoutAScreenSaysWhatToDo() async throws {
        let house = try await PeopleHouse.start()
        let program = try await house.program("app")
        await #expect { try await program.home.manageUsers() } throws: { error in
            HMError.operationNotSupported ~= error && (error as? HMError)?.message.contains("hearth people") == true
        }
    }

    @Test func guestIsRefusedWithError17() async throws {
        let (house, owner) = try await PeopleHouse.open()
        let guest = try await house.join("Grace", in: owner.home).program("guest")
        let administrator = try await house.join("Ada", as: .administrator, in: owner.home).program("administrator")
        let presented = OneShot<HubLink>()
        HMHomeManager.invitationPresenter = { _, link in presented.set(link) }
        defer { HMHomeManager.invitationPresenter = nil }
        await expect(code { try await guest.home.manageUsers() }, equals: .insufficientPrivileges)
        expectNil(presented.value)
        await guest.told.waits(for: "+user Ada")
        let ada = try require(try guest.home.users.first { $0.name == "Ada" })
        await expect(code { try await guest.home.removeUser(ada) }, equals: .insufficientPrivileges)
        try await administrator.home.manageUsers()
        expect(presented.value?.code != nil)
    }
}
