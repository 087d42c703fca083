"""Devices of ESPHome as programs: many of the firmware `host`, each with an address of its own.

usage: nodes.py FIRMWARE COUNT

Prints their ports in a line of JSON, and then reads commands, one a line, answering each with a line of JSON:

    kill            ends all at once, as a power cut does
    start           starts all again
    publish VALUE   every node measures the value, told by ESPHome's own client

The end of the input ends them.
"""

import asyncio
import json
import pathlib
import sys
import time

from aioesphomeapi import APIClient

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Tests/Integrations"))
import esphome_firmware  # noqa: E402


async def measure(port, value):
    client = APIClient("127.0.0.1", port, None)
    await client.connect(login=True)
    _, actions = await client.list_entities_services()
    action = next(each for each in actions if each.name == "measure")
    await client.execute_service(action, {"value": value})
    await client.disconnect()


async def publish(nodes, value):
    for start in range(0, len(nodes), 20):
        await asyncio.gather(*(measure(node.port, value) for node in nodes[start:start + 20]))


def main():
    nodes = [esphome_firmware.Node(sys.argv[1], number) for number in range(1, int(sys.argv[2]) + 1)]
    for node in nodes:
        node.wait(60)
    print(json.dumps([node.port for node in nodes]), flush=True)
    try:
        for line in sys.stdin:
            word, *more = line.split()
            begin = time.monotonic()
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
            print(json.dumps({"seconds": time.monotonic() - begin}), flush=True)
    finally:
        for node in nodes:
            node.kill()


main()
