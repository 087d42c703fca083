#!/usr/bin/env python3
"""Follows a Hearth hub with only grpcio and stubs generated from the exported .proto files.

usage: follow.py [--hub HOST:PORT] [--certificate FILE] [--seconds N]

Lists the devices, turns the first light on and off, changes an attribute, sends an invalid request, and prints
the watch's messages meanwhile. A hub on another machine needs its certificate and a token in HEARTH_TOKEN;
`hearth tokens create NAME --certificate FILE` creates both.
"""

import argparse
import importlib
import os
import sys
import threading

import grpc
from google.protobuf import json_format
from google.rpc import status_pb2
from hearth.traits.matter.v1 import door_lock_pb2, door_lock_pb2_grpc, on_off_pb2, on_off_pb2_grpc
from hearth.v1 import common_pb2, home_pb2, home_pb2_grpc

ON_OFF = 0x0006
DOOR_LOCK = 0x0101


def unpack(packed):
    """The message in an Any with a short type URL: /package.Trait.Attributes. None for a maker's trait, which has no stubs."""
    package, trait = packed.type_url.lstrip("/").split(".Attributes")[0].rsplit(".", 1)
    snake = "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(trait))
    try:
        module = importlib.import_module(f"{package}.{snake}_pb2")
    except ModuleNotFoundError:
        return None
    message = getattr(module, trait).Attributes()
    message.ParseFromString(packed.value)
    return message


def first_with(devices, trait_id):
    for device in devices:
        for endpoint in device.endpoints:
            if any(trait.id == trait_id for trait in endpoint.traits):
                return device, common_pb2.Target(device_id=device.id, endpoint=endpoint.id)
    sys.exit(f"no device has the trait {trait_id:#06x}")


def connect(hub, certificate):
    if not certificate:
        return grpc.insecure_channel(hub)
    with open(certificate, "rb") as file:
        tls = grpc.ssl_channel_credentials(root_certificates=file.read())
    token = grpc.access_token_call_credentials(os.environ["HEARTH_TOKEN"])
    # The hub is identified by its certificate, whatever name is used to reach it.
    options = [("grpc.ssl_target_name_override", "localhost")]
    return grpc.secure_channel(hub, grpc.composite_channel_credentials(tls, token), options)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hub", default="127.0.0.1:4327")
    parser.add_argument("--certificate", help="the hub's certificate (PEM) for TLS, with the token in HEARTH_TOKEN")
    parser.add_argument("--seconds", type=float, default=3, help="how long to follow the house")
    options = parser.parse_args()

    with connect(options.hub, options.certificate) as channel:
        home = home_pb2_grpc.HomeServiceStub(channel)
        rooms, devices, page = {}, [], None
        while page is None or page.next_page_token:
            token = page.next_page_token if page else ""
            page = home.List(home_pb2.ListRequest(page_token=token), timeout=10)
            rooms |= {room.id: room.name for room in page.rooms}
            devices += page.devices
        names = {device.id: device.name for device in devices}
        for device in sorted(devices, key=lambda d: (rooms.get(d.room_id, ""), d.name)):
            print(f"{rooms.get(device.room_id, '-'):14} {device.name}")

        watch = home.Watch(home_pb2.WatchRequest())
        ready = threading.Event()
        toggled = threading.Event()

        def follow():
            try:
                for message in watch:
                    content = message.WhichOneof("content")
                    if content == "snapshot_complete":
                        print("the snapshot is complete")
                        ready.set()
                    elif content == "report":
                        for state in message.report.states:
                            attributes = unpack(state.attributes)
                            if attributes is None:
                                print(f"{names.get(state.target.device_id)}: {state.attributes.type_url}")
                                continue
                            shown = json_format.MessageToDict(attributes, preserving_proto_field_name=True)
                            print(f"#{message.report.position.sequence} {names.get(state.target.device_id)}: {shown}")
                            if state.trait_id == ON_OFF and attributes.HasField("on_off"):
                                toggled.set()
            except grpc.RpcError as error:
                if error.code() != grpc.StatusCode.CANCELLED:
                    raise

        follower = threading.Thread(target=follow)
        follower.start()
        if not ready.wait(10):
            sys.exit("no snapshot within ten seconds")

        light, target = first_with(devices, ON_OFF)
        on_off = on_off_pb2_grpc.OnOffServiceStub(channel)
        before = on_off.Get(on_off_pb2.OnOffServiceGetRequest(target=target), timeout=10).attributes.on_off
        on_off.Toggle(on_off_pb2.OnOffServiceToggleRequest(target=target, command=on_off_pb2.OnOff.Toggle()), timeout=10)
        after = on_off.Get(on_off_pb2.OnOffServiceGetRequest(target=target), timeout=10).attributes.on_off
        print(f"toggled {light.name}: {before} -> {after}")
        if before == after or not toggled.wait(10):
            sys.exit("the toggle did not arrive")

        lock, target = first_with(devices, DOOR_LOCK)
        locks = door_lock_pb2_grpc.DoorLockServiceStub(channel)
        wanted = door_lock_pb2.DoorLock.Attributes(wrong_code_entry_limit=3)
        answer = locks.Update(
            door_lock_pb2.DoorLockServiceUpdateRequest(target=target, attributes=wanted), timeout=10)
        print(f"{lock.name}: wrong_code_entry_limit is {answer.attributes.wrong_code_entry_limit}")
        try:
            bad = door_lock_pb2.DoorLock.Attributes(wrong_code_entry_limit=0)
            locks.Update(door_lock_pb2.DoorLockServiceUpdateRequest(target=target, attributes=bad), timeout=10)
            sys.exit("a limit of 0 was taken")
        except grpc.RpcError as error:
            details = dict(error.trailing_metadata()).get("grpc-status-details-bin", b"")
            status = status_pb2.Status.FromString(details)
            reason = common_pb2.TraitError()
            status.details[0].Unpack(reason)
            print(f"refused: {error.code().name}: {error.details()} (Matter status {reason.matter_status:#x})")
            if reason.matter_status != 0x87:
                sys.exit("expected CONSTRAINT_ERROR")

        threading.Event().wait(options.seconds)
        watch.cancel()
        follower.join(10)
        print("done")


if __name__ == "__main__":
    main()
