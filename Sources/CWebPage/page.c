#include "CWebPage.h"

static const struct file {
    const char *path;
    size_t size;
    const unsigned char *bytes;
} files[] = {
#include "files.h"
};

size_t cwebpage_count(void) { return sizeof files / sizeof *files; }

const char *cwebpage_path(size_t index) { return files[index].path; }

const unsigned char *cwebpage_bytes(size_t index) { return files[index].bytes; }

size_t cwebpage_size(size_t index) { return files[index].size; }
