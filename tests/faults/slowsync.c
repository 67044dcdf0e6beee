/* Loaded before the C library (LD_PRELOAD) this makes every fsync and fdatasync take SLOWSYNC_MS milliseconds longer,
 * as on a busy disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

typedef int (*sync_function)(int);

static void linger(void) {
    const char *text = getenv("SLOWSYNC_MS");
    long ms = text ? atol(text) : 0;
    struct timespec left = {ms / 1000, (ms % 1000) * 1000000L};
    while (ms > 0 && nanosleep(&left, &left) != 0) {
    }
}

int fsync(int fd) {
    linger();
    return ((sync_function)dlsym(RTLD_NEXT, "fsync"))(fd);
}

int fdatasync(int fd) {
    linger();
    return ((sync_function)dlsym(RTLD_NEXT, "fdatasync"))(fd);
}
