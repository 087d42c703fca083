#if !canImport(Darwin)
    extension Future {
        /// The value, once the promise is fulfilled.
        ///
        /// - Throws: the error that it was fulfilled with.
        nonisolated(nonsending) public final var value: Output {
            get async throws { try await result().get() }
        }

        fileprivate nonisolated(nonsending) final func result() async -> Result<Output, Failure> {
            await withCheckedContinuation { continuation in
                var value: Output?
                receive(
                    subscriber: Subscribers.Sink(
                        receiveCompletion: { completion in
                            // Safe: the result is only passed on, from the promise to this caller.
                            nonisolated(unsafe) let result: Result<Output, Failure>
                            switch completion {
                            case .finished:
                                // A future that finishes has a value.
                                guard let value else { return }
                                result = .success(value)
                            case .failure(let error): result = .failure(error)
                            }
                            continuation.resume(returning: result)
                        }, receiveValue: { value = $0 }))
            }
        }
    }

    extension Future where Failure == Never {
        /// The value, once the promise is fulfilled.
        nonisolated(nonsending) public final var value: Output {
            get async {
                switch await result() {
                case .success(let value): value
                }
            }
        }
    }
#endif
