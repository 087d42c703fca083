internal import HearthVirtualHome
internal import HearthTraitCore
internal import Expectations
internal import Testing
@testable internal import HearthSimulator

/// Rules for any product file, tested with all available ones.
@Suite(.timeLimit(.minutes(5)))
struct EveryProductTests {
    static let all: [String] = [Samples.readingLamp, Samples.spinner] + Samples.products

    @Test(.enabled(if: !Samples.products.isEmpty, "no product files on this machine"))
    func thereAreMakersFilesToTry() {
        expect(Samples.products.count, isAtLeast: 4)
    }

    @Test(arguments: all)
    func everyClusterIsThereAndMatchesItsDescriptor(_ file: String) async throws {
        let stand = try await Stand(try Samples.product(file))
        expect(stand.description.endpoints.count, isAtLeast: 2)
        for endpoint in stand.description.endpoints {
            for trait in endpoint.traits {
                for (id, value) in trait.attributes.fields {
                    let attribute = try require(trait.descriptor.attribute(id), "\(trait.descriptor.name) \(id)")
                    expect(
                        trait.descriptor.hasType(value, of: attribute.field),
                        "\(trait.descriptor.name).\(attribute.name) = \(value)")
                }
                let bytes = trait.descriptor.encodeAttributes(trait.attributes)
                try expect(trait.descriptor.decodeAttributes(bytes.span.bytes), equals: trait.attributes)
            }
        }
        let console = try await stand.device.run("show")
        expect(console.split(separator: "\n").count, equals: stand.description.endpoints.flatMap(\.traits).count)
    }

    /// Every writable attribute accepts a value, and every command in the initial state is answered or refused.
    @Test(arguments: all)
    func everything(_ file: String) async throws {
        let stand = try await Stand(try Samples.product(file))
        var writes = 0
        var commands = 0
        for endpoint in stand.description.endpoints {
            for trait in endpoint.traits {
                let descriptor = trait.descriptor
                for attribute in descriptor.attributes where attribute.isWritable {
                    guard let value = trait.attributes[attribute.id] else { continue }
                    let update = AttributeUpdate(
                        path: stand.path(descriptor, endpoint.id), values: [attribute.id: value], cause: .hub)
                    // A product's own values may break rules for clients.
                    let isAllowed = (try? descriptor.checkWrite(update.values, present: trait.attributes)) != nil
                    guard isAllowed else { continue }
                    writes += (try? await stand.device.write(update)) != nil ? 1 : 0
                }
                let accepted = trait.attributes[GlobalAttribute.acceptedCommandList]?.list?.compactMap(\.integer) ?? []
                for command in descriptor.commands where accepted.contains(Int64(command.id)) {
                    let arguments = descriptor.restingValues(of: command.arguments)
                    do {
                        let answer = try await stand.device.invoke(
                            CommandInvocation(
                                path: stand.path(descriptor, endpoint.id), command: command, arguments: arguments,
                                cause: .hub))
                        commands += 1
                        guard let response = command.response else { continue }
                        let fields = try require(answer, "\(descriptor.name).\(command.name) has a response")
                        for field in response.fields {
                            let fits = fields[field.id].map { descriptor.hasType($0, of: field) } ?? field.isOptional
                            expect(fits, "\(descriptor.name).\(command.name): \(field.name)")
                        }
                    } catch is TraitError {}
                }
            }
        }
        expect(writes, isAbove: 0)
        expect(commands, isAbove: 0)
        await stand.clock.advance(by: .seconds(120))
        for change in stand.hub.changes {
            for (key, values) in change.attributes {
                let descriptor = try require(stand.product.trait(key.traitID, at: key.endpoint))
                for (id, value) in values.fields {
                    let field = try require(descriptor.attribute(id)).field
                    expect(descriptor.hasType(value, of: field), "\(descriptor.name).\(field.name) = \(value)")
                }
            }
        }
    }
}
