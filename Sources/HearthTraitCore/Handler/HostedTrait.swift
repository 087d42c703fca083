internal import HearthMessage

/// A ``TraitHandler`` with its trait's state, type-erased, for code that works with any trait: a process attached to a
/// hub, a bridge, a test.
public final class HostedTrait: Sendable {
    /// The schema of the handler's trait.
    public let descriptor: TraitDescriptor
    private let service: any TraitService

    /// Creates the trait with the handler's initial attributes and the global ones.
    ///
    /// - Parameter report: receives each change, in order, from `init` on. Must return quickly and not call the trait.
    public init(_ handler: some TraitHandler, report: @escaping @Sendable (TraitReport) -> Void) {
        let service = HandlerService(handler, report: report)
        self.service = service
        descriptor = service.descriptor
    }

    /// The current attributes, including the global ones.
    public var attributes: StructureValue { service.attributes }

    /// Restores writable attributes and starts the handler. Call it once, before commands. Restored values are not
    /// reported.
    ///
    /// - Parameter remembered: the attribute values the hub stored before its restart.
    public func start(remembered: StructureValue = StructureValue()) async {
        await service.start(remembered: remembered)
    }

    /// Executes a command given as its encoded message. Its changes are reported before this returns.
    ///
    /// - Returns: the encoded response; empty for a command without response fields.
    /// - Throws: ``TraitError``, from decoding or from the handler.
    public func invoke(
        _ command: UInt32, serialized bytes: [UInt8], cause: ChangeCause
    ) async throws(TraitError) -> [UInt8] {
        try await service.invoke(command, bytes, cause)
    }

    /// Writes the attributes in an encoded Attributes message.
    ///
    /// - Throws: ``TraitError``, from decoding or from the handler.
    public func write(serialized bytes: [UInt8], cause: ChangeCause) async throws(TraitError) {
        try await service.write(bytes, cause)
    }
}

private protocol TraitService: Sendable {
    var attributes: StructureValue { get }
    func start(remembered: StructureValue) async
    func invoke(_ command: UInt32, _ bytes: [UInt8], _ cause: ChangeCause) async throws(TraitError) -> [UInt8]
    func write(_ bytes: [UInt8], _ cause: ChangeCause) async throws(TraitError)
}

private struct HandlerService<Handler: TraitHandler>: TraitService {
    private typealias T = Handler.HandledTrait

    private let handler: Handler
    private let store: TraitStore<T>

    init(_ handler: Handler, report: @escaping @Sendable (TraitReport) -> Void) {
        self.handler = handler
        var attributes = handler.initialAttributes
        var values = T.descriptor.values(of: attributes)
        var added = StructureValue()
        for attribute in T.descriptor.missingAttributes(beside: values) where attribute.field.isNullable {
            added[attribute.id] = .null
        }
        values.fields.merge(added.fields) { own, _ in own }
        let globals = T.descriptor.globals(
            of: values, optionalCommands: Set(handler.optionalCommands.map(\.id)))
        added.fields.merge(globals.fields) { _, global in global }
        // Reading can't fail: the attributes were written by this library.
        if let added = try? T.descriptor.attributes(added, as: T.Attributes.self) { attributes.merge(added) }
        store = TraitStore(attributes, report: report)
    }

    var descriptor: TraitDescriptor { T.descriptor }
    var attributes: StructureValue { T.descriptor.values(of: store.attributes) }

    func start(remembered: StructureValue) async {
        let present = attributes
        let settings = remembered.fields.filter {
            T.descriptor.attribute($0.key)?.isWritable == true && present[$0.key] != nil
        }
        // Invalid stored values must not keep a device from starting.
        if let settings = try? T.descriptor.attributes(StructureValue(settings), as: T.Attributes.self) {
            var attributes = store.attributes
            attributes.merge(settings)
            store.restore(attributes)
        }
        let all = (try? T.descriptor.attributes(remembered, as: T.Attributes.self)) ?? T.Attributes()
        await handler.started(TraitState(cause: .device, store: store), remembered: all)
    }

    func invoke(_ id: UInt32, _ bytes: [UInt8], _ cause: ChangeCause) async throws(TraitError) -> [UInt8] {
        let command: T.Command?
        do {
            command = try T.Command(id: id, serialized: bytes.span.bytes)
        } catch {
            throw TraitError(
                .invalidCommand, "the arguments of \(T.descriptor.name).\(Self.name(id)) can't be read: \(error)",
                element: .command(id))
        }
        guard let command else {
            throw TraitError(
                .unsupportedCommand, "\(T.descriptor.name) has no command \(id)", element: .command(id))
        }
        return try await handler.handle(command, TraitState(cause: cause, store: store)) ?? []
    }

    func write(_ bytes: [UInt8], _ cause: ChangeCause) async throws(TraitError) {
        let changes: T.Attributes
        do {
            changes = try T.Attributes(serialized: bytes.span.bytes)
        } catch {
            throw TraitError(.invalidDataType, "the values for \(T.descriptor.name) can't be read: \(error)")
        }
        try await handler.write(changes, TraitState(cause: cause, store: store))
    }

    private static func name(_ command: UInt32) -> String {
        T.descriptor.command(command)?.methodName ?? String(command)
    }
}
