internal import Expectations
public import HearthRPC
public import Testing

/// Expects an error with a status code and with words in its message. Errors that are no status count as the one that
/// they are sent as.
public func expect(
    _ error: (any Error)?, is code: RPCError.Code, saying words: String..., comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
) {
    judge(
        error, code, words, nil, "there is no error", CallSite(sourceLocation, fileID, filePath, line, column), comment)
}

/// Expects a call to be refused with a status code and with words in its message.
///
/// - Parameter type: the type of the error that a call within the process throws; nil for any that is sent as a status.
/// - Returns: the status, or nil after recording an issue that the call was not refused.
@discardableResult
public func expect<Result>(
    refused code: RPCError.Code, saying words: String..., throws type: (any Error.Type)? = nil,
    comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column, performing body: () throws -> Result
) -> RPCError? {
    let site = CallSite(sourceLocation, fileID, filePath, line, column)
    do {
        _ = try body()
        return judge(nil, code, words, type, "the call is not refused", site, comment)
    } catch {
        return judge(error, code, words, type, "", site, comment)
    }
}

/// Expects an asynchronous call to be refused with a status code and with words in its message.
///
/// - Parameter type: the type of the error that a call within the process throws; nil for any that is sent as a status.
/// - Returns: the status, or nil after recording an issue that the call was not refused.
@discardableResult
public func expect<Result>(
    refused code: RPCError.Code, saying words: String..., throws type: (any Error.Type)? = nil,
    comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column,
    isolation: isolated (any Actor)? = #isolation, performing body: () async throws -> sending Result
) async -> RPCError? {
    let site = CallSite(sourceLocation, fileID, filePath, line, column)
    do {
        _ = try await body()
        return judge(nil, code, words, type, "the call is not refused", site, comment)
    } catch {
        return judge(error, code, words, type, "", site, comment)
    }
}

/// The status that a call is refused with; nil if it is not refused.
public func refusal<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> sending Result
) async -> RPCError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return RPCError(error)
    }
}

@discardableResult
private func judge(
    _ error: (any Error)?, _ code: RPCError.Code, _ words: [String], _ type: (any Error.Type)?, _ missing: String,
    _ site: CallSite, _ comment: () -> Comment?
) -> RPCError? {
    guard let error else {
        site.record(missing, comment())
        return nil
    }
    if let type, Swift.type(of: error) != type { site.record("the error is no \(type): \(error)", comment()) }
    let status = RPCError(error)
    if status.code != code { site.record("the error is not \(code.name): \(status)", comment()) }
    for word in words where !status.message.contains(word) {
        site.record("the message does not say \"\(word)\": \(status)", comment())
    }
    return status
}
