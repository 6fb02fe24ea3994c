// libFuzzer's way in for programs with a `main` of their own (llvm.org/docs/LibFuzzer.html).
#pragma once
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(
    int *argc, char ***argv, int (*user_callback)(const uint8_t *data, size_t size));
