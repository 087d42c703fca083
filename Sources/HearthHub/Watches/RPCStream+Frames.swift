internal import HearthHomeState
internal import HearthRPC

extension RPCStream: FrameStream {}
