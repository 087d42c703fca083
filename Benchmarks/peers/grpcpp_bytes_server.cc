// gRPC C++'s callback API sending bytes: published bytes are forwarded to every stream unchanged, without encoding a
// message for any of them.
// Run: grpcpp_bytes_server PORT
#include <memory>
#include <string>

#include <grpcpp/grpcpp.h>

#include "bench.grpc.pb.h"
#include "grpcpp_subscribers.h"

using grpc::ByteBuffer;
using Methods = bench::Bench::WithRawCallbackMethod_Subscribe<
    bench::Bench::WithRawCallbackMethod_Publish<bench::Bench::Service>>;

class Service final : public Methods {
    grpc::ServerWriteReactor<ByteBuffer> *Subscribe(grpc::CallbackServerContext *, const ByteBuffer *) override {
        return new Subscriber<ByteBuffer>(subscribers_);
    }
    grpc::ServerUnaryReactor *Publish(
        grpc::CallbackServerContext *context, const ByteBuffer *request, ByteBuffer *response) override {
        subscribers_.publish(*request);
        *response = ByteBuffer(nullptr, 0);
        auto *reactor = context->DefaultReactor();
        reactor->Finish(grpc::Status::OK);
        return reactor;
    }
    Subscribers<ByteBuffer> subscribers_;
};

int main(int argc, char **argv) {
    if (argc != 2) return 64;
    Service service;
    grpc::ServerBuilder builder;
    builder.AddListeningPort(std::string("127.0.0.1:") + argv[1], grpc::InsecureServerCredentials());
    builder.RegisterService(&service);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    if (!server) return 1;
    server->Wait();
    return 0;
}
