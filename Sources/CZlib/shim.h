#include <zlib.h>

// What Swift can't see because zlib has it as a macro.
static inline int czlib_deflate_init(z_stream *stream, int level, int window_bits, int memory_level) {
    return deflateInit2(
        stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}
