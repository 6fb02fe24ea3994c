#include <zlib.h>

// A function for the macro of zlib, which Swift can't see.
static inline int czlib_deflate_init(z_stream *stream, int level, int window_bits, int memory_level) {
    return deflateInit2(
        stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}
