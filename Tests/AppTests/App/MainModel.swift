import Dispatch
import Foundation
import Hearth

/// The structures of the signed-in home, and the chosen one.
class MainModel: ObservableObject {
    @Published var home: Home?
    @Published private(set) var structures: [Structure] = []
    @Published private(set) var selectedStructureID: String?

    private var chosen: [String: String] = [:]
    private var cancellables: Set<AnyCancellable> = []
    private var structuresCancellable: AnyCancellable?

    init(homePublisher: Published<Home?>.Publisher) {
        homePublisher.sink { [weak self] home in
            self?.home = home
            self?.fetchStructures()
        }.store(in: &cancellables)

        $structures.sink { [weak self] newStructures in
            guard let self, !newStructures.isEmpty else { return }
            if let chosen = self.home.flatMap({ self.chosen[$0.identifier] }),
                let structure = newStructures.first(where: { $0.id == chosen })
            {
                self.selectedStructureID = structure.id
                return
            }
            self.selectedStructureID = newStructures.first?.id
        }.store(in: &cancellables)
    }

    func structure(structureID: String?) -> Structure? {
        guard let structureID else { return nil }
        return structures.first { $0.id == structureID }
    }

    func select(_ structureID: String) {
        self.selectedStructureID = structureID
        if let home { self.chosen[home.identifier] = structureID }
    }

    private func fetchStructures() {
        guard let home = self.home else {
            self.structuresCancellable = nil
            self.structures = []
            self.selectedStructureID = nil
            return
        }
        self.structures = []
        self.selectedStructureID = nil
        self.structuresCancellable =
            home
            .structures()
            .batched()
            .receive(on: DispatchQueue.main)
            .map { Array($0) }
            .catch {
                print("Failed to load structures: \($0)")
                return Just([Structure]())
            }
            .assign(to: \.structures, on: self)
    }
}

/// The signed-in account.
class AccountModel: ObservableObject {
    @Published var home: Home?
}
