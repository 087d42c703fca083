internal import HearthWire
extension StructureState {
    /// The author of a change, by present name; nil for a person who is not a member any more.
    func actor(_ author: ChangeOrigin.Author?) -> ChangeActor? {
        switch author {
        case .person(let identity)?: member(identity).map { .person(id: $0.id, name: $0.name) }
        case .automation(let id)?: .automation(id: id, name: automation(id)?.name ?? "")
        case .program(let name)?: .program(name)
        case nil: nil
        }
    }
}
