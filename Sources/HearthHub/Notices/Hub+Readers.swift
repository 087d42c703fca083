internal import HearthHomeState
package import HearthRPC

// Who gets notices.
extension Hub {
    /// The identity under which a caller gets notices; nil for one who sees none, such as a guest.
    package func noticeReader(_ principal: Principal) -> String? {
        guard let identity = principal.identity else { return nil }
        let isReader = directory.cells.contains { cell in
            cell.read { state in state.member(identity).map { $0.role != .guest } ?? false }
        }
        return isReader ? identity : nil
    }

    /// The identities of the people that a notice is for.
    package func readers(of notice: HubNotice) -> Set<String> {
        guard let cell = directory.cells.first(where: { $0.id == notice.structureID }) else { return [] }
        return cell.read { state in
            Set(
                state.people.filter { person in
                    person.role != .guest
                        && (notice.recipients.isEmpty || notice.recipients.contains(person.name))
                }.map(\.identity))
        }
    }
}
