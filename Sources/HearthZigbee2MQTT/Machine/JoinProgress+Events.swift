internal import HearthEntities

extension JoinProgress {
    mutating func take(_ event: BridgeEvent) {
        switch event {
        case .joined(let address, let name): set(Candidate(deviceID: address, name: name, stage: .joined))
        case .interviewStarted(let address, let name):
            set(Candidate(deviceID: address, name: name, stage: .interviewing))
        case .interviewed(let address, let name, let vendor, let model, let isSupported):
            set(
                Candidate(
                    deviceID: address, name: name, stage: isSupported ? .ready : .unsupported, vendor: vendor,
                    model: model))
        case .interviewFailed(let address, let name): set(Candidate(deviceID: address, name: name, stage: .failed))
        case .left(let address): remove(address)
        }
    }
}
