"""A process that calls: several connections, many calls at a time, each looked at when its answer comes."""

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
# Calls at a time. With more the hub's queue is what takes the time, and a call's deadline is no measure.
LANES = 48
WATCHERS = 6
FAILURES = 5
# What the hub never answers: each of its errors has a code that says what the caller can do.
NEVER = {grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN, grpc.StatusCode.DATA_LOSS}
# What grpcio says of a call whose connection was cut when it had been sent.
CUT = ("Socket closed", "recvmsg", "sendmsg", "GOAWAY", "Broken pipe")
NEVER_NUMBERS = {code.value[0] for code in NEVER}
# What grpcio makes of a message that is written when the hub has just ended the call, in place of the hub's reason.
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
        # Watchers draw from numbers of their own: when a watch ends must not change which calls come next.
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
            # If the hub turns out to have died, it was perhaps this call.
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
                # Until it is known whether the hub lives; what else would fail now says nothing.
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
        """Opens streams one after the other, reads a while, quickly or slowly, and goes away without a word."""
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
                # If the hub ends it on account of this one, its reason is read, not lost in writing the next.
                await asyncio.sleep(0.01)
                if stream.done():
                    break
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            # It ended meanwhile; how, is what reading says.
            pass
        except asyncio.TimeoutError:
            self.fail(f"the hub did not read within {DEADLINE:.0f} s", call)
        try:
            while (left := started + seconds - time.monotonic()) > 0 and not self.is_over():
                # A stream may be silent, but a watch says at once that it has begun.
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
            # Its code is looked at below, as that of one that ended without an error.
            pass
        except DecodeError as error:
            self.fail(f"a message of a stream that can't be read ({error})", call)
        code, details = grpc.StatusCode.CANCELLED, ""
        if stream.done():
            code, details = await stream.code(), await stream.details()
        stream.cancel()
        if details == WRITTEN_TOO_LATE:
            code = grpc.StatusCode.CANCELLED
        # How long a stream lasts says nothing.
        self.note(number, time.monotonic(), call, code, details)

    async def run(self):
        channels = [grpc.aio.insecure_channel(self.address, OPTIONS) for _ in range(CONNECTIONS)]
        lanes = [asyncio.create_task(self.lane(channels[index % CONNECTIONS])) for index in range(LANES)]
        lanes += [asyncio.create_task(self.watcher(channels[index % CONNECTIONS])) for index in range(WATCHERS)]
        # Long enough for each call that has begun to have its answer.
        left = self.end + 2 * DEADLINE - time.monotonic()
        done, waiting = await asyncio.wait(lanes, timeout=left, return_when=asyncio.FIRST_EXCEPTION)
        problem = next((task.exception() for task in done if task.exception()), None)
        # What was under way when the hub died, with what it never answered: one of these may have done it.
        suspects = sorted(list(self.flying.items()) + list(self.lost), key=lambda one: one[0])
        # Those with one answer last: streams go on beginning while a hub that dies writes down why.
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
    """Body of the process. What it hands back is the result, or in words why there is none."""
    try:
        pipe.send(asyncio.run(Worker(address, answers, seed, seconds, stop).run()))
    except grpc.RpcError as error:
        pipe.send(f"{error.code().name} ({error.details()}) before it could begin")
    except Exception:
        pipe.send(traceback.format_exc())
