#if !canImport(Darwin)
    /// Publishes recorded values and their completion to each subscriber.
    public struct Record<Output, Failure: Error>: Publisher {
        /// Values and how they ended.
        public struct Recording {
            /// The values, in order.
            public private(set) var output: [Output]
            /// How they ended.
            public private(set) var completion: Subscribers.Completion<Failure>
            private var isOver = false

            /// No values, finished.
            public init() {
                self.init(output: [])
            }

            /// Values and how they ended.
            public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
                self.output = output
                self.completion = completion
            }

            /// Adds a value. Does nothing after `receive(completion:)`.
            public mutating func receive(_ input: Output) {
                if !isOver { output.append(input) }
            }

            /// Sets how the values ended. Only the first call has an effect.
            public mutating func receive(completion: Subscribers.Completion<Failure>) {
                guard !isOver else { return }
                isOver = true
                self.completion = completion
            }
        }

        /// The recorded output and completion.
        public let recording: Recording

        /// Publishes what `record` adds to an empty recording.
        public init(record: (inout Recording) -> Void) {
            var recording = Recording()
            record(&recording)
            self.recording = recording
        }

        /// Publishes `recording`.
        public init(recording: Recording) {
            self.recording = recording
        }

        /// Publishes `output`, then `completion`.
        public init(output: [Output], completion: Subscribers.Completion<Failure>) {
            self.init(recording: Recording(output: output, completion: completion))
        }

        /// Attaches `subscriber`.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let values = Publishers.Sequence<[Output], Failure>(sequence: recording.output)
            switch recording.completion {
            case .finished: values.receive(subscriber: subscriber)
            case .failure(let error):
                values.append(Fail(outputType: Output.self, failure: error)).receive(subscriber: subscriber)
            }
        }
    }

    extension Record: Codable where Output: Codable, Failure: Codable {}
    extension Record.Recording: Codable where Output: Codable, Failure: Codable {
        private enum CodingKeys: CodingKey { case output, failure }

        /// Reads the values, and the error if there was one.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let failure = try container.decodeIfPresent(Failure.self, forKey: .failure)
            self.init(
                output: try container.decode([Output].self, forKey: .output),
                completion: failure.map { .failure($0) } ?? .finished)
        }

        /// Writes the values, and the error if there was one.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(output, forKey: .output)
            if case .failure(let error) = completion { try container.encode(error, forKey: .failure) }
        }
    }
#endif
