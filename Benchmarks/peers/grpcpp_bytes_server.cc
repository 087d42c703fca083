// gRPC C++'s callback API sending bytes: what is published goes to every stream as it came, without a message being
// encoded for any of them. One write at a time on a stream, as the API wants it; the rest waits in the stream's queue.
// Run: grpcpp_bytes_server PORT
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include <grpcpp/grpcpp.h>

#include "bench.grpc.pb.h"

using grpc::ByteBuffer;

class Subscriber;
std::mutex subscribersLock;
std::set<Subscriber *> subscribers;

class Subscriber final : public grpc::ServerWriteReactor<ByteBuffer> {
   public:
    Subscriber() {
        StartSendInitialMetadata();
        std::lock_guard guard(subscribersLock);
        subscribers.insert(this);
    }
    /// Under the subscribers' lock.
    void publish(const ByteBuffer &bytes) {
        std::lock_guard guard(lock_);
        if (isCancelled_) return;
        queue_.push_back(bytes);
        if (queue_.size() == 1) StartWrite(&queue_.front());
    }
    void OnWriteDone(bool ok) override {
        std::lock_guard guard(lock_);
        queue_.pop_front();
        if (!ok || isCancelled_) {
            queue_.clear();
            if (isCancelled_) finish();
        } else if (!queue_.empty()) {
            StartWrite(&queue_.front());
        }
    }
    void OnCancel() override {
        {
            std::lock_guard guard(subscribersLock);
            subscribers.erase(this);
        }
        std::lock_guard guard(lock_);
        isCancelled_ = true;
        if (queue_.empty()) finish();
    }
    void OnDone() override { delete this; }

   private:
    void finish() {
        if (!isFinished_) Finish(grpc::Status::CANCELLED);
        isFinished_ = true;
    }
    std::mutex lock_;
    std::deque<ByteBuffer> queue_;
    bool isCancelled_ = false, isFinished_ = false;
};

using Methods = bench::Bench::WithRawCallbackMethod_Subscribe<
    bench::Bench::WithRawCallbackMethod_Publish<bench::Bench::Service>>;

class Service final : public Methods {
    grpc::ServerWriteReactor<ByteBuffer> *Subscribe(grpc::CallbackServerContext *, const ByteBuffer *) override {
        return new Subscriber;
    }
    grpc::ServerUnaryReactor *Publish(
        grpc::CallbackServerContext *context, const ByteBuffer *request, ByteBuffer *response) override {
        {
            std::lock_guard guard(subscribersLock);
            for (Subscriber *subscriber : subscribers) subscriber->publish(*request);
        }
        *response = ByteBuffer(nullptr, 0);
        auto *reactor = context->DefaultReactor();
        reactor->Finish(grpc::Status::OK);
        return reactor;
    }
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
