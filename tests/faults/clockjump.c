/* Loaded before the C library (LD_PRELOAD) this sets the wall clock of a process by the file CLOCKJUMP, which may change
 * at any time. It holds two numbers of eight bytes, both milliseconds: what is added to the clock, and the time since
 * 1970 at which the clock stands still; 0 if it goes on. Clocks that nobody can set go on as they do. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct setting {
    int64_t jump, standing;
};

static struct setting setting(void) {
    static volatile struct setting *shared;
    if (shared == NULL) {
        const char *path = getenv("CLOCKJUMP");
        int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
        void *at = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *shared, PROT_READ, MAP_SHARED, file, 0);
        if (file >= 0) {
            close(file);
        }
        if (at == MAP_FAILED) {
            return (struct setting){0, 0};
        }
        shared = at;
    }
    return (struct setting){shared->jump, shared->standing};
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) {
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    }
    int result = real(clock, now);
    if (result == 0 && clock == CLOCK_REALTIME) {
        struct setting set = setting();
        if (set.standing != 0) {
            now->tv_sec = set.standing / 1000;
            now->tv_nsec = set.standing % 1000 * 1000000;
        }
        int64_t nanoseconds = now->tv_nsec + set.jump % 1000 * 1000000;
        now->tv_sec += set.jump / 1000 + nanoseconds / 1000000000;
        now->tv_nsec = nanoseconds % 1000000000;
        if (now->tv_nsec < 0) {
            now->tv_nsec += 1000000000;
            now->tv_sec -= 1;
        }
    }
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    (void)zone;
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    now->tv_sec = precise.tv_sec;
    now->tv_usec = precise.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *into) {
    struct timespec precise;
    clock_gettime(CLOCK_REALTIME, &precise);
    if (into != NULL) {
        *into = precise.tv_sec;
    }
    return precise.tv_sec;
}
