internal import HearthVirtualHome
internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// `hearth.v1.DemoService` of a hub with a demo home.
struct DemoServiceHandler: Hearth_V1_DemoService {
    let home: VirtualHome

    func playInput(
        _ request: Hearth_V1_PlayInputRequest, context: ServerContext
    ) async throws -> Hearth_V1_PlayInputResponse {
        let device = request.deviceID
        let endpoint = try request.endpoint.map { number throws(RPCError) in
            guard let endpoint = UInt16(exactly: number) else {
                throw RPCError(.invalidArgument, "\(number) is no endpoint; endpoints are numbers up to 65535")
            }
            return endpoint
        }
        do {
            switch request.input {
            case .press: try await home.press(device, endpoint: endpoint)
            case .hold: try await home.press(device, endpoint: endpoint, for: .seconds(1))
            case .motion: try await home.play(.motion, on: device, endpoint: endpoint)
            case .sound: try await home.play(.sound, on: device, endpoint: endpoint)
            case .leak: try await home.play(.leak(isDetected: true), on: device, endpoint: endpoint)
            case .dry: try await home.play(.leak(isDetected: false), on: device, endpoint: endpoint)
            case .open: try await home.play(.contact(isClosed: false), on: device, endpoint: endpoint)
            case .close: try await home.play(.contact(isClosed: true), on: device, endpoint: endpoint)
            case .smoke: try await home.play(.smoke(severity: 2), on: device, endpoint: endpoint)
            case .clear: try await home.play(.smoke(severity: 0), on: device, endpoint: endpoint)
            case .toggle: try await home.play(.toggle, on: device, endpoint: endpoint)
            case .unspecified, .unrecognized:
                throw RPCError(.invalidArgument, "the request names no input that this hub knows")
            }
        } catch let error as TraitError {
            throw RPCError(.notFound, error.message)
        }
        return Hearth_V1_PlayInputResponse()
    }
}
