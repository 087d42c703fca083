// The peer to beat: gRPC C++'s callback API answering bench.Bench/Echo, as its documentation teaches.
// Run: grpcpp_callback_server PORT
#include <cstdlib>
#include <memory>
#include <string>

#include <grpcpp/grpcpp.h>

#include "bench.grpc.pb.h"

class EchoService final : public bench::Bench::CallbackService {
    grpc::ServerUnaryReactor *Echo(grpc::CallbackServerContext *context, const bench::Blob *request,
                                   bench::Blob *response) override {
        response->set_body(request->body());
        auto *reactor = context->DefaultReactor();
        reactor->Finish(grpc::Status::OK);
        return reactor;
    }
};

int main(int argc, char **argv) {
    if (argc != 2) return 64;
    EchoService service;
    grpc::ServerBuilder builder;
    builder.AddListeningPort(std::string("127.0.0.1:") + argv[1], grpc::InsecureServerCredentials());
    builder.RegisterService(&service);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    if (!server) return 1;
    server->Wait();
    return 0;
}
