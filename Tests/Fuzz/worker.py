"""A calling process: several connections, many concurrent calls, each checked when its answer comes."""

import asyncio
import random
import time
import traceback
from collections import Counter, deque

import grpc
from google.protobuf import message_factory
from google.protobuf.message import DecodeError

from calls import DEADLINE, Call, Calls
from reflected import HOME, OPTIONS, survey
from values import Chance

CONNECTIONS = 4
# Concurrent calls. With more, waiting in the hub's queue would exceed the deadlines.
LANES = 48
WATCHERS = 6
FAILURES = 5
# Codes that the hub never returns: each of its errors has a code that tells the caller what to do.
NEVER = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DATA_LOSS}
# grpcio's error for a call whose connection was cut after sending it.
CUT = ("Socket closed", "recvmsg", "sendmsg", "GOAWAY", "Broken pipe")
NEVER_NUMBERS = {code.value[0] for code in NEVER}
# grpcio's error for a message written just after the hub ended the call, in place of the hub's reason.
WRITTEN_TOO_LATE = "Internal error from Core"


class Result:
    def __init__(self, known):
        self.calls, self.codes, self.items, self.methods, self.known = 0, Counter(), Counter(), set(), known
        self.slowest, self.slowest_call, self.connections_lost = 0.0, "", 0
        self.failures, self.suspects = [], []


