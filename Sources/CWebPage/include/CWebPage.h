// The files of Sources/WebClient that are for a browser, as they are in the program itself.
#ifndef CWEBPAGE_H
#define CWEBPAGE_H

#include <stddef.h>

size_t cwebpage_count(void);

// As the browser asks for it, such as "/ui/app.js".
const char *cwebpage_path(size_t index);

const unsigned char *cwebpage_bytes(size_t index);

size_t cwebpage_size(size_t index);

#endif
