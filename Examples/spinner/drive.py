#!/usr/bin/env python3
"""Drives Acme's turntable through a Hearth hub, with only grpcio and stubs of the exported .proto files.

usage: drive.py [--hub HOST:PORT]
"""

import argparse
import sys

import grpc
from google.rpc import status_pb2
from hearth.traits.acme.v1 import on_off_extension_pb2, on_off_extension_pb2_grpc, spinner_pb2, spinner_pb2_grpc
from hearth.v1 import common_pb2

TURNTABLE = common_pb2.Target(device_id="acme-turntable-1", endpoint=1)


def reason(error):
    """The trait's own error in a status."""
    for key, value in error.trailing_metadata():
        if key == "grpc-status-details-bin":
            for detail in status_pb2.Status.FromString(value).details:
                refusal = common_pb2.TraitError()
                if detail.Unpack(refusal):
                    return refusal
    sys.exit(f"no TraitError in {error}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hub", default="127.0.0.1:4327")
    options = parser.parse_args()
    with grpc.insecure_channel(options.hub) as channel:
        spinner = spinner_pb2_grpc.SpinnerServiceStub(channel)

        def spin(rpm):
            request = spinner_pb2.SpinnerServiceSpinRequest(
                target=TURNTABLE, command=spinner_pb2.Spinner.Spin(rpm=rpm))
            spinner.Spin(request, timeout=10)

        spin(0)
        before = spinner.Get(spinner_pb2.SpinnerServiceGetRequest(target=TURNTABLE), timeout=10).attributes.turns

        go_round = spinner_pb2.SpinnerServiceGoRoundRequest(
            target=TURNTABLE, command=spinner_pb2.Spinner.GoRound(times=3))
        after = spinner.GoRound(go_round, timeout=10).response.turns
        print(f"it went round {after - before} times, {after} in all")

        spin(78)
        rpm = spinner.Get(spinner_pb2.SpinnerServiceGetRequest(target=TURNTABLE), timeout=10).attributes.rpm
        print(f"it turns at {rpm} a minute")

        try:
            spinner.GoRound(go_round, timeout=10)
            sys.exit("it went round although it turned")
        except grpc.RpcError as error:
            print(f"{error.code().name}: {error.details()} (Matter status {reason(error).matter_status:#04x})")

        extension = on_off_extension_pb2_grpc.OnOffExtensionServiceStub(channel)
        update = on_off_extension_pb2.OnOffExtensionServiceUpdateRequest(target=TURNTABLE)
        update.attributes.spin_up_time = 25
        print("spin-up time:", extension.Update(update, timeout=10).attributes.spin_up_time)
        update.attributes.spin_up_time = 101
        try:
            extension.Update(update, timeout=10)
            sys.exit("101 was taken although 100 is the most")
        except grpc.RpcError as error:
            print(f"{error.code().name}: {reason(error).field} has {reason(error).constraint}")


if __name__ == "__main__":
    main()
