import Foundation
import HearthHomeKit
import Testing

/// The examples of a guide to users of a home, in corrected form; the article Guides of HearthHomeKit lists what was
/// corrected. HearthHomeKitTests test people on a hub.
@MainActor
@Suite(.timeLimit(.minutes(5)), .serialized)
struct UserGuideTests {
    @Test func addingAUserNeedsAWayToPresentTheInvitation() async throws {
        let house = try await GuideHouse.start()
        let model = HomeModel(HMHomeManager(home: try await house.home("app")))
        try await until { model.primaryHome != nil }
        let home = try #require(model.primaryHome)
        var answer: (any Error)?
        home.addUser { user, error in
            if error == nil {
                // Successfully added a user
            } else {
                // Unable to add a user
                answer = error
            }
        }
        try await until { answer != nil }
        #expect((answer as? HMError)?.code == .operationNotSupported)

        answer = nil
        home.manageUsers { error in
            answer = error
        }
        try await until { answer != nil }
        #expect((answer as? HMError)?.code == .operationNotSupported)
        await house.stop()
    }

    @Test func theNamesOfUsersAndWhoIsAdministrator() async throws {
        let house = try await GuideHouse.start()
        let model = HomeModel(HMHomeManager(home: try await house.home("app")))
        try await until { model.primaryHome != nil }
        let home = try #require(model.primaryHome)
        #expect(home.users.map(\.name) == [])
        // The administrator flag is not a property of the user.
        _ = home.homeAccessControl(for: home.currentUser).isAdministrator
        await house.stop()
    }
}
