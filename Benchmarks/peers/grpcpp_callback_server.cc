// gRPC C++'s callback API serving bench.Bench, as in its documentation.
// Run: grpcpp_callback_server PORT [CERTIFICATE KEY]
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include <grpcpp/grpcpp.h>

#include "bench.grpc.pb.h"
#include "grpcpp_subscribers.h"

/// Sends the requested number of events, one write after the other.
class Counter final : public grpc::ServerWriteReactor<bench::Event> {
   public:
    explicit Counter(const bench::StreamReq *request) : left_(request->count()) {
        event_.set_pad(std::string(request->size(), 'x'));
        next();
    }
    void OnWriteDone(bool ok) override { ok ? next() : Finish(grpc::Status::CANCELLED); }
    void OnDone() override { delete this; }

   private:
    void next() {
        if (left_ == 0) return Finish(grpc::Status::OK);
        event_.set_seq(left_);
        event_.set_t_ns(left_--);
        StartWrite(&event_);
    }
    uint64_t left_;
    bench::Event event_;
};

class Service final : public bench::Bench::CallbackService {
    grpc::ServerUnaryReactor *Echo(grpc::CallbackServerContext *context, const bench::Blob *request,
                                   bench::Blob *response) override {
        response->set_body(request->body());
        return finish(context);
    }
    grpc::ServerWriteReactor<bench::Event> *Stream(grpc::CallbackServerContext *,
                                                   const bench::StreamReq *request) override {
        return new Counter(request);
    }
    grpc::ServerWriteReactor<bench::Event> *Subscribe(grpc::CallbackServerContext *,
                                                      const bench::StreamReq *) override {
        return new Subscriber<bench::Event>(subscribers_);
    }
    grpc::ServerUnaryReactor *Publish(grpc::CallbackServerContext *context, const bench::Event *request,
                                      bench::Ack *response) override {
        response->set_n(subscribers_.publish(*request));
        return finish(context);
    }
    static grpc::ServerUnaryReactor *finish(grpc::CallbackServerContext *context) {
        auto *reactor = context->DefaultReactor();
        reactor->Finish(grpc::Status::OK);
        return reactor;
    }
    Subscribers<bench::Event> subscribers_;
};

static std::string contents(const char *path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

int main(int argc, char **argv) {
    if (argc != 2 && argc != 4) return 64;
    auto credentials = grpc::InsecureServerCredentials();
    if (argc == 4) {
        grpc::SslServerCredentialsOptions options;
        options.pem_key_cert_pairs.push_back({contents(argv[3]), contents(argv[2])});
        credentials = grpc::SslServerCredentials(options);
    }
    Service service;
    grpc::ServerBuilder builder;
    builder.AddListeningPort(std::string("127.0.0.1:") + argv[1], credentials);
    builder.RegisterService(&service);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    if (!server) return 1;
    server->Wait();
    return 0;
}
