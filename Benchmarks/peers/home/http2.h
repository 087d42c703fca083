// gRPC over HTTP/2 with as little work for each frame as possible, so that a fast server is not limited by
// its client: frames are read in place, and only header blocks go through libnghttp2.
#pragma once
#include <nghttp2/nghttp2.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The seconds of the monotonic clock.
double now();
[[noreturn]] void fail(const std::string &what);

class Connection;

/// A call. Its functions are called for incoming messages.
class Stream {
   public:
    virtual ~Stream() = default;
    virtual void onMessage(std::string_view message) = 0;
    /// `status` is gRPC's; 98 if the stream was reset, 99 if the connection was lost.
    virtual void onEnd(int status) = 0;
    /// Sends a message once the server's windows allow it.
    void send(std::string_view message);
    /// No more messages follow.
    void finish();
    size_t unsent() const { return pending_.size(); }
    Connection *connection() const { return connection_; }

   private:
    friend class Connection;
    Connection *connection_ = nullptr;
    int32_t id_ = 0;
    int64_t window_ = 0;
    std::string pending_, partial_;
    bool isFinishing_ = false, isFinished_ = false, isOver_ = true;
    int status_ = 97;
};

class Loop;

class Connection {
   public:
    ~Connection();
    /// Begins a call, optionally with a token. The caller owns the stream, and must keep it until it has ended.
    void open(Stream *stream, const std::string &path, const std::string &token = "");
    bool isOpen() const { return fd_ >= 0; }
    /// False once the server has sent GOAWAY.
    bool takesCalls() const { return isOpen() && !isEnding_; }
    /// Lets the server send `bytes` more of a call.
    void grant(Stream *stream, uint32_t bytes);
    void close();

   private:
    friend class Stream;
    friend class Loop;
    void readable();
    void flush();
    void take(const uint8_t *bytes, size_t size);
    void frame(uint8_t type, uint8_t flags, int32_t id, const uint8_t *bytes, size_t size);
    void settings(const uint8_t *bytes, size_t size);
    void headers(Stream *stream, const uint8_t *bytes, size_t size);
    void data(Stream *stream, const uint8_t *bytes, size_t size);
    void put(uint8_t type, uint8_t flags, int32_t id, std::string_view payload);
    void pump(Stream *stream);
    void end(int32_t id, int status);
    void lost();
    Stream *find(int32_t id) const;

    Loop *loop_ = nullptr;
    int fd_ = -1;
    bool waits_ = false, isDirty_ = false, isEnding_ = false;
    std::string out_, in_, authority_, block_;
    nghttp2_hd_inflater *inflater_ = nullptr;
    std::vector<Stream *> streams_;
    int64_t window_ = 65535, initialWindow_ = 65535, received_ = 0;
};

/// Waits for all connections, and for the program's input.
class Loop {
   public:
    Loop();
    /// Null if no server listens. Each group of 50 connections comes from a loopback address of its own, as a server limits
    /// the connections of one address. `window` is the number of bytes that the server may send of each call at first.
    Connection *connect(int port, uint32_t window = 0x7FFFFFFF);
    /// Processes input for at most `seconds`; with 0, only available input.
    void turn(double seconds);
    /// Processes input until `done`.
    template <class Done>
    void until(Done done, double patience = 60) {
        flush();
        for (double start = now(); !done(); turn(0.1)) {
            if (now() - start > patience) fail("the server does not answer");
        }
    }
    /// Sends the pending output of all connections.
    void flush();
    /// Reads a line of the program's input without waiting; false if there is none. `isOver` is set at its end.
    bool line(std::string &text);
    bool isOver = false;

   private:
    friend class Connection;
    int poll_, made_ = 0;
    std::vector<std::unique_ptr<Connection>> connections_;
    std::vector<Connection *> dirty_;
    std::string input_;
};
