internal import Hearth
internal import HearthBase
internal import HearthVirtualHome
internal import HearthSimulator
internal import HearthTerminal
internal import HearthTraitCatalog
internal import HearthTraitCore

/// `hearth simulate --replace`: removes a hub's old revisions of a product's traits that are incompatible with the new
/// ones, while a maker develops them.
struct TraitReplacement {
    /// A trait of the product whose revision on the hub is incompatible.
    private struct Conflict {
        let present: TraitDescriptor
        let new: TraitDescriptor
        let reasons: String
    }

    let hub: HubClient
    let product: SimulatedProduct

    /// Removes these traits, first from the product's device. The device keeps its name, its room and the values of its
    /// other traits.
    ///
    /// - Throws: ``CommandError``, before anything has changed, if another process simulates the device, or if another
    ///   device has one of the traits.
    func run() async throws(CommandError) {
        let conflicts = try await conflicts()
        guard !conflicts.isEmpty else {
            return try printLine("Nothing is replaced: the hub has no incompatible revision.")
        }
        let listing = try await hub.listing()
        let own = listing.devices.first { $0.id == product.device.id }
        for conflict in conflicts { try check(conflict, listing) }
        if let own, own.state != .offline {
            throw CommandError(.refused, "\(own.name) is attached by another process; end that one first")
        }
        let known = try await hub.traits(includeStandard: false)
        for conflict in conflicts {
            guard let trait = known.first(where: { $0.id == conflict.present.id }) else { continue }
            try await hub.remove(trait, fromDevices: true)
            try printLine(
                "\(conflict.present.typeName), revision \(conflict.present.revision), is removed with its values, for revision "
                    + "\(conflict.new.revision): \(conflict.reasons)")
        }
    }

    private func conflicts() async throws(CommandError) -> [Conflict] {
        let makers = product.traits.filter { StandardTraits.descriptor($0.id) == nil }
        let present = try await hub.schemas(Set(makers.map(\.id)))
        return present.compactMap { present in
            guard let new = makers.first(where: { $0.id == present.id }) else { return nil }
            guard present.typeName == new.typeName else {
                return Conflict(present: present, new: new, reasons: "its name is now \(new.typeName)")
            }
            let order = RevisionOrder(present, new)
            guard case .breaking = order else { return nil }
            return Conflict(present: present, new: new, reasons: order.reasons)
        }
    }

    private func check(_ conflict: Conflict, _ listing: HomeListing) throws(CommandError) {
        let others = listing.devices.filter { $0.id != product.device.id && !$0.traits(conflict.present.id).isEmpty }
        guard !others.isEmpty else { return }
        let shown = others.prefix(8).map { quoted($0.name) }.joined(separator: ", ")
        let more = others.count > 8 ? " and \(others.count - 8) more" : ""
        throw CommandError(
            .refused,
            "\(conflict.present.typeName) is a trait of \(shown)\(more), too, and stays; take it off all of them (hearth "
                + "traits remove 0x\(String(conflict.present.id, radix: 16)) --keep-devices), or give the trait another id"
        )
    }
}
