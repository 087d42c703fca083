public import Testing

/// Expects a closure to throw an error of a type; `Never.self` expects it to throw none.
///
/// - Returns: the error, or nil after recording an issue.
@discardableResult
public func expect<Failure: Error, Result>(
    throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    performing body: () throws -> Result
) -> Failure? {
    let outcome: Outcome<Result>
    do { outcome = .returned(try body()) } catch { outcome = .threw(error) }
    return outcome.error(type, CallSite(sourceLocation, fileID, filePath, line, column), comment)
}

/// Expects an asynchronous closure to throw an error of a type; `Never.self` expects it to throw none.
///
/// - Returns: the error, or nil after recording an issue.
@discardableResult
public func expect<Failure: Error, Result>(
    throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, performing body: () async throws -> sending Result
) async -> Failure? {
    let outcome: Outcome<Result>
    do { outcome = .returned(try await body()) } catch { outcome = .threw(error) }
    return outcome.error(type, CallSite(sourceLocation, fileID, filePath, line, column), comment)
}

/// Expects a closure to throw an error that is equal to another.
public func expect<Failure: Error & Equatable, Result>(
    throws expected: Failure, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    performing body: () throws -> Result
) {
    let site = CallSite(sourceLocation, fileID, filePath, line, column)
    let error = expect(throws: Failure.self, comment(), sourceLocation: site.location, performing: body)
    guard let error, error != expected else { return }
    site.record(difference(error, expected), comment())
}

/// Expects an asynchronous closure to throw an error that is equal to another.
public func expect<Failure: Error & Equatable, Result>(
    throws expected: Failure, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, performing body: () async throws -> sending Result
) async {
    let site = CallSite(sourceLocation, fileID, filePath, line, column)
    let error = await expect(throws: Failure.self, comment(), sourceLocation: site.location, performing: body)
    guard let error, error != expected else { return }
    site.record(difference(error, expected), comment())
}

/// The error that a closure must throw, which the rest of a test needs.
///
/// - Throws: ``Unmet``, after recording an issue, if the closure throws no error of the type.
public func require<Failure: Error, Result>(
    throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    performing body: () throws -> Result
) throws(Unmet) -> Failure {
    let site = CallSite(sourceLocation, fileID, filePath, line, column)
    guard let error = expect(throws: type, comment(), sourceLocation: site.location, performing: body) else {
        throw Unmet()
    }
    return error
}

/// The error that an asynchronous closure must throw, which the rest of a test needs.
///
/// - Throws: ``Unmet``, after recording an issue, if the closure throws no error of the type.
public func require<Failure: Error, Result>(
    throws type: Failure.Type, _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil,
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, performing body: () async throws -> sending Result
) async throws(Unmet) -> Failure {
    let site = CallSite(sourceLocation, fileID, filePath, line, column)
    guard let error = await expect(throws: type, comment(), sourceLocation: site.location, performing: body) else {
        throw Unmet()
    }
    return error
}

/// How a closure ended.
private enum Outcome<Value> {
    case returned(Value)
    case threw(any Error)

    /// The error of the expected type. Records an issue for any other outcome.
    func error<Failure: Error>(_ type: Failure.Type, _ site: CallSite, _ comment: () -> Comment?) -> Failure? {
        switch self {
        case .threw(let error as Failure): return error
        case .threw(let error):
            let expected = type == Never.self ? "no error" : "\(type)"
            site.record("\(expected) was expected, but \(text(error)) was thrown", comment())
        case .returned where type == Never.self: break
        case .returned(let value as Void):
            _ = value
            site.record("\(type) was expected, but no error was thrown", comment())
        case .returned(let value):
            site.record("\(type) was expected, but \(text(value)) was returned", comment())
        }
        return nil
    }
}
