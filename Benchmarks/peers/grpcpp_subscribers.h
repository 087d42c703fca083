// The subscribed streams of a callback server, for grpcpp_callback_server and grpcpp_bytes_server.
#pragma once
#include <deque>
#include <memory>
#include <mutex>
#include <set>

#include <grpcpp/grpcpp.h>

template <typename Message>
class Subscribers;

/// Sends published messages with one write at a time, as the API requires; the others wait in a queue.
template <typename Message>
class Subscriber final : public grpc::ServerWriteReactor<Message> {
   public:
    using Shared = std::shared_ptr<const Message>;
    explicit Subscriber(Subscribers<Message> &all) : all_(all) {
        this->StartSendInitialMetadata();
        all_.insert(this);
    }
    /// Called under the subscribers' lock.
    void publish(const Shared &message) {
        std::lock_guard guard(lock_);
        if (isCancelled_) return;
        queue_.push_back(message);
        if (queue_.size() == 1) this->StartWrite(queue_.front().get());
    }
    void OnWriteDone(bool ok) override {
        std::lock_guard guard(lock_);
        queue_.pop_front();
        if (!ok || isCancelled_) {
            queue_.clear();
            if (isCancelled_) finish();
        } else if (!queue_.empty()) {
            this->StartWrite(queue_.front().get());
        }
    }
    void OnCancel() override {
        all_.erase(this);
        std::lock_guard guard(lock_);
        isCancelled_ = true;
        if (queue_.empty()) finish();
    }
    void OnDone() override { delete this; }

   private:
    void finish() {
        if (!isFinished_) this->Finish(grpc::Status::CANCELLED);
        isFinished_ = true;
    }
    Subscribers<Message> &all_;
    std::mutex lock_;
    std::deque<Shared> queue_;
    bool isCancelled_ = false, isFinished_ = false;
};

/// All open streams.
template <typename Message>
class Subscribers {
   public:
    void insert(Subscriber<Message> *subscriber) {
        std::lock_guard guard(lock_);
        subscribers_.insert(subscriber);
    }
    void erase(Subscriber<Message> *subscriber) {
        std::lock_guard guard(lock_);
        subscribers_.erase(subscriber);
    }
    /// Returns the number of streams that get the message.
    size_t publish(const Message &message) {
        auto shared = std::make_shared<const Message>(message);
        std::lock_guard guard(lock_);
        for (Subscriber<Message> *subscriber : subscribers_) subscriber->publish(shared);
        return subscribers_.size();
    }

   private:
    std::mutex lock_;
    std::set<Subscriber<Message> *> subscribers_;
};
