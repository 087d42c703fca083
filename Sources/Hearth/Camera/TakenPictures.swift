internal import HearthRPC
internal import HearthTraitCore
internal import HearthWire

/// A picture that was taken of a camera, by any program or by the hub.
package struct TakenPicture: Sendable {
    /// The picture as the response of CaptureSnapshot (Matter Application Clusters 1.5, 11.2).
    package let answer: StructureValue
    /// When it was taken, in seconds since 1970.
    package let time: Double
    /// What took it; nil if that is not known.
    package let cause: ChangeCause?
}

/// The pictures that are taken of a camera, for one reader. They end when it is released.
package final class TakenPictures: Sendable {
    private let reader: RPCReader<Hearth_V1_WatchPicturesResponse>

    init(_ reader: RPCReader<Hearth_V1_WatchPicturesResponse>) { self.reader = reader }

    /// The next picture; nil when the hub has ended them. A reader that is too slow misses all but the newest.
    package func next() async throws(HomeError) -> TakenPicture? {
        do throws(RPCError) {
            while let message = try await reader.next() {
                guard !message.jpeg.isEmpty else { continue }
                let size: StructureValue = [
                    0: .unsigned(UInt64(message.width)), 1: .unsigned(UInt64(message.height)),
                ]
                return TakenPicture(
                    answer: [0: .octets(message.jpeg), 1: .unsigned(0), 2: .structure(size)],
                    time: message.time.map { $0.sinceEpoch / .seconds(1) } ?? 0,
                    cause: message.cause.flatMap { ChangeCause($0) })
            }
            return nil
        } catch {
            throw HomeError(error)
        }
    }
}

extension HomeModel {
    /// The pictures that are taken of a camera from now on.
    ///
    /// - Throws: `HomeError`: `.unimplemented` if the hub does not say what others take.
    package func pictures(of target: TraitTarget) async throws(HomeError) -> TakenPictures {
        try connection.checkOpen()
        do throws(RPCError) {
            let reader = try await Hearth_V1_CameraClient(connection.calls).watchPictures(
                Hearth_V1_WatchPicturesRequest(target: Hearth_V1_Target(target)))
            // The watch has begun once the first response is there.
            _ = try await reader.next()
            return TakenPictures(reader)
        } catch {
            throw HomeError(error)
        }
    }
}
