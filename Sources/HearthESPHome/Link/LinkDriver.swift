internal import HearthEntities
internal import HearthEventLoop
internal import HearthLinkSocket

/// Performs a link's actions on its loop. On the loop's thread only.
final class LinkDriver {
    private let loop: EventLoop
    private var machine: LinkMachine
    private let deliver: ([LinkMachine.Delivery]) -> Bool
    private let finished: (ESPHomeError?) -> Void
    private let turns: ConnectTurns?
    private var turn: ConnectTurn?
    private let calls: ActionCalls
    private var socket: LinkSocket?
    private var timer: (timer: LoopTimer, at: ContinuousClock.Instant)?

    /// - Parameters:
    ///   - deliver: takes deliveries, and says whether the device has to wait.
    ///   - finished: called once the machine's purpose is fulfilled, or can't be.
    ///   - turns: limits how many links connect at the same time; nil if a person waits.
    init(
        _ loop: EventLoop, _ machine: LinkMachine, deliver: @escaping ([LinkMachine.Delivery]) -> Bool,
        finished: @escaping (ESPHomeError?) -> Void, turns: ConnectTurns? = nil
    ) {
        self.loop = loop
        self.machine = machine
        self.turns = turns
        self.deliver = deliver
        self.finished = finished
        calls = ActionCalls(loop)
    }

    /// - Parameter memory: what the link knew before a restart of the hub.
    func start(_ memory: ESPHomeMemory = ESPHomeMemory()) { perform(machine.start(memory, at: .now)) }

    func wake() { perform(machine.wake(at: .now)) }

    func stop() { perform(machine.stop(at: .now)) }

    func send(_ command: EntityCommand, to deviceID: String) throws(ESPHomeError) {
        perform(try machine.send(command, to: deviceID, at: .now))
    }

    /// Runs an action of the firmware.
    ///
    /// - Parameter answered: called once, when the device has answered, at once if it does not answer.
    func run(_ call: ActionCall, _ answered: @escaping ActionCalls.Answered) {
        do throws(ESPHomeError) {
            let (actions, callID) = try machine.run(call, at: .now)
            if let callID { calls.wait(for: callID, answered) }
            perform(actions)
            if callID == nil { answered(.ran(data: nil)) }
        } catch {
            answered(.failed(error))
        }
    }

    /// Reads the device again after its deliveries were taken.
    func resumeReading() { socket?.isReading = true }

    // MARK: Actions

    private func perform(_ actions: [LinkMachine.Action]) {
        var deliveries: [LinkMachine.Delivery] = []
        for action in actions {
            switch action {
            case .connect: takeTurn()
            case .write(let bytes): socket?.write(bytes)
            case .close:
                socket.take()?.close()
                calls.end(machine.settings.address)
            case .deliver(let delivery): deliveries.append(delivery)
            case .answer(let callID, let answer): calls.answer(callID, answer)
            case .finished(let error):
                hand(over: deliveries)
                deliveries = []
                finished(error)
            }
        }
        hand(over: deliveries)
        if !machine.isConnecting {
            turn?.end()
            turn = nil
        }
        arm()
    }

    /// Connects when it is this link's turn.
    private func takeTurn() {
        turn?.end()
        turn = nil
        guard let turns else { return connect() }
        machine.waitForTurn()
        turn = turns.take { [bound = LoopBound(self, loop: loop)] turn in
            // Posted, because the driver of this link or of another one is in the middle of its work.
            bound.loop.post { bound.ifCurrent?.begin(turn) }
        }
    }

    private func begin(_ turn: ConnectTurn) {
        guard turn === self.turn else { return turn.end() }
        machine.turnCame(at: .now)
        connect()
        arm()
    }

    private func hand(over deliveries: [LinkMachine.Delivery]) {
        guard !deliveries.isEmpty else { return }
        if deliver(deliveries) { socket?.isReading = false }
    }

    private func connect() {
        socket?.close()
        calls.end(machine.settings.address)
        let endpoint = Endpoint.tcp(host: machine.settings.host, port: machine.settings.port)
        let socket = LinkSocket(loop: loop, endpoint: endpoint, owner: self)
        self.socket = socket
        socket.open()
    }

    private func arm() {
        guard let deadline = machine.deadline else {
            timer?.timer.cancel()
            timer = nil
            return
        }
        // Most deadlines move with each message: an early timer is set again when it fires.
        if let timer, timer.at <= deadline { return }
        timer?.timer.cancel()
        let scheduled = loop.schedule(after: max(ContinuousClock.now.duration(to: deadline), .zero)) { [weak self] in
            guard let self else { return }
            timer = nil
            perform(machine.timePassed(at: .now))
        }
        timer = (scheduled, deadline)
    }
}

extension LinkDriver: LinkSocketOwner {
    func opened(_ socket: LinkSocket) { perform(machine.connected(at: .now)) }

    func received(_ socket: LinkSocket, _ bytes: [UInt8]) { perform(machine.received(bytes, at: .now)) }

    func closed(_ socket: LinkSocket, _ end: LinkSocket.End) {
        self.socket = nil
        calls.end(machine.settings.address)
        switch end {
        case .notConnected(let error): perform(machine.connectFailed(error, at: .now))
        case .closed(let error): perform(machine.closed(error, at: .now))
        // The native API has no TLS.
        case .insecure: perform(machine.closed(nil, at: .now))
        }
    }
}