class Worker:
    def __init__(self, address, answers, seed, seconds, stop):
        self.address, self.seed, self.stop = address, seed, stop
        self.hub, traits, members, home = survey(address, answers)
        # Watches have a generator of their own, since the time of their end must not change the next calls.
        self.calls = Calls(Chance(random.Random(seed)), self.hub, traits, members, home)
        self.streams = Calls(Chance(random.Random(f"{seed}/streams")), self.hub, traits, members, home)
        self.streams.watches = self.calls.watches
        self.result = Result(self.calls.known)
        self.flying, self.lost, self.number = {}, deque(maxlen=2 * LANES), 0
        self.classes, self.end = {}, time.monotonic() + seconds

    def is_over(self):
        return time.monotonic() > self.end or self.stop.is_set() or len(self.result.failures) >= FAILURES

    def answer_class(self, call):
        made = self.classes.get(call.path)
        if made is None:
            method = self.hub.services[call.service].methods_by_name[call.method]
            made = self.classes[call.path] = message_factory.GetMessageClass(method.output_type)
        return made

    def fail(self, what, call):
        self.result.failures.append(f"{what}: {call}")

    def begin(self, call):
        self.number += 1
        self.flying[self.number] = call
        return self.number, time.monotonic()

    def note(self, number, started, call, code, details=""):
        """Counts a call that has ended."""
        result, took = self.result, time.monotonic() - started
        del self.flying[number]
        result.calls += 1
        result.codes[code.name] += 1
        result.methods.add(call.path)
        if took > result.slowest:
            result.slowest, result.slowest_call = took, f"{call.path}, {len(call.request)} bytes"
        if code in NEVER:
            self.fail(f"{code.name} ({details})", call)
        elif code == grpc.StatusCode.DEADLINE_EXCEEDED and call.timeout == DEADLINE:
            self.fail(f"no answer within {DEADLINE:.0f} s ({details})", call)
        elif code == grpc.StatusCode.UNAVAILABLE and any(word in details for word in CUT):
            # If the hub has died, this call may be the cause.
            self.lost.append((number, call))
            result.connections_lost += 1

    async def unary(self, methods, call):
        send = methods.get(call.path)
        if send is None:
            send = methods[call.path] = methods["channel"].unary_unary(call.path)
        number, started = self.begin(call)
        try:
            data = await send(call.request, timeout=call.timeout)
        except grpc.aio.AioRpcError as error:
            self.note(number, started, call, error.code(), error.details())
            if error.code() == grpc.StatusCode.UNAVAILABLE and self.lost:
                # Wait until it is known whether the hub lives; further failures mean nothing.
                await asyncio.sleep(0.5)
            return
        self.note(number, started, call, grpc.StatusCode.OK)
        try:
            answer = self.answer_class(call).FromString(data)
        except DecodeError as error:
            return self.fail(f"an answer that can't be read ({error}): {data.hex()[:400]}", call)
        if call.learn:
            call.learn(answer)
        if token := getattr(answer, "next_page_token", ""):
            self.calls.page_tokens.append(token)
        if call.method == "SendBatch":
            self.look_at(answer.results, call)

    def look_at(self, results, call):
        """The items of a batch have codes of their own."""
        for index, one in enumerate(results):
            self.result.items[one.code] += 1
            if one.code in NEVER_NUMBERS:
                self.fail(f"item {index} of a batch: code {one.code} ({one.message})", call)

    async def lane(self, channel):
        methods = {"channel": channel}
        while not self.is_over():
            await self.unary(methods, self.calls.next())

    async def watcher(self, channel):
        """Opens streams one after the other, reads for a while, quickly or slowly, and disconnects."""
        chance = self.streams.chance
        while not self.is_over():
            call, requests = self.streams.attach() if chance.one_in(4) else (self.streams.watch(), [])
            seconds, is_slow = chance.random() * chance.random() * 3, chance.one_in(4)
            if requests:
                stream = channel.stream_stream(call.path)()
            else:
                stream = channel.unary_stream(call.path)(call.request)
            await self.read(stream, call, requests, seconds, is_slow)

    async def read(self, stream, call, requests, seconds, is_slow):
        number, started = self.begin(call)
        heard = False
        try:
            for request in requests:
                await asyncio.wait_for(stream.write(request), DEADLINE)
                # If the hub ends it for this message, read its reason instead of losing it by writing the next one.
                await asyncio.sleep(0.01)
                if stream.done():
                    break
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            # It ended meanwhile; reading gives the status.
            pass
        except asyncio.TimeoutError:
            self.fail(f"the hub did not read within {DEADLINE:.0f} s", call)
        try:
            while (left := started + seconds - time.monotonic()) > 0 and not self.is_over():
                # A stream may be silent, but a watch confirms its start at once.
                wait = left if heard or call.method != "Watch" else DEADLINE
                data = await asyncio.wait_for(stream.read(), wait)
                if data is grpc.aio.EOF:
                    break
                heard = True
                message = self.answer_class(call).FromString(data)
                if call.service == HOME and message.WhichOneof("content") == "started":
                    self.calls.watches.append(message.started.watch_id)
                if is_slow:
                    await asyncio.sleep(0.2)
        except asyncio.TimeoutError:
            if not heard and call.method == "Watch":
                self.fail(f"no first message within {DEADLINE:.0f} s", call)
        except grpc.aio.AioRpcError:
            # Its code is checked below, like that of a stream without an error.
            pass
        except DecodeError as error:
            self.fail(f"a message of a stream that can't be read ({error})", call)
        code, details = grpc.StatusCode.CANCELLED, ""
        if stream.done():
            code, details = await stream.code(), await stream.details()
        stream.cancel()
        if details == WRITTEN_TOO_LATE:
            code = grpc.StatusCode.CANCELLED
        # The duration of a stream means nothing.
        self.note(number, time.monotonic(), call, code, details)

    async def run(self):
        channels = [grpc.aio.insecure_channel(self.address, OPTIONS) for _ in range(CONNECTIONS)]
        lanes = [asyncio.create_task(self.lane(channels[index % CONNECTIONS])) for index in range(LANES)]
        lanes += [asyncio.create_task(self.watcher(channels[index % CONNECTIONS])) for index in range(WATCHERS)]
        # Long enough for each started call to be answered.
        left = self.end + 2 * DEADLINE - time.monotonic()
        done, waiting = await asyncio.wait(lanes, timeout=left, return_when=asyncio.FIRST_EXCEPTION)
        problem = next((task.exception() for task in done if task.exception()), None)
        # The calls in flight when the hub died, with those never answered: one of them may be the cause.
        suspects = sorted(list(self.flying.items()) + list(self.lost), key=lambda one: one[0])
        # Unary calls last: streams still start while a dying hub writes its report.
        suspects.sort(key=lambda one: one[1].method not in ("Watch", "Attach"))
        self.result.suspects = [str(call) for _, call in suspects]
        if waiting and not problem:
            for call in self.flying.values():
                self.fail("it did not end", call)
        for task in waiting:
            task.cancel()
        for channel in channels:
            await channel.close()
        if problem:
            raise problem
        return self.result


def work(address, answers, seed, seconds, stop, pipe):
    """The body of the process. Returns the result, or a text with the reason for its absence."""
    try:
        pipe.send(asyncio.run(Worker(address, answers, seed, seconds, stop).run()))
    except grpc.RpcError as error:
        pipe.send(f"{error.code().name} ({error.details()}) before it could begin")
    except Exception:
        pipe.send(traceback.format_exc())
