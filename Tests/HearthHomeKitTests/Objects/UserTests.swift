@testable internal import HearthHomeKit
internal import Hearth
internal import HearthWire
internal import Synchronization
internal import Testing

@Suite(.timeLimit(.minutes(1)), .serialized)
struct UserTests {
    @Test func hk74And75UsersHaveNamesAndTheCurrentOneIsApart() async throws {
        let program = try await Program.scripted(ScriptedHome(), "app")
        let home = try program.home
        #expect(home.users.map(\.name) == ["Grace"])
        #expect(home.currentUser.name == "Ada")
        #expect(home.currentUser === home.currentUser)
    }

    @Test func hk68AndHk111WhetherSomebodyIsAdministratorIsOnTheAccessControl() async throws {
        let program = try await Program.scripted(ScriptedHome(), "app")
        let home = try program.home
        #expect(home.homeAccessControl(for: home.currentUser).isAdministrator)
        let guest = try #require(home.users.first)
        #expect(!home.homeAccessControl(for: guest).isAdministrator)
    }

    @Test func hk76UsersThatOthersAddAndRemoveAreTold() async throws {
        let home = ScriptedHome()
        let program = try await Program.scripted(home, "app")
        home.change(.person(.init(id: "p3", structureID: "s1", name: "Linus", role: .guest)))
        await program.told.waits(for: "+user Linus")
        home.change(.removedPersonID("p3"))
        await program.told.waits(for: "-user Linus")
        #expect(try program.home.users.map(\.name) == ["Grace"])
    }

    @Test func hk75AUserIsRemovedAndThisProgramIsNotTold() async throws {
        let home = ScriptedHome()
        let one = try await Program.scripted(home, "one"), other = try await Program.scripted(home, "other")
        let guest = try #require(try one.home.users.first)
        try await one.home.removeUser(guest)
        #expect(try one.home.users.isEmpty)
        await other.told.waits(for: "-user Grace")
        #expect(one.told.events == ["status 5", "homes"], "HK-80")
    }

    @Test func theRightsOfTheCurrentUserAreTold() async throws {
        let home = ScriptedHome()
        let program = try await Program.scripted(home, "app")
        home.say { $0.memberships = [.init(structureID: "s1", personID: "p1", role: .guest)] }
        await program.told.waits(for: "access false")
        home.say { $0.memberships = [.init(structureID: "s1", personID: "p1", role: .administrator)] }
        await program.told.waits(for: "access true")
    }

    @Test func whenRightsChangeWhatIsNoLongerVisibleGoesAndWhatIsNewComes() async throws {
        let home = ScriptedHome()
        let program = try await Program.scripted(home, "guest")
        home.resync { snapshot in
            snapshot.devices = []
            snapshot.rooms = [.init(id: "r2", structureID: "s1", name: "Hall")]
        }
        await program.told.waits(for: "+room Hall")
        #expect(program.told.events.dropFirst(2) == ["-accessory Outlet", "-room Kitchen", "+room Hall"])
        #expect(try program.home.accessories.isEmpty)
    }

    @Test func hk72AnInvitationIsPresentedAndTheNewUserComesBack() async throws {
        let home = ScriptedHome()
        let program = try await Program.scripted(home, "app")
        HMHomeManager.invitationPresenter = { _, link in
            #expect(link.code != nil)
            home.change(.person(.init(id: "p4", structureID: "s1", name: "Barbara", role: .guest)))
        }
        defer { HMHomeManager.invitationPresenter = nil }
        let user = try await program.home.addUser()
        #expect(user.name == "Barbara")
    }

    @Test func hk77WithoutAScreenManagingUsersSaysWhatToDo() async throws {
        let program = try await Program.scripted(ScriptedHome(), "app")
        await #expect { try await program.home.manageUsers() } throws: { error in
            HMError.operationNotSupported ~= error && (error as? HMError)?.message.contains("hearth people") == true
        }
    }

    @Test func hk71AGuestIsRefusedWith17() async throws {
        let home = ScriptedHome()
        home.say { $0.memberships = [.init(structureID: "s1", personID: "p2", role: .guest)] }
        let program = try await Program.scripted(home, "guest")
        HMHomeManager.invitationPresenter = { _, _ in }
        defer { HMHomeManager.invitationPresenter = nil }
        await #expect { try await program.home.manageUsers() } throws: { HMError.insufficientPrivileges ~= $0 }
    }

    @Test func theSDKHasMembersAndPermissions() async throws {
        let home = ScriptedHome()
        let connection = try await Home.connect(over: home.client)
        let structure = try #require(try await connection.structures().list().first)
        #expect(structure.permissions.role == .owner)
        #expect(structure.permissions.canManage)
        #expect(try await structure.members().map(\.name) == ["Ada", "Grace"])
        try await structure.removeMember(id: "p2")
        #expect(try await structure.members().map(\.name) == ["Ada"])
        try await structure.leave()
        #expect(try await structure.members().isEmpty)
    }
}
