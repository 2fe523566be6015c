/* preload_failing.h - memory that runs out: the request number MAD_FAIL_AT fails, and with MAD_FAIL_ON=1 all
 * behind it. run_faults.sh makes a shared object of it, which is loaded before the C library. At the end the
 * number of requests goes to file descriptor 9, when it is open.
 *
 * A header by its name, so that it is no test of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static atomic_ulong requests;
static unsigned long fail_at;
static int fails_on;

__attribute__((constructor)) static void begin(void)
{
    const char *at = getenv("MAD_FAIL_AT");
    fails_on = getenv("MAD_FAIL_ON") != NULL;
    requests = 0;
    fail_at = at != NULL ? strtoul(at, NULL, 10) : 0;
}

__attribute__((destructor)) static void end(void)
{
    char text[32];
    int length = snprintf(text, sizeof text, "%lu\n", (unsigned long)requests);
    if (write(9, text, (size_t)length) < 0)
        return;
}

static int fails(void)
{
    unsigned long number = atomic_fetch_add(&requests, 1) + 1;
    if (fail_at == 0 || (fails_on ? number < fail_at : number != fail_at))
        return 0;
    errno = ENOMEM;
    return 1;
}

void *malloc(size_t bytes)
{
    return fails() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *block, size_t bytes)
{
    return fails() ? NULL : __libc_realloc(block, bytes);
}
