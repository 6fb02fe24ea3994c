/// SQLite, and what Swift can't call of it directly: variadic functions and macros that cast.
#pragma once
#include <sqlite3.h>

/// Binds a copy of the bytes; no bytes bind the empty blob, never NULL.
static inline int folf_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds a copy of UTF-8 text of `count` bytes.
static inline int folf_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Sets one of the on/off options of sqlite3_db_config.
static inline int folf_sqlite_set_option(sqlite3 *connection, int option, int on) {
    return sqlite3_db_config(connection, option, on, (int *)0);
}
