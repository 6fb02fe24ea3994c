#include "CWebPage.h"

static const struct file {
    const char *path;
    size_t size;
    const unsigned char *bytes;
} files[] = {
#define FILE "../WebClient/card.js"
#include "file.h"
#define FILE "../WebClient/client-core.js"
#include "file.h"
#define FILE "../WebClient/decide.js"
#include "file.h"
#define FILE "../WebClient/follower.js"
#include "file.h"
#define FILE "../WebClient/index.html"
#include "file.h"
#define FILE "../WebClient/journal.js"
#include "file.h"
#define FILE "../WebClient/json.js"
#include "file.h"
#define FILE "../WebClient/limits.js"
#include "file.h"
#define FILE "../WebClient/lobby.js"
#include "file.h"
#define FILE "../WebClient/ops.js"
#include "file.h"
#define FILE "../WebClient/outbox.js"
#include "file.h"
#define FILE "../WebClient/refusal.js"
#include "file.h"
#define FILE "../WebClient/restore.js"
#include "file.h"
#define FILE "../WebClient/session.js"
#include "file.h"
#define FILE "../WebClient/shapes.js"
#include "file.h"
#define FILE "../WebClient/timing.js"
#include "file.h"
#define FILE "../WebClient/view.js"
#include "file.h"
#define FILE "../WebClient/wire.js"
#include "file.h"
};

size_t cwebpage_count(void) { return sizeof files / sizeof *files; }

const char *cwebpage_path(size_t index) { return files[index].path; }

const unsigned char *cwebpage_bytes(size_t index) { return files[index].bytes; }

size_t cwebpage_size(size_t index) { return files[index].size; }
