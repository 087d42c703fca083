// gRPC C++'s callback client: unary calls, STREAMS at a time on one connection.
// Run: grpcpp_client PORT STREAMS COUNT
#include <ctime>
#include <sys/resource.h>

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <grpcpp/grpcpp.h>

#include "bench.grpc.pb.h"

static double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return double(t.tv_sec) + double(t.tv_nsec) / 1e9;
}

static double cpu() {
    rusage u;
    getrusage(RUSAGE_SELF, &u);
    return double(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + double(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/// Makes `count` calls, `streams` at a time.
class Run {
   public:
    Run(bench::Bench::Stub &stub, long count) : stub_(stub), left_(count), missing_(count) {
        request_.set_body(std::string(30, 'e'));
    }
    void start(long streams) {
        for (long i = 0; i < streams; i++) next();
        std::unique_lock lock(lock_);
        done_.wait(lock, [&] { return missing_ == 0; });
    }

   private:
    struct Call {
        grpc::ClientContext context;
        bench::Blob response;
    };
    void next() {
        if (left_.fetch_sub(1) <= 0) return;
        auto *call = new Call;
        stub_.async()->Echo(&call->context, &request_, &call->response, [this, call](grpc::Status status) {
            if (!status.ok() || call->response.body().size() != 30) {
                std::fprintf(stderr, "grpcpp_client: %s\n", status.error_message().c_str());
                std::_Exit(1);
            }
            delete call;
            next();
            if (missing_.fetch_sub(1) == 1) {
                std::lock_guard lock(lock_);
                done_.notify_one();
            }
        });
    }
    bench::Bench::Stub &stub_;
    bench::Blob request_;
    std::atomic<long> left_, missing_;
    std::mutex lock_;
    std::condition_variable done_;
};

int main(int argc, char **argv) {
    if (argc != 4) return 64;
    long streams = std::atol(argv[2]), count = std::atol(argv[3]);
    auto channel = grpc::CreateChannel(std::string("127.0.0.1:") + argv[1], grpc::InsecureChannelCredentials());
    auto stub = bench::Bench::NewStub(channel);
    Run(*stub, count / 10 + 1).start(streams);
    double start = now(), used = cpu();
    Run(*stub, count).start(streams);
    std::printf("{\"rate\": %.1f, \"cpu\": %.4f}\n", double(count) / (now() - start),
                (cpu() - used) / double(count) * 1e6);
    std::fflush(stdout);
    std::_Exit(0);
}
