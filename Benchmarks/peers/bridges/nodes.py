"""Devices of ESPHome as programs: many of the firmware `host`, each with an address of its own.

usage: nodes.py FIRMWARE COUNT

Prints their ports in a line of JSON, and then reads commands, one a line, answering each with a line of JSON:

    kill            ends all at once, as a power cut does
    start           starts all again
    publish VALUE   every node measures the value, told by ESPHome's own client
    latency HUB N FIRST
                    N single values of one node from FIRST on: how much later a subscriber of the hub at this port has
                    each than ESPHome's own client, to which the node sends it at the same time

The end of the input ends them.
"""

import asyncio
import json
import pathlib
import sys
import time

import subscribers
from aioesphomeapi import APIClient, SensorState

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Tests/Integrations"))
import esphome_firmware  # noqa: E402


async def connect(port):
    """ESPHome's own client of a node, and the node's action."""
    client = APIClient("127.0.0.1", port, None)
    await client.connect(login=True)
    _, actions = await client.list_entities_services()
    return client, next(each for each in actions if each.name == "measure")


async def measure(port, value):
    client, action = await connect(port)
    await client.execute_service(action, {"value": value})
    await client.disconnect()


async def publish(nodes, value):
    for start in range(0, len(nodes), 20):
        await asyncio.gather(*(measure(node.port, value) for node in nodes[start:start + 20]))


async def latency(port, hub, count, first):
    subscriber = subscribers.Hub(hub, subscribers.READING, "value", "983569")
    client, action = await connect(port)
    told = {}

    def took(state):
        if isinstance(state, SensorState):
            told.setdefault(state.state, time.monotonic())

    client.subscribe_states(took)
    times = []
    for value in range(first, first + count):
        arrival = subscriber.expect(1, value)
        await client.execute_service(action, {"value": float(value)})
        if not await asyncio.to_thread(arrival.wait, 10):
            raise SystemExit(f"the value {value} did not arrive")
        while value not in told:
            await asyncio.sleep(0.001)
        times.append(arrival.at - told[value])
        await asyncio.sleep(0.02)
    await client.disconnect()
    return subscribers.quantiles(times)


def main():
    subscribers.keep_out_of_measurements()
    nodes = [esphome_firmware.Node(sys.argv[1], number) for number in range(1, int(sys.argv[2]) + 1)]
    for node in nodes:
        node.wait(60)
    print(json.dumps([node.port for node in nodes]), flush=True)
    try:
        for line in sys.stdin:
            word, *more = line.split()
            begin = time.monotonic()
            answer = None
            if word == "kill":
                for node in nodes:
                    node.process.kill()
                for node in nodes:
                    node.process.wait()
            elif word == "start":
                for node in nodes:
                    node.start()
            elif word == "publish":
                asyncio.run(publish(nodes, float(more[0])))
            elif word == "latency":
                answer = asyncio.run(latency(nodes[0].port, *map(int, more)))
            print(json.dumps(answer or {"seconds": time.monotonic() - begin}), flush=True)
    finally:
        for node in nodes:
            node.kill()


main()
