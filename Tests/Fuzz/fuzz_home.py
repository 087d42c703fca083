"""Sends a hub anything that a client could send; checks its answers, its survival and its memory. See scripts/fuzz."""

import argparse
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter

import grpc

import programs
from reflected import Reflected
from worker import work

# One worker keeps a debug build of a hub busy on most machines; two find more concurrency errors.
WORKERS = 2
KEPT = ".build/fuzz-home"
# In MiB. A hub keeps limited numbers of objects: 1,024 reports and 10,000 events of a structure, queues of watches, 4 MiB
# of answers. A debug build reaches 90 within a minute and 160 within five, so a leak of 2 KiB a call is found.
MOST_AFTERWARDS = 256
# If half of the concurrent calls have 4 MiB, held as bytes, as values and as an answer.
MOST_AT_ALL = 1024


class Watch(threading.Thread):
    """Monitors the programs: whether they run, and the hub's memory."""

    def __init__(self, running, stop):
        super().__init__(daemon=True)
        self.running, self.stop, self.problems, self.memory = running, stop, [], []
        self.is_done = threading.Event()

    def run(self):
        while not self.is_done.wait(0.1):
            self.memory.append(self.running[0].memory())
            for program in self.running:
                if how := program.ended():
                    program.has_died = True
                    self.problems.append(f"{program.name} {how}")
                    self.stop.set()
            if self.problems:
                return

    def finish(self):
        self.is_done.set()
        self.join()


class Bystander(threading.Thread):
    """A well-behaved client on a connection of its own; records its longest wait. The fuzzing calls are timed in a busy
    process; this one measures the hub itself."""

    def __init__(self, hub):
        super().__init__(daemon=True)
        self.hub, self.worst, self.is_done = hub, 0.0, threading.Event()

    def run(self):
        while not self.is_done.wait(0.05):
            start = time.monotonic()
            try:
                self.hub.call("GetInfo")
            except grpc.RpcError:
                # The reason is determined at the end.
                return
            self.worst = max(self.worst, time.monotonic() - start)


def drive(address, seed, seconds, running):
    """Calls for a time. Returns: the results of the workers, and the problems."""
    hub = Reflected(address)
    answers = {"List": hub.whole("List"), "GetTraitSchemas": hub.whole("GetTraitSchemas")}
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    watch, bystander = Watch(running, stop), Bystander(hub)
    watch.start()
    bystander.start()
    workers = []
    for index in range(WORKERS):
        pipe, other = context.Pipe(duplex=False)
        process = context.Process(
            target=work, args=(address, answers, f"{seed}/{index}", seconds, stop, other), daemon=True)
        process.start()
        other.close()
        workers.append((process, pipe))
    results, problems, end = [], [], time.monotonic() + seconds + 60
    for index, (process, pipe) in enumerate(workers):
        result = "it did not end in time"
        if pipe.poll(max(0, end - time.monotonic())):
            try:
                result = pipe.recv()
            except EOFError:
                result = "it ended without a result"
        if isinstance(result, str):
            process.kill()
            problems.append(f"client {index}: {result}")
        else:
            results.append(result)
            problems += result.failures
    watch.finish()
    if max(watch.memory, default=0) > MOST_AT_ALL:
        problems.append(f"the hub had {max(watch.memory):.0f} MiB; {MOST_AT_ALL} are the most")
    bystander.is_done.set()
    watch.worst = bystander.worst
    return results, watch.problems + problems, watch


def finish(address, running):
    """Removes the home's objects, and ends all programs.

    Returns: the problems of the hub's answers and of the programs' ends."""
    problems = []
    try:
        client = Reflected(address)
        home = client.read("List", client.whole("List"))
        # During fuzzing devices stay, or there would soon be nothing left to fuzz.
        for device in home.devices:
            remove(client, "RemoveDevice", device_id=device.id)
        for structure in home.structures:
            remove(client, "DeleteStructure", structure_id=structure.id)
        client.call("GetInfo")
    except Exception as error:
        problems.append(f"the hub does not answer afterwards as it should: {error}")
    if (afterwards := running[0].memory()) > MOST_AFTERWARDS:
        problems.append(f"the hub has {afterwards:.0f} MiB after the last call; {MOST_AFTERWARDS} are the most")
    # The hub last: it must survive the products' end.
    return problems + [wrong for program in reversed(running) if (wrong := program.end())]


def remove(client, method, **fields):
    try:
        client.call(method, **fields)
    except grpc.RpcError as error:
        # A device may depend on an already removed one; a home may have to stay.
        if error.code() not in (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.FAILED_PRECONDITION):
            raise


def report(seconds, results, before, watch):
    calls, codes, items = sum(result.calls for result in results), Counter(), Counter()
    for result in results:
        codes.update(result.codes)
        items.update(result.items)
    known = set().union(*(result.known for result in results))
    called = known & set().union(*(result.methods for result in results))
    print(f"{calls} calls in {seconds:.0f} s of {len(called)} of the {len(known)} methods in this home: "
          + ", ".join(f"{code} {count}" for code, count in codes.most_common()))
    print("items of batches by code: " + ", ".join(f"{code} {count}" for code, count in items.most_common()))
    if lost := sum(result.connections_lost for result in results):
        print(f"{lost} calls ended with their connection")
    if slowest := max(results, key=lambda result: result.slowest, default=None):
        print(f"the slowest call took {slowest.slowest:.2f} s: {slowest.slowest_call}")
        print(f"a healthy call beside them took at most {watch.worst:.2f} s")
    if watch.memory:
        print(f"the hub's memory: {before:.0f} MiB before, {watch.memory[len(watch.memory) // 2]:.0f} at half time, "
              f"{watch.memory[-1]:.0f} after, {max(watch.memory):.0f} at most")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hearth", required=True, help="the program")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", help="of an earlier run, to send the same calls again")
    arguments = parser.parse_args()
    seed = arguments.seed or str(random.SystemRandom().randrange(1 << 32))
    print(f"Fuzzing a home for {arguments.seconds:.0f} s with the seed {seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        address, running = programs.start(arguments.hearth, folder)
        try:
            before = running[0].memory()
            start = time.monotonic()
            results, problems, watch = drive(address, seed, arguments.seconds, running)
            seconds = time.monotonic() - start
            if not watch.problems:
                problems += finish(address, running)
        finally:
            for program in running:
                program.process.kill()
        report(seconds, results, before, watch)
        if problems:
            keep(seed, problems, results, running)
    sys.exit(1 if problems else 0)


def keep(seed, problems, results, running):
    """Prints the problems, and keeps all data about them."""
    shutil.rmtree(KEPT, ignore_errors=True)
    os.makedirs(KEPT)
    for program in running:
        shutil.copy(program.log, KEPT)
    suspects = [call for result in results for call in result.suspects]
    with open(f"{KEPT}/calls", "w") as file:
        file.write("\n".join([f"seed {seed}"] + problems + ["Under way at the end, last sent last:"] + suspects) + "\n")
    for problem in problems:
        print(f"FAILED with the seed {seed}: {shortened(problem, 1500)}")
    if suspects and any(program.has_died for program in running):
        print("Under way were, last sent last:")
        for call in [call for result in results for call in result.suspects[-4:]]:
            print(f"    {shortened(call, 400)}")
    for program in [program for program in running if program.has_died] or running[:1]:
        print(f"The last that {program.name} said:\n{program.last_lines()}")
    print(f"{KEPT} has the whole calls, and the output of the programs.")


def shortened(text, size):
    return text if len(text) <= size else f"{text[:size]}… ({len(text)} characters)"


if __name__ == "__main__":
    main()
