// A room relay with uWebSockets, for Scripts/bench: what a message broker without any rules costs.
//
// A phone's first message is "ROOM PLACE EDIT_BYTES FRAME_BYTES", decimal; it is answered with a
// message of one byte. After that every message of a phone begins with three bytes, the last of
// them the number of edits in it, and everyone in the room gets a message that begins with the
// same three and is so many times FRAME_BYTES long on the wire (Crowd+Relay.swift speaks with
// it). With --file, what comes in one turn of the loop is first appended to a file and synced.
#include <App.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <unistd.h>
#include <vector>

namespace {

constexpr size_t markBytes = 3;
constexpr size_t frameBytesMax = 65536;
constexpr size_t messageBytesMax = 64 * frameBytesMax;
// Bytes that may wait for a phone that doesn't read; beyond it the phone is hung up on.
constexpr unsigned unsentBytesMax = 16 * 1024 * 1024;

struct Phone {
    std::string room;
    size_t frameBytes = 0;
};

struct Waiting {
    std::string room;
    std::string message;
};

using Socket = uWS::WebSocket<false, true, Phone>;

int file = -1;
std::vector<Waiting> waiting;
std::string written;

[[noreturn]] void fail(const char *what) {
    fprintf(stderr, "uwebsockets-relay: %s: %s\n", what, strerror(errno));
    exit(1);
}

// The length of a message whose frame has so many bytes (RFC 6455 section 5.2).
size_t payloadBytes(size_t frameBytes) {
    size_t header = frameBytes <= 127 ? 2 : frameBytes <= 65539 ? 4 : 10;
    return frameBytes > header + markBytes ? frameBytes - header : markBytes;
}

void enter(Socket *socket, std::string_view message) {
    Phone *phone = socket->getUserData();
    char room[32];
    size_t frameBytes = 0;
    if (sscanf(std::string(message).c_str(), "%31s %*u %*u %zu", room, &frameBytes) != 2 ||
        frameBytes > frameBytesMax) {
        socket->close();
        return;
    }
    phone->room = room;
    phone->frameBytes = frameBytes;
    socket->subscribe(phone->room);
    socket->send("1", uWS::OpCode::TEXT);
}

void relay(uWS::App &app, Socket *socket, std::string_view message) {
    const Phone *phone = socket->getUserData();
    if (message.size() < markBytes) {
        socket->close();
        return;
    }
    size_t edits = static_cast<unsigned char>(message[markBytes - 1]);
    std::string frame(payloadBytes(edits * phone->frameBytes), 'x');
    frame.replace(0, markBytes, message.substr(0, markBytes));
    if (file < 0) {
        app.publish(phone->room, frame, uWS::OpCode::TEXT);
    } else {
        written.append(message);
        waiting.push_back({phone->room, std::move(frame)});
    }
}

// Durable before visible, once a turn.
void endTurn(uWS::App &app) {
    if (waiting.empty()) return;
    if (write(file, written.data(), written.size()) != (ssize_t)written.size()) fail("write");
    if (fdatasync(file) != 0) fail("fdatasync");
    for (const Waiting &one : waiting) app.publish(one.room, one.message, uWS::OpCode::TEXT);
    waiting.clear();
    written.clear();
}

int usage() {
    fprintf(stderr, "Usage: uwebsockets-relay [--file FILE]\n");
    return 2;
}

}  // namespace

int main(int count, char **arguments) {
    if (count == 3 && strcmp(arguments[1], "--file") == 0) {
        file = open(arguments[2], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
        if (file < 0) fail(arguments[2]);
    } else if (count != 1) {
        return usage();
    }
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }

    uWS::App app;
    uWS::App::WebSocketBehavior<Phone> behavior;
    behavior.compression = uWS::DISABLED;
    behavior.maxPayloadLength = messageBytesMax;
    behavior.idleTimeout = 0;
    behavior.sendPingsAutomatically = false;
    behavior.maxBackpressure = unsentBytesMax;
    behavior.closeOnBackpressureLimit = true;
    behavior.message = [&app](Socket *socket, std::string_view message, uWS::OpCode) {
        if (socket->getUserData()->room.empty()) {
            enter(socket, message);
        } else {
            relay(app, socket, message);
        }
    };
    app.ws<Phone>("/*", std::move(behavior));
    if (file >= 0) {
        uWS::Loop::get()->addPostHandler(&waiting, [&app](uWS::Loop *) { endTurn(app); });
    }
    app.listen("127.0.0.1", 0, [](us_listen_socket_t *listener) {
        if (!listener) fail("listen");
        int port = us_socket_local_port(0, (us_socket_t *)listener);
        printf("uwebsockets-relay listens on 127.0.0.1:%d\n", port);
        fflush(stdout);
    });
    app.run();
}
