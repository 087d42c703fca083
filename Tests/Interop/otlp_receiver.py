"""Receives traces and metrics by OTLP over gRPC, with OpenTelemetry's own messages, and prints each request as JSON.

Usage: otlp_receiver.py [STATUS...]: the first calls are answered with these statuses, in this order. It prints its port
first, and ends with its input.
"""

import concurrent.futures
import json
import sys
import threading

import grpc
from google.protobuf.json_format import MessageToDict
from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2, metrics_service_pb2_grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc

statuses = [grpc.StatusCode[name] for name in sys.argv[1:]]
lock = threading.Lock()


def say(kind, value):
    with lock:
        print(json.dumps({kind: value}), flush=True)


class Traces(trace_service_pb2_grpc.TraceServiceServicer):
    def Export(self, request, context):
        with lock:
            status = statuses.pop(0) if statuses else None
        if status:
            say("refused", status.name)
            context.abort(status, "as the test says")
        for resource in request.resource_spans:
            assert resource.resource.attributes[0].key == "service.name"
            for scope in resource.scope_spans:
                for span in scope.spans:
                    assert len(span.trace_id) == 16 and len(span.span_id) == 8
                    assert span.start_time_unix_nano <= span.end_time_unix_nano
                    say("span", {
                        "trace": span.trace_id.hex(), "id": span.span_id.hex(), "parent": span.parent_span_id.hex(),
                        "name": span.name, "kind": span.kind, "status": span.status.code,
                        "message": span.status.message,
                        "attributes": {a.key: a.value.string_value or a.value.int_value for a in span.attributes},
                    })
        return trace_service_pb2.ExportTraceServiceResponse()


class Metrics(metrics_service_pb2_grpc.MetricsServiceServicer):
    def Export(self, request, context):
        for resource in request.resource_metrics:
            for scope in resource.scope_metrics:
                for metric in scope.metrics:
                    say("metric", MessageToDict(metric))
        return metrics_service_pb2.ExportMetricsServiceResponse()


server = grpc.server(concurrent.futures.ThreadPoolExecutor(4))
trace_service_pb2_grpc.add_TraceServiceServicer_to_server(Traces(), server)
metrics_service_pb2_grpc.add_MetricsServiceServicer_to_server(Metrics(), server)
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(port, flush=True)
sys.stdin.read()
server.stop(None)
