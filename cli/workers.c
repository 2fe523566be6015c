/* workers.c - see workers.h. Layer: cli. */
#include "workers.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

struct worker {
    void (*work)(void *item);
    void *item;
    pthread_t thread;
    bool is_running;
};

static void *begin(void *context)
{
    struct worker *worker = context;
    worker->work(worker->item);
    return NULL;
}

size_t cli_processors(void)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors > CLI_MAX_THREADS ? CLI_MAX_THREADS : (size_t)processors;
}

bool cli_workers_run(void (*work)(void *item), void *items, size_t count, size_t item_bytes)
{
    struct worker workers[CLI_MAX_THREADS];
    sigset_t interrupt, before;
    bool complete = true;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupt, &before); /* Ctrl-C is for this thread */
    for (size_t i = 1; i < count; i++) {
        workers[i].work = work;
        workers[i].item = (char *)items + i * item_bytes;
        workers[i].is_running = pthread_create(&workers[i].thread, NULL, begin, &workers[i]) == 0;
        complete = complete && workers[i].is_running;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    work(items);
    for (size_t i = 1; i < count; i++) {
        if (workers[i].is_running) {
            pthread_join(workers[i].thread, NULL);
        }
    }
    return complete;
}
